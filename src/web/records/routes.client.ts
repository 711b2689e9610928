/** The routes above every screen, and what a screen's route is made of. The app gives them their frame and says who may open them. */
import { createRootRouteWithContext, createRoute, type SearchSchemaInput } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the screen is called, before ' · Tenure' in the title of the page. */
    title?: string;
  }
}

export type Navigation = { cause: 'enter' | 'stay' | 'preload'; location: { href: string } };

type Context = {
  /** Leaves for a page that says why, where the person may not open the screen. `signedOut` names what a visitor is told at /login. */
  mayOpen: (navigation: Navigation, signedOut?: string) => Promise<void>;
};

export const root = createRootRouteWithContext<Context>()({});

export const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard' });

/** A screen below /dashboard. `signedOut` is the name of the notice for a visitor, where the login page has one. */
export const inside = <const Path extends string>(path: Path, title: string, signedOut?: string) => ({
  getParentRoute: () => dashboard,
  path,
  staticData: { title },
  beforeLoad: ({ context, ...navigation }: Navigation & { context: Context }) => context.mayOpen(navigation, signedOut),
});

/** Types what links may say. The screen itself checks what the address says: its code knows the rules, and comes later. */
export type CheckedLater<Search> = (search: Search & SearchSchemaInput) => Record<string, string | undefined>;
export const unchecked = (search: object) => search as Record<string, string | undefined>;

/** A `validateSearch` that keeps these names, where they were given. */
export function onlyText<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      [name in Name]?: string;
    };
}
