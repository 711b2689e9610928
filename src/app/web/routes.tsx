/** The table of screens: address, title, who may open it, and the file it lies in. Each is loaded when it is opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import type { NoticeName } from '../../features/account/notices.ts';
import type { CERTIFICATE_LIST } from '../../features/property/certificates/certificates.ts';
import type { PROPERTY_LIST } from '../../features/property/listed.ts';
import type { RentSearch } from '../../features/rent/listed.ts';
import type { SUPPLIER_LIST } from '../../features/supplier/listed.ts';
import type { TENANT_LIST } from '../../features/tenant/listed.ts';
import type { FinanceSearch } from '../../features/transaction/list/search-params.ts';
import { historyWithDialogs } from '../../web/ui/overlay/back.client.ts';
import { onlyText, parseSearch, writeSearch } from './addresses.ts';
import { AppFailure, LoadingOutside, LoadingScreen, NotFound, ScreenError, ShellLoading } from './Fallbacks.tsx';
import { signedIn, subscribed } from './guards.client.ts';
import { OverviewPage } from './pages/OverviewPage.tsx';
import { Root } from './Root.tsx';
import { Shell } from './shell/Shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the screen is called, before ' · Tenure' in the title of the page. */
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Carried to the form of a new tenant: the property they are to live in. */
    propertyId?: string;
    /** What a bank row says of a tenant who is to be added; rent in pence. */
    tenant?: { name: string; rent: number; start: string };
    /** Carried to the page of a record that was just added: it says what to do next. */
    justAdded?: boolean;
  }
}

const root = createRootRoute({ component: Root, errorComponent: AppFailure });

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  pendingComponent: ShellLoading,
  component: Shell,
});

const outside = <const Path extends string>(path: Path, title: string) => ({
  getParentRoute: () => root,
  path,
  staticData: { title },
  pendingComponent: LoadingOutside,
});

/** Needs a running trial or a plan, unless it says `signedIn`. `signedOut` is said on the way to /login. */
const inside = <const Path extends string>(path: Path, title: string, signedOut?: NoticeName) => ({
  getParentRoute: () => dashboard,
  path,
  staticData: { title },
  beforeLoad: subscribed(signedOut),
  errorComponent: ScreenError,
});

/** Types what links may say. The screen itself checks what the address says: its code knows the rules, and comes later. */
type CheckedLater<Search> = (search: Search & SearchSchemaInput) => Record<string, string | undefined>;
const unchecked = (search: object) => search as Record<string, string | undefined>;

const screensOutside = [
  createRoute({
    ...outside('/confirm-email', 'Confirm your email address'),
    validateSearch: onlyText('token'),
    component: lazy(() => import('../../features/account/sign-in/Confirmation.tsx'), 'ConfirmEmail'),
  }),
  createRoute({
    ...outside('/confirm-new-email', 'Confirm your new email address'),
    validateSearch: onlyText('token'),
    component: lazy(() => import('../../features/account/sign-in/Confirmation.tsx'), 'ConfirmNewEmail'),
  }),
] as const;

const screensInside = [
  createRoute({
    ...inside('/', 'Dashboard'),
    // The first screen comes with the app.
    component: OverviewPage,
  }),
  createRoute({
    ...inside('properties', 'Properties'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof PROPERTY_LIST.search>>,
    component: lazy(() => import('../../features/property/PropertyList.tsx'), 'PropertyList'),
  }),
  createRoute({
    ...inside('properties/add', 'Add New Property'),
    validateSearch: onlyText('tab', 'address'),
    component: lazy(() => import('../../features/property/form/PropertyForm.tsx'), 'PropertyAdd'),
  }),
  createRoute({
    ...inside('properties/edit/$id', 'Edit Property', 'edit-property'),
    validateSearch: onlyText('tab', 'item'),
    component: lazy(() => import('../../features/property/form/PropertyForm.tsx'), 'PropertyEdit'),
  }),
  createRoute({
    ...inside('properties/$id', 'Property Details', 'view-property'),
    component: lazy(() => import('./pages/PropertyPage.tsx'), 'PropertyPage'),
  }),
  createRoute({
    ...inside('certificates', 'Certificates and compliance'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof CERTIFICATE_LIST.search>>,
    component: lazy(() => import('../../features/property/certificates/CertificatesPage.tsx'), 'CertificatesPage'),
  }),
  createRoute({
    ...inside('notifications', 'Notifications'),
    component: lazy(() => import('../notification/Notifications.tsx'), 'Notifications'),
  }),
  createRoute({
    ...inside('activity', 'Activity'),
    validateSearch: onlyText('noun'),
    component: lazy(() => import('../overview/activity/ActivityPage.tsx'), 'ActivityPage'),
  }),
  createRoute({
    ...inside('tenants', 'Tenants'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof TENANT_LIST.search>>,
    component: lazy(() => import('../../features/tenant/TenantList.tsx'), 'TenantList'),
  }),
  createRoute({
    ...inside('tenants/add', 'Add New Tenant'),
    validateSearch: onlyText('tab', 'name', 'propertyId'),
    component: lazy(() => import('../../features/tenant/form/TenantForm.tsx'), 'TenantAdd'),
  }),
  createRoute({
    ...inside('tenants/edit/$id', 'Edit Tenant', 'edit-tenant'),
    validateSearch: onlyText('tab'),
    component: lazy(() => import('../../features/tenant/form/TenantForm.tsx'), 'TenantEdit'),
  }),
  createRoute({
    ...inside('tenants/$id', 'Tenant Details', 'view-tenant'),
    component: lazy(() => import('./pages/TenantPage.tsx'), 'TenantPage'),
  }),
  createRoute({
    ...inside('rent', 'Rent'),
    validateSearch: unchecked as CheckedLater<RentSearch>,
    component: lazy(() => import('./pages/RentPage.tsx'), 'RentPage'),
  }),
  createRoute({
    ...inside('rent/bank', 'From your bank'),
    beforeLoad: signedIn,
    component: lazy(() => import('./pages/BankRowsPage.tsx'), 'BankRowsPage'),
  }),
  createRoute({
    ...inside('tenancies/$id', 'Tenancy'),
    validateSearch: onlyText('on'),
    component: lazy(() => import('./pages/TenancyPage.tsx'), 'TenancyPage'),
  }),
  createRoute({
    ...inside('suppliers', 'Suppliers'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof SUPPLIER_LIST.search>>,
    component: lazy(() => import('../../features/supplier/SupplierList.tsx'), 'SupplierList'),
  }),
  createRoute({
    ...inside('suppliers/add', 'Add New Supplier', 'add-supplier'),
    validateSearch: onlyText('name'),
    component: lazy(() => import('../../features/supplier/SupplierForm.tsx'), 'SupplierAdd'),
  }),
  createRoute({
    ...inside('suppliers/edit/$id', 'Edit Supplier', 'edit-supplier'),
    component: lazy(() => import('../../features/supplier/SupplierForm.tsx'), 'SupplierEdit'),
  }),
  createRoute({
    ...inside('suppliers/$id', 'Supplier Details', 'view-supplier'),
    component: lazy(() => import('../../features/supplier/SupplierDetail.tsx'), 'SupplierDetail'),
  }),
  createRoute({
    ...inside('finance', 'Finance'),
    beforeLoad: signedIn,
    staticData: { title: 'Finance' },
    validateSearch: unchecked as CheckedLater<FinanceSearch>,
    component: lazy(() => import('./pages/FinancePage.tsx'), 'FinancePage'),
  }),
  createRoute({
    ...inside('finance/import', 'Import a statement'),
    beforeLoad: signedIn,
    staticData: { title: 'Import a statement' },
    validateSearch: onlyText('file'),
    component: lazy(() => import('./pages/StatementPage.tsx'), 'StatementPage'),
  }),
  createRoute({
    ...inside('plans', 'Plans'),
    beforeLoad: signedIn,
    validateSearch: onlyText('plan', 'back'),
    component: lazy(() => import('../../features/billing/Plans.tsx'), 'Plans'),
  }),
  createRoute({
    ...inside('profile', 'Profile'),
    beforeLoad: signedIn,
    component: lazy(() => import('../../features/account/profile/Profile.tsx'), 'Profile'),
  }),
  createRoute({
    ...inside('settings', 'Settings'),
    beforeLoad: signedIn,
    component: lazy(() => import('./pages/SettingsPage.tsx'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  // A test reads the addresses without a browser.
  ...('document' in globalThis && { history: historyWithDialogs() }),
  routeTree: root.addChildren([...screensOutside, dashboard.addChildren(screensInside)]),
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: LoadingScreen,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
});
