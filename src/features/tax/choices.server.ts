import type { UserDb } from '../../server/session/with-user.server.ts';
import type { TaxLine } from '../transaction/listed.ts';
import type { LineSettings } from './rules/lines.ts';

/** The landlord's lines by category, instead of the default ones. */
export async function readChoices(db: UserDb): Promise<LineSettings['choices']> {
  const chosen = await db.selectFrom('tax_choices').select(['category', 'line']).execute();
  return new Map(chosen.map(({ category, line }) => [category, line as TaxLine]));
}
