import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { KIND_LABELS, KIND_RIGHTS, type Kind } from '../import-file/kinds.ts';

const AREA_WORDS: Record<string, string> = { people: 'tenants', money: 'transactions' };

export const rightsOf = (kinds: readonly (Kind | null)[]): string[] => [
  ...new Set(kinds.flatMap((kind) => (kind ? KIND_RIGHTS[kind] : []))),
];

/** Throws `not_allowed` unless the member has all properties and the rights of `kinds`. */
export async function assertMayImport(db: UserDb, kinds: readonly (Kind | null)[]): Promise<void> {
  const rights = rightsOf(kinds);
  const { rows } = await sql<{ whole: boolean; missing: string[] }>`
    select app.sees_all() as whole, array(select needed from unnest(${rights}::text[]) needed where not app.may(needed)) as missing`.execute(
    db,
  );
  const [{ whole, missing } = { whole: false, missing: rights }] = rows;
  if (!whole)
    throw new AppError('not_allowed', {
      message: 'Only people with all properties can import a file. Ask an owner of the account.',
    });
  const refused = kinds.find((kind) => kind && KIND_RIGHTS[kind].some((right) => missing.includes(right)));
  if (!refused) return;
  const areas = KIND_RIGHTS[refused].filter((right) => missing.includes(right)).map(areaWords);
  throw new AppError('not_allowed', {
    message: `To import ${KIND_LABELS[refused].toLowerCase()} you need the right to change ${new Intl.ListFormat('en-GB').format(areas)}. Ask an owner of the account.`,
  });
}

function areaWords(right: string): string {
  const [area = ''] = right.split('.');
  return AREA_WORDS[area] ?? area;
}
