/**
 * The screens of lists as the server draws them into the document: the very screens, with what they read first. There is no window
 * there, which screens touch in effects and handlers only.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { CurrentUser } from '../../features/account/account.ts';
import { AGENTS } from '../../features/agent/statement/AgentStatements.tsx';
import { bankAccounts } from '../../features/bank/bank-account.client.ts';
import { PROPERTY_LIST } from '../../features/property/listed.ts';
import { PropertyList } from '../../features/property/PropertyList.tsx';
import { properties, totalsOf } from '../../features/property/property.client.ts';
import { SETTINGS } from '../../features/reminder/reminder.client.ts';
import { GAPS } from '../../features/rent/history/history.client.ts';
import { askedOf, rentSearch } from '../../features/rent/listed.ts';
import { arrearsOn, monthOf } from '../../features/rent/rent.client.ts';
import { SUPPLIER_LIST } from '../../features/supplier/listed.ts';
import { SupplierList } from '../../features/supplier/SupplierList.tsx';
import { suppliers } from '../../features/supplier/supplier.client.ts';
import { TENANT_LIST } from '../../features/tenant/listed.ts';
import { TenantList } from '../../features/tenant/TenantList.tsx';
import { tenants } from '../../features/tenant/tenant.client.ts';
import { filterOf, financeSearch } from '../../features/transaction/list/search-params.ts';
import { SUMMARY } from '../../features/transaction/summary.client.ts';
import { transactions } from '../../features/transaction/transaction.client.ts';
import { londonDay } from '../../shared/dates.ts';
import { LANDLORD } from '../../web/http/session.client.ts';
import { FirstLook } from '../../web/ui/table/FirstLook.tsx';
import { parseSearch, writeSearch } from './addresses.ts';
import type { FirstPath } from './first-data.ts';
import { FinancePage } from './pages/FinancePage.tsx';
import { RentPage } from './pages/RentPage.tsx';

type Search = Record<string, string>;
/** What the server has read, by the names of first-reads.server.ts. */
type Brought = Record<string, unknown>;
/** A query key, and what the cache holds under it. */
export type Read = [key: readonly unknown[], data: unknown];

type First = { screen: () => ReactNode; reads: (brought: Brought, asked: { search: Search; today: string }) => Read[] };

/** As `useInfiniteQuery` keeps its first page. */
const firstPage = (page: unknown, parameter: string | number = '') => ({ pages: [page], pageParams: [parameter] });

const FIRST: Record<FirstPath, First> = {
  '/dashboard/properties': {
    screen: PropertyList,
    reads: ({ list, totals }, { search }) => {
      const asked = PROPERTY_LIST.asked(PROPERTY_LIST.search(search));
      return [
        [properties.list(asked).queryKey, firstPage(list)],
        [totalsOf(asked).queryKey, totals],
      ];
    },
  },
  '/dashboard/tenants': {
    screen: TenantList,
    reads: ({ list }, { search }) => [
      [tenants.list(TENANT_LIST.asked(TENANT_LIST.search(search))).queryKey, firstPage(list)],
    ],
  },
  '/dashboard/suppliers': {
    screen: SupplierList,
    reads: ({ list }, { search }) => [
      [suppliers.list(SUPPLIER_LIST.asked(SUPPLIER_LIST.search(search))).queryKey, firstPage(list)],
    ],
  },
  '/dashboard/rent': {
    screen: RentPage,
    reads: ({ month, arrears, reminders, gaps, agents }, { search, today }) => {
      const asked = askedOf(rentSearch(search), today);
      return [
        [monthOf(asked.month).queryKey, firstPage(month, 0)],
        [arrearsOn(asked.arrears).queryKey, firstPage(arrears, 0)],
        [SETTINGS, reminders],
        [GAPS, gaps],
        [AGENTS, agents],
      ];
    },
  },
  '/dashboard/finance': {
    screen: FinancePage,
    reads: ({ list, summary, accounts }, { search, today }) => [
      [transactions.list(filterOf(financeSearch(search), today)).queryKey, firstPage(list)],
      [SUMMARY, summary],
      [bankAccounts.list({}).queryKey, firstPage(accounts)],
    ],
  },
};

type Asked = {
  path: FirstPath;
  search: Search;
  user: CurrentUser;
  brought: Brought;
  look: ComponentProps<typeof FirstLook>['value'];
};

/** More rows than a window shows are left to the code: a phone lays out each row that the document holds before it can answer. */
const MAX_DRAWN = { narrow: 8, wide: 20 };

/** The screen, and the reads that it was drawn from. */
export async function firstScreen({
  path,
  search,
  user,
  brought,
  look,
}: Asked): Promise<{ screen: ReactNode; reads: Read[] }> {
  const { screen: Screen, reads: readsOf } = FIRST[path];
  const reads = readsOf(brought, { search, today: londonDay(new Date(user.now)) });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(LANDLORD, user);
  for (const [key, data] of reads)
    client.setQueryData(key, shortened(data, look.narrow ? MAX_DRAWN.narrow : MAX_DRAWN.wide));
  const root = createRootRoute();
  const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard' });
  const own = createRoute({
    getParentRoute: () => dashboard,
    path: path.replace('/dashboard/', ''),
    component: Screen,
  });
  const router = createRouter({
    routeTree: root.addChildren([dashboard.addChildren([own])]),
    history: createMemoryHistory({ initialEntries: [path + writeSearch(search)] }),
    parseSearch,
    stringifySearch: writeSearch,
    isServer: true,
  });
  await router.load();
  return {
    reads,
    screen: (
      <QueryClientProvider client={client}>
        <FirstLook value={look}>
          <RouterProvider router={router as never} />
        </FirstLook>
      </QueryClientProvider>
    ),
  };
}

/** A first page, cut to so many rows. */
function shortened(data: unknown, rows: number): unknown {
  const { pages, pageParams } = data as ReturnType<typeof firstPage>;
  if (!Array.isArray(pages)) return data;
  const [page] = pages as { items: unknown[] }[];
  return { pages: [{ ...page, items: page?.items.slice(0, rows) }], pageParams };
}
