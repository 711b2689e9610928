import { account, beforeSignIn } from './states/account.ts';
import { finance } from './states/finance.ts';
import { imports } from './states/imports.ts';
import { inspections } from './states/inspections.ts';
import { papers } from './states/papers.ts';
import { people, properties } from './states/records.ts';
import { rent } from './states/rent.ts';
import { repairs } from './states/repairs.ts';
import { reports } from './states/reports.ts';
import { restore } from './states/restore.ts';
import { tax } from './states/tax.ts';
import { taxUpdates } from './states/tax-updates.ts';
import { team } from './states/team.ts';
import { stateChecker } from './support/accessible.ts';
import { test } from './support/test.ts';

// The slowest walks come first, so that they do not run alone at the end.
const WALKS = {
  'of finance': finance,
  'of properties': properties,
  'of the account and the shell': account,
  'of tenants and suppliers': people,
  'of rent': rent,
  'of repairs': repairs,
  'of inspections': inspections,
  'of the team': team,
  'of papers': papers,
  'of tax': tax,
  'of reports': reports,
  'of tax updates': taxUpdates,
  'of the import': imports,
  'of a restore': restore,
  'before sign-in': beforeSignIn,
};

for (const [where, walk] of Object.entries(WALKS)) {
  for (const widths of [[], [1280, 768, 375]]) {
    test(`states ${where} are accessible${widths.length ? ' on a desk, a tablet and a phone' : ''}`, {
      tag: widths.length ? '@full' : [],
    }, async ({ page, server, anotherLandlord, forward, expectConsoleError, context }) => {
      test.setTimeout(600_000);
      const landlord = await anotherLandlord();
      if (walk !== beforeSignIn) await context.addCookies(await landlord.page.context().cookies());
      const check = stateChecker(page, widths);
      await walk({ page, check, server, landlord, anotherLandlord, forward, expectConsoleError });
    });
  }
}
