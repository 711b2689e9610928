/** The root routes, and parts of the nouns' routes. The app adds the frame and the access checks. */
import { createRootRouteWithContext, createRoute, type SearchSchemaInput } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name, before ' · Tenure' in the document title. */
    title?: string;
  }
}

export type Navigation = { cause: 'enter' | 'stay' | 'preload'; location: { href: string } };

type Context = {
  /** Redirects to a page with the reason if access is refused. `signedOut` names the message for visitors at /login. */
  mayOpen: (navigation: Navigation, signedOut?: string) => Promise<void>;
};

export const root = createRootRouteWithContext<Context>()({});

export const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard' });

/** Returns options of a route below /dashboard. `signedOut` names the message for visitors at /login. */
export const inside = <const Path extends string>(path: Path, title: string, signedOut?: string) => ({
  getParentRoute: () => dashboard,
  path,
  staticData: { title },
  beforeLoad: ({ context, ...navigation }: Navigation & { context: Context }) => context.mayOpen(navigation, signedOut),
});

/** Types the search params of links. The screen's own code, which loads later, validates the URL. */
export type CheckedLater<Search> = (search: Search & SearchSchemaInput) => Record<string, string | undefined>;
export const unchecked = (search: object) => search as Record<string, string | undefined>;

export function onlyText<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      [name in Name]?: string;
    };
}
