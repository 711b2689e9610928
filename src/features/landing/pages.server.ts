import { join } from 'node:path';
import type { Clock } from '../../outside/clock.ts';
import { loadBuiltPages, type PublicPage } from '../../server/http/pages/built-pages.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { marksOf, type Operator, type PageName, pageFile, type Slots } from './page.ts';

export type PublicPages = (which: PageRequest) => PublicPage;
export type PageRequest = { page: PageName; signedIn: boolean } & Pick<Slots, 'plan' | 'notice' | 'form'>;

type Options = {
  /** Folder of the web build with `pages.json`. */
  directory: string;
  operator: Operator;
  clock: Clock;
};

/** Rejects if the build is incomplete. */
export async function loadPublicPages({ directory, operator, clock }: Options): Promise<PublicPages> {
  const pages = await loadBuiltPages(join(directory, 'pages.json'));
  return ({ page, signedIn, ...values }) => {
    // Read for each request, so that a new year needs no restart.
    const year = londonDay(clock.now()).slice(0, 4);
    const marks = marksOf({ ...values, operator, year });
    // Pages with entered values are not cached.
    return pages({ file: `pages/${pageFile({ page, signedIn })}`, marks, kept: !values.form });
  };
}
