import { type AnyRoute, createRoute, createRouter, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { DOCUMENT_LIST } from '../../features/document/listed.ts';
import type { FinanceSearch } from '../../features/finance/list/search-params.ts';
import type { RentSearch } from '../../features/rent/listed.ts';
import { type CheckedLater, dashboard, inside, onlyText, root, unchecked } from '../../web/records/routes.client.ts';
import { historyWithDialogs } from '../../web/ui/overlay/back.client.ts';
import { SCREENS } from '../nouns.client.ts';
import { parseSearch, writeSearch } from './addresses.ts';
import { AppFailure, LoadingOutside, LoadingScreen, NotFound, ScreenError, ShellLoading } from './Fallbacks.tsx';
import { signedIn, subscribed } from './guards.client.ts';
import { OverviewPage } from './pages/OverviewPage.tsx';
import { Root } from './Root.tsx';
import { Shell } from './shell/Shell.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Set after adding a record, whose page then shows the next step. */
    justAdded?: boolean;
    /** The file of another record, which the form adds as a document. */
    copyOf?: { url: string; name: string };
  }
}

root.update({ component: Root, errorComponent: AppFailure });
dashboard.update({ component: Shell, pendingComponent: ShellLoading });

const outside = <const Path extends string>(path: Path, title: string) => ({
  getParentRoute: () => root,
  path,
  staticData: { title },
  pendingComponent: LoadingOutside,
});

const screensOutside = [
  createRoute({
    ...outside('/confirm-email', 'Confirm your email address'),
    validateSearch: onlyText('token'),
    component: lazy(() => import('../../features/profile/Confirmation.tsx'), 'ConfirmEmail'),
  }),
  createRoute({
    ...outside('/confirm-new-email', 'Confirm your new email address'),
    validateSearch: onlyText('token'),
    component: lazy(() => import('../../features/profile/Confirmation.tsx'), 'ConfirmNewEmail'),
  }),
  createRoute({
    ...outside('/join', 'Join an account'),
    validateSearch: onlyText('token'),
    component: lazy(() => import('../../features/team/JoinPage.tsx'), 'JoinPage'),
  }),
  createRoute({
    ...outside('/accounts', 'Your accounts'),
    component: lazy(() => import('./pages/OwnAccountsPage.tsx'), 'OwnAccountsPage'),
  }),
] as const;

const screensInside = [
  createRoute({
    ...inside('/', 'Dashboard'),
    // Bundled with the app, unlike other screens.
    component: OverviewPage,
  }),
  createRoute({
    ...inside('properties/$id', 'Property Details', 'view-property'),
    component: lazy(() => import('./pages/property/PropertyPage.tsx'), 'PropertyPage'),
  }),
  createRoute({
    ...inside('notifications', 'Notifications'),
    component: lazy(() => import('../notification/Notifications.tsx'), 'Notifications'),
  }),
  createRoute({
    ...inside('activity', 'Activity'),
    validateSearch: onlyText('noun', 'by'),
    component: lazy(() => import('../overview/activity/ActivityPage.tsx'), 'ActivityPage'),
  }),
  createRoute({
    ...inside('tenants/$id', 'Tenant Details', 'view-tenant'),
    component: lazy(() => import('./pages/ContactPages.tsx'), 'TenantPage'),
  }),
  createRoute({
    ...inside('suppliers/$id', 'Supplier Details', 'view-supplier'),
    component: lazy(() => import('./pages/ContactPages.tsx'), 'SupplierPage'),
  }),
  createRoute({
    ...inside('documents', 'Documents'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof DOCUMENT_LIST.search>>,
    component: lazy(() => import('./pages/DocumentPages.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    ...inside('documents/$id', 'Document Details'),
    component: lazy(() => import('./pages/DocumentPages.tsx'), 'DocumentPage'),
  }),
  createRoute({
    ...inside('inspections/$id', 'Inspection Details'),
    validateSearch: onlyText('room'),
    component: lazy(() => import('./pages/InspectionPage.tsx'), 'InspectionPage'),
  }),
  createRoute({
    ...inside('rent', 'Rent'),
    validateSearch: unchecked as CheckedLater<RentSearch>,
    component: lazy(() => import('./pages/rent/RentPage.tsx'), 'RentPage'),
  }),
  createRoute({
    ...inside('rent/bank', 'From your bank'),
    beforeLoad: signedIn,
    component: lazy(() => import('./pages/rent/BankRowsPage.tsx'), 'BankRowsPage'),
  }),
  createRoute({
    ...inside('tenancies/$id', 'Tenancy'),
    validateSearch: onlyText('on'),
    component: lazy(() => import('./pages/tenancy/TenancyPage.tsx'), 'TenancyPage'),
  }),
  createRoute({
    ...inside('finance', 'Finance'),
    beforeLoad: signedIn,
    validateSearch: unchecked as CheckedLater<FinanceSearch>,
    component: lazy(() => import('./pages/finance/FinancePage.tsx'), 'FinancePage'),
  }),
  createRoute({
    ...inside('finance/import', 'Import a statement'),
    beforeLoad: signedIn,
    validateSearch: onlyText('file'),
    component: lazy(() => import('./pages/finance/StatementPage.tsx'), 'StatementPage'),
  }),
  createRoute({
    ...inside('receipts', 'Receipts'),
    validateSearch: onlyText('missing'),
    component: lazy(() => import('./pages/finance/TrayPage.tsx'), 'TrayPage'),
  }),
  createRoute({ ...inside('tax', 'Tax'), component: lazy(() => import('./pages/TaxPage.tsx'), 'TaxPage') }),
  createRoute({
    ...inside('tax/$year', 'Tax'),
    validateSearch: onlyText('update', 'owner'),
    component: lazy(() => import('./pages/TaxPage.tsx'), 'TaxPage'),
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
    component: lazy(() => import('./pages/ProfilePage.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...inside('settings', 'Settings'),
    beforeLoad: signedIn,
    component: lazy(() => import('./pages/SettingsPage.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inside('team', 'Team'),
    beforeLoad: signedIn,
    component: lazy(() => import('../../features/team/TeamPage.tsx'), 'TeamPage'),
  }),
  createRoute({
    ...inside('api', 'API'),
    beforeLoad: signedIn,
    component: lazy(() => import('./pages/ApiPage.tsx'), 'ApiPage'),
  }),
  createRoute({
    ...inside('api/deliveries', 'Webhooks'),
    beforeLoad: signedIn,
    validateSearch: onlyText('endpoint', 'event', 'outcome'),
    component: lazy(() => import('../../features/webhook/DeliveriesPage.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    ...inside('import', 'Import from a spreadsheet'),
    component: lazy(() => import('../../features/import/ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...inside('import/guides/$id', 'Import from a spreadsheet'),
    component: lazy(() => import('../../features/import/GuidePage.tsx'), 'GuidePage'),
  }),
  createRoute({
    ...inside('import/$id', 'Import from a spreadsheet'),
    validateSearch: onlyText('step', 'show', 'sheet'),
    component: lazy(() => import('../../features/import/ImportPage.tsx'), 'OpenImportPage'),
  }),
  ...SCREENS,
] as const;
for (const screen of screensInside as readonly AnyRoute[]) screen.update({ errorComponent: ScreenError });

export const router = createRouter({
  // Tests use the routes without a document.
  ...('document' in globalThis && { history: historyWithDialogs() }),
  routeTree: root.addChildren([...screensOutside, dashboard.addChildren(screensInside)]),
  context: { mayOpen: subscribed },
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: LoadingScreen,
  defaultNotFoundComponent: NotFound,
  notFoundMode: 'root',
});
