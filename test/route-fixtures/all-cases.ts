import { ACCOUNT, OPEN } from './account.ts';
import type { AuthorizationCases } from './authorization-cases.ts';
import { BANK_ROWS } from './bank-rows.ts';
import { BANKS } from './banks.ts';
import { BULK } from './bulk.ts';
import { CALENDAR } from './calendar.ts';
import { DEADLINES } from './deadlines.ts';
import { DOCUMENTS } from './documents.ts';
import { IMPORTED_FILES } from './imports.ts';
import { INSPECTION_LINKS } from './inspection-links.ts';
import { INSPECTIONS } from './inspections.ts';
import { JOURNEYS } from './journeys.ts';
import { KEYS } from './keys.ts';
import { LOANS } from './loans.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PLANS } from './plans.ts';
import { RECEIPTS } from './receipts.ts';
import { RECORDS } from './records.ts';
import { RENT } from './rent.ts';
import { REPAIR_LINKS } from './repair-links.ts';
import { REPAIRS } from './repairs.ts';
import { REPORTS } from './reports.ts';
import { RESIDENTS } from './residents.ts';
import { SAMPLE } from './sample.ts';
import { SERVED } from './served.ts';
import { TAX } from './tax.ts';
import { TAX_UPDATES } from './tax-updates.ts';
import { TEAM } from './team.ts';
import { WEBHOOKS } from './webhooks.ts';

export const ALL_CASES: AuthorizationCases = {
  ...RECEIPTS,
  ...RECORDS,
  ...DOCUMENTS,
  ...BANK_ROWS,
  ...BANKS,
  ...BULK,
  ...PLANS,
  ...CALENDAR,
  ...SAMPLE,
  ...NOTIFICATIONS,
  ...RENT,
  ...TAX,
  ...REPAIRS,
  ...INSPECTIONS,
  ...REPORTS,
  ...DEADLINES,
  ...JOURNEYS,
  ...LOANS,
  ...SERVED,
  ...TAX_UPDATES,
  ...REPAIR_LINKS,
  ...INSPECTION_LINKS,
  ...RESIDENTS,
  ...TEAM,
  ...KEYS,
  ...WEBHOOKS,
  ...IMPORTED_FILES,
  ...ACCOUNT,
  ...OPEN,
};
