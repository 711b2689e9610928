import type { UserDb } from '../../server/session/with-user.server.ts';
import type { TaxLine } from '../transaction/listed.ts';
import type { LineSettings } from './rules/lines.ts';

/** Returns the tax lines that the landlord chose, by category. Other categories have their default line. */
export async function readChoices(db: UserDb): Promise<LineSettings['choices']> {
  const chosen = await db.selectFrom('tax_choices').select(['category', 'line']).execute();
  return new Map(chosen.map(({ category, line }) => [category, line as TaxLine]));
}
