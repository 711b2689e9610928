/** The table of screens: address, title, who may open it, and the file it lies in. Each is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PropertyListSearch } from '../../features/property/list/search-params.ts';
import { SUPPLIER_LIST } from '../../features/supplier/supplier.ts';
import { TenantListSearch } from '../../features/tenant/search-params.ts';
import { FinanceSearch } from '../../features/transaction/list/search-params.ts';
import { signedIn, subscribed } from './guards.client.ts';
import { LoadingScreen, ShellLoading } from './LoadingScreen.tsx';
import { NotFound } from './NotFound.tsx';
import { returnPath } from './paths.ts';
import { Root } from './Root.tsx';
import { AppFailure, ScreenError } from './ScreenError.tsx';
import { onlyText, parseSearch, writeSearch } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the screen is called, before ' · Tenure' in the title of the page. */
    title?: string;
    /** False where the trial is not spoken of. */
    trialBanner?: boolean;
  }
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Carried to the form of a new tenant: the property they are to live in. */
    propertyId?: string;
  }
}

const root = createRootRoute({ component: Root, errorComponent: AppFailure });

/** Screens that need a running trial or a plan, and those that stay open without. Both fail inside of the shell. */
const guarded = { beforeLoad: subscribed(), errorComponent: ScreenError } as const;
const open = { beforeLoad: signedIn, errorComponent: ScreenError } as const;

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Log in' },
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (next ? { next: returnPath(next) } : {}),
  component: lazyRouteComponent(() => import('../../features/account/Login.tsx'), 'Login'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  staticData: { title: 'Start Your Free Trial' },
  component: lazyRouteComponent(() => import('../../features/account/SignUp.tsx'), 'SignUp'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  staticData: { title: 'Forgot your password?' },
  component: lazyRouteComponent(() => import('../../features/account/ForgotPassword.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Choose a new password' },
  validateSearch: onlyText('token'),
  component: lazyRouteComponent(() => import('../../features/account/ResetPassword.tsx'), 'ResetPassword'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  staticData: { title: 'Confirm your email address' },
  validateSearch: onlyText('token'),
  component: lazyRouteComponent(() => import('../../features/account/ConfirmEmail.tsx'), 'ConfirmEmail'),
});

const confirmNewEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-new-email',
  staticData: { title: 'Confirm your new email address' },
  validateSearch: onlyText('token'),
  component: lazyRouteComponent(() => import('../../features/account/ConfirmNewEmail.tsx'), 'ConfirmNewEmail'),
});

const trialExpired = createRoute({
  getParentRoute: () => root,
  path: '/trial-expired',
  staticData: { title: 'Your Trial Has Expired' },
  component: lazyRouteComponent(() => import('../../features/billing/TrialExpired.tsx'), 'TrialExpired'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  pendingComponent: ShellLoading,
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
});

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  staticData: { title: 'Dashboard' },
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/overview/Overview.tsx'), 'Overview'),
});

const properties = createRoute({
  getParentRoute: () => dashboard,
  path: 'properties',
  staticData: { title: 'Properties' },
  validateSearch: PropertyListSearch,
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/property/list/PropertyList.tsx'), 'PropertyList'),
});

const propertyAdd = createRoute({
  getParentRoute: () => dashboard,
  path: 'properties/add',
  staticData: { title: 'Add New Property' },
  validateSearch: onlyText('tab'),
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/property/form/PropertyForm.tsx'), 'PropertyAdd'),
});

const propertyEdit = createRoute({
  getParentRoute: () => dashboard,
  path: 'properties/edit/$id',
  staticData: { title: 'Edit Property' },
  validateSearch: onlyText('tab'),
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to edit properties' }),
  component: lazyRouteComponent(() => import('../../features/property/form/PropertyForm.tsx'), 'PropertyEdit'),
});

const propertyDetail = createRoute({
  getParentRoute: () => dashboard,
  path: 'properties/$id',
  staticData: { title: 'Property Details' },
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to view property details' }),
  component: lazyRouteComponent(() => import('./PropertyPage.tsx'), 'PropertyPage'),
});

const tenants = createRoute({
  getParentRoute: () => dashboard,
  path: 'tenants',
  staticData: { title: 'Tenants' },
  validateSearch: TenantListSearch,
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/tenant/TenantList.tsx'), 'TenantList'),
});

const tenantAdd = createRoute({
  getParentRoute: () => dashboard,
  path: 'tenants/add',
  staticData: { title: 'Add New Tenant' },
  validateSearch: onlyText('tab'),
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/tenant/TenantAdd.tsx'), 'TenantAdd'),
});

const tenantEdit = createRoute({
  getParentRoute: () => dashboard,
  path: 'tenants/edit/$id',
  staticData: { title: 'Edit Tenant' },
  validateSearch: onlyText('tab'),
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to edit tenants' }),
  component: lazyRouteComponent(() => import('../../features/tenant/TenantEdit.tsx'), 'TenantEdit'),
});

const tenantDetail = createRoute({
  getParentRoute: () => dashboard,
  path: 'tenants/$id',
  staticData: { title: 'Tenant Details' },
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to view tenant details' }),
  component: lazyRouteComponent(() => import('../../features/tenant/TenantDetail.tsx'), 'TenantDetail'),
});

const suppliers = createRoute({
  getParentRoute: () => dashboard,
  path: 'suppliers',
  staticData: { title: 'Suppliers' },
  validateSearch: SUPPLIER_LIST.search,
  ...guarded,
  component: lazyRouteComponent(() => import('../../features/supplier/SupplierList.tsx'), 'SupplierList'),
});

const supplierAdd = createRoute({
  getParentRoute: () => dashboard,
  path: 'suppliers/add',
  staticData: { title: 'Add New Supplier' },
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to add a supplier' }),
  component: lazyRouteComponent(() => import('../../features/supplier/SupplierForm.tsx'), 'SupplierAdd'),
});

const supplierEdit = createRoute({
  getParentRoute: () => dashboard,
  path: 'suppliers/edit/$id',
  staticData: { title: 'Edit Supplier' },
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to edit suppliers' }),
  component: lazyRouteComponent(() => import('../../features/supplier/SupplierForm.tsx'), 'SupplierEdit'),
});

const supplierDetail = createRoute({
  getParentRoute: () => dashboard,
  path: 'suppliers/$id',
  staticData: { title: 'Supplier Details' },
  ...guarded,
  beforeLoad: subscribed({ signedOut: 'You must be logged in to view supplier details' }),
  component: lazyRouteComponent(() => import('../../features/supplier/SupplierDetail.tsx'), 'SupplierDetail'),
});

const finance = createRoute({
  getParentRoute: () => dashboard,
  path: 'finance',
  staticData: { title: 'Finance', trialBanner: false },
  validateSearch: FinanceSearch,
  ...open,
  component: lazyRouteComponent(() => import('./FinancePage.tsx'), 'FinancePage'),
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: 'profile',
  staticData: { title: 'Profile' },
  ...open,
  component: lazyRouteComponent(() => import('../../features/account/Profile.tsx'), 'Profile'),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings',
  staticData: { title: 'Settings' },
  ...open,
  component: lazyRouteComponent(() => import('../../features/account/Settings.tsx'), 'Settings'),
});

const tree = root.addChildren([
  login,
  signUp,
  forgotPassword,
  resetPassword,
  confirmEmail,
  confirmNewEmail,
  trialExpired,
  dashboard.addChildren([
    overview,
    properties,
    propertyAdd,
    propertyEdit,
    propertyDetail,
    tenants,
    tenantAdd,
    tenantEdit,
    tenantDetail,
    suppliers,
    supplierAdd,
    supplierEdit,
    supplierDetail,
    finance,
    profile,
    settings,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: LoadingScreen,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
});
