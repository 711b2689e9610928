import { ACCOUNT, OPEN } from './account.ts';
import type { AuthorizationCases } from './authorization-cases.ts';
import { BANK_ROWS } from './bank-rows.ts';
import { BANKS } from './banks.ts';
import { CALENDAR } from './calendar.ts';
import { JOURNEYS } from './journeys.ts';
import { LOANS } from './loans.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PLANS } from './plans.ts';
import { RECEIPTS } from './receipts.ts';
import { RECORDS } from './records.ts';
import { RENT } from './rent.ts';
import { REPORTS } from './reports.ts';
import { SAMPLE } from './sample.ts';
import { TAX } from './tax.ts';
import { TAX_UPDATES } from './tax-updates.ts';
import { TEAM } from './team.ts';

/** How each route is reached and whose records it has. */
export const ALL_CASES: AuthorizationCases = {
  ...RECEIPTS,
  ...RECORDS,
  ...BANK_ROWS,
  ...BANKS,
  ...PLANS,
  ...CALENDAR,
  ...SAMPLE,
  ...NOTIFICATIONS,
  ...RENT,
  ...TAX,
  ...REPORTS,
  ...JOURNEYS,
  ...LOANS,
  ...TAX_UPDATES,
  ...TEAM,
  ...ACCOUNT,
  ...OPEN,
};
