/** Renders list screens on the server, which has no `window`: screens may use it only in effects and handlers. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { CurrentUser } from '../../features/account/account.ts';
import { LANDLORD } from '../../web/http/session.client.ts';
import { ViewPreferences } from '../../web/ui/table/ViewPreferences.tsx';
import { SCREENS } from '../nouns.client.ts';
import { parseSearch, writeSearch } from './addresses.ts';
import { DocumentsPage } from './pages/DocumentPages.tsx';
import { FinancePage } from './pages/finance/FinancePage.tsx';
import { RentPage } from './pages/rent/RentPage.tsx';

const OWN_SCREENS: Readonly<Record<string, RouteComponent>> = {
  '/dashboard/documents': DocumentsPage,
  '/dashboard/rent': RentPage,
  '/dashboard/finance': FinancePage,
};

async function screenAt(path: string): Promise<RouteComponent> {
  const screen = (SCREENS as readonly AnyRoute[]).find(
    ({ options }) => 'path' in options && `/dashboard/${options.path}` === path,
  );
  const component: RouteComponent | undefined = screen?.options.component ?? OWN_SCREENS[path];
  if (!component) throw new Error(`No screen is at ${path}`);
  await component.preload?.();
  return component;
}

type Params = {
  path: string;
  search: Record<string, string>;
  user: CurrentUser;
  reads: readonly [key: readonly unknown[], data: unknown][];
  look: ComponentProps<typeof ViewPreferences>['value'];
};

/** The app renders further rows, as a phone must lay out every row in the document before it can respond. */
const MAX_ROWS = { narrow: 8, wide: 20 };

export async function firstScreen({ path, search, user, reads, look }: Params): Promise<ReactNode> {
  const component = await screenAt(path);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(LANDLORD, user);
  for (const [key, data] of reads)
    client.setQueryData(key, shortened(data, look.narrow ? MAX_ROWS.narrow : MAX_ROWS.wide));
  const root = createRootRoute();
  const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard' });
  const route = createRoute({ getParentRoute: () => dashboard, path: path.replace('/dashboard/', ''), component });
  const router = createRouter({
    routeTree: root.addChildren([dashboard.addChildren([route])]),
    history: createMemoryHistory({ initialEntries: [path + writeSearch(search)] }),
    parseSearch,
    stringifySearch: writeSearch,
    isServer: true,
  });
  await router.load();
  return (
    <QueryClientProvider client={client}>
      <ViewPreferences value={look}>
        <RouterProvider router={router as never} />
      </ViewPreferences>
    </QueryClientProvider>
  );
}

type Pages = { pages: { items: unknown[] }[] };

function shortened(data: unknown, rows: number): unknown {
  const { pages: [page] = [], ...rest } = data as Partial<Pages>;
  return page ? { ...rest, pages: [{ ...page, items: page.items.slice(0, rows) }] } : data;
}
