/** Reasons to refuse a download. A refused download is not saved. */
import { AppError } from '../../shared/app-error.ts';

const NOTHING_SAVED = 'We did not save anything.';

export const REFUSED = {
  foreign:
    'This file is not a data download from Tenure. Choose the zip that you downloaded under ‘Your data’, without unpacking it.',
  cut: 'This file is incomplete or damaged. Download your data again, or choose another copy of the file.',
  changed: 'This file has been changed since it was downloaded. Choose the file as you downloaded it.',
  names: 'This file has an entry whose name is not allowed. Choose the file as you downloaded it.',
  beyond: 'This file unpacks to more than its list of contents. Choose the file as you downloaded it.',
  tooNew: 'This download was made by a newer version of Tenure. Update this server, then restore it.',
  tooLarge: 'This download is too large to restore here. Contact the operator of this server.',
} as const;

export const STATE = {
  sample: 'This is the sample account. Switch to your own account to restore a download.',
  gone: 'We no longer have this file. Choose it again.',
  restored: 'This download is already restored.',
} as const;

export const refusal = (sentence: string, cause?: unknown) =>
  new AppError('invalid_input', { message: sentence, fields: { file: sentence }, cause });

const TABLE_WORDS: Record<string, string> = {
  activity: 'the activity',
  property_certificates: 'certificates',
  property_compliance: 'compliance',
  property_invoices: 'invoices',
  tenancy_rents: 'rents',
  transaction_files: 'receipts',
  right_to_rent_checks: 'right to rent checks',
};

/** Returns 'lease notices' for 'app.lease_notices'. */
const tableWords = (table: string) => TABLE_WORDS[table] ?? table.replace(/^\w+\./, '').replaceAll('_', ' ');

export const obstacleText = (table: string) =>
  `This account already has records (${tableWords(table)}). Restore a download into an account without records.`;

const WHY: Record<string, string> = {
  '23503': 'links to a record that is not in the download',
  TN422: 'links to a file that is not in the download',
  '23505': 'is in the download twice, or in use',
};

type Refused = { state: string; table: string | undefined; row?: number | null; name?: string | null };

/** For example 'Row 12 of tenants (Grace Hopper) has a value that we cannot save. We did not save anything.' */
export function rowRefusal({ state, table, row, name }: Refused): AppError {
  const where = table ? tableWords(table) : 'the download';
  const which = row ? `Row ${row} of ${where}${name ? ` (${name})` : ''}` : `A row of ${where}`;
  return refusal(`${which} ${WHY[state] ?? 'has a value that we cannot save'}. ${NOTHING_SAVED}`);
}
