import { sql } from 'kysely';
import { mapCooperatively } from '../../../server/cooperative.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { categoryOf, NOT_LETTINGS } from '../entry.ts';
import {
  type Choice,
  type Direction,
  type KnownPayers,
  learnedRule,
  type PayerRule,
  payerKey,
  type Rule,
  ruleKey,
} from './payer.ts';

type StoredRule = Rule & { payer: string; type: Direction };

/** Returns all payer rules, and the account's setting unless `lettingsOnly` overrides it. */
export async function readPayers(
  db: UserDb,
  { accountId, lettingsOnly }: { accountId: string | null; lettingsOnly?: boolean | undefined },
): Promise<KnownPayers> {
  const { rows } = await sql<StoredRule>`
    select payer, type, category, property_id as "propertyId", varies, learned_from as "taughtBy" from payer_rules`.execute(
    db,
  );
  const account = await sql<{ lettingsOnly: boolean }>`
    select lettings_only as "lettingsOnly" from bank_accounts where id = ${accountId}`.execute(db);
  return {
    rules: new Map(rows.map((rule) => [ruleKey(rule.type, rule.payer), rule])),
    lettingsOnly: lettingsOnly ?? account.rows[0]?.lettingsOnly ?? false,
  };
}

type Lesson = { text: string; type: Direction; id: string | null; choice: Choice };

export const learning = {
  learn: learnFrom,
  unlearn,
  categoryOf: ({ description, amount }: { description: string; amount: number }) =>
    categoryOf({ text: description, amount, category: null }),
};

async function learnFrom(
  db: UserDb,
  { ids, choice, batch }: { ids: readonly string[]; choice: Choice; batch?: string },
): Promise<void> {
  if (choice.category === undefined && choice.propertyId === undefined) return;
  const { rows } = await sql<Omit<Lesson, 'choice'>>`
    select id, description as text, type from transactions
    where id = any(${ids}::uuid[]) and source in ('bank', 'file') and split_id is null`.execute(db);
  await learn(
    db,
    rows.map((row) => ({ ...row, choice })),
    batch,
  );
}

/**
 * Updates the payers' rules with the choices, in order. Rules apply to the whole account, so choices of a member
 * without access to all properties are ignored.
 */
export async function learn(db: UserDb, given: readonly Lesson[], batch: string | null = null): Promise<void> {
  const payers = new Map<string, { payer: string; type: Direction; rows: Lesson[] }>();
  const keys = await mapCooperatively(given, ({ text }) => payerKey(text));
  for (const [at, one] of given.entries()) {
    const payer = keys[at] ?? '';
    if (payer === '') continue;
    const key = ruleKey(one.type, payer);
    const same = payers.get(key) ?? { payer, type: one.type, rows: [] };
    same.rows.push(one);
    payers.set(key, same);
  }
  if (payers.size === 0) return;
  const { rows: known } = await sql<StoredRule>`
    select payer, type, category, property_id as "propertyId", varies, learned_from as "taughtBy" from payer_rules
    where payer = any(${[...payers.values()].map(({ payer }) => payer)}::text[]) order by payer, type for update`.execute(
    db,
  );
  const before = new Map(known.map(({ payer, type, ...rule }) => [ruleKey(type, payer), rule]));
  const next = [...payers]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, { payer, type, rows }]) => {
      const ids = rows.flatMap(({ id }) => id ?? []);
      const was = before.get(key);
      const rule = rows.reduce<Rule | undefined>((now, { choice }) => learnedRule(now, choice, ids), was);
      return rule && (rule.category !== null || rule.propertyId !== null || rule.varies)
        ? [{ payer, type, ...rule, before: was ?? null }]
        : [];
    });
  await sql`
    insert into payer_rules (payer, type, category, property_id, varies, learned_from, batch, before)
    select payer, type, category, "propertyId", varies, "taughtBy", ${batch}::uuid, nullif(before, 'null')
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as rule
      (payer text, type text, category text, "propertyId" uuid, varies boolean, "taughtBy" uuid, before jsonb)
    where (select app.sees_all())
    on conflict (user_id, payer, type) do update set category = excluded.category, property_id = excluded.property_id,
      varies = excluded.varies, learned_from = excluded.learned_from, batch = excluded.batch, before = excluded.before, learned_at = app.instant()`.execute(
    db,
  );
}

/** Restores the rules from before a bulk change. */
async function unlearn(db: UserDb, batch: string): Promise<void> {
  await sql`delete from payer_rules where batch = ${batch}::uuid and before is null`.execute(db);
  await sql`
    update payer_rules set category = before ->> 'category',
      property_id = (select id from properties where id = (before ->> 'propertyId')::uuid),
      varies = (before ->> 'varies')::boolean, learned_from = (before ->> 'taughtBy')::uuid, batch = null, before = null
    where batch = ${batch}::uuid`.execute(db);
}

/** Returns the rules by payer, with private payers last. */
export async function listRules(db: UserDb): Promise<PayerRule[]> {
  const { rows } = await sql<PayerRule>`
    select r.id, upper(payer) as payer, r.type, category, property_id as "propertyId", address || ', ' || city as "propertyAddress"
    from payer_rules r left join properties p on p.id = property_id
    where category is not null or property_id is not null
    order by category is not distinct from ${NOT_LETTINGS}, payer, r.type`.execute(db);
  return rows;
}

/** Throws `not_found`. */
export async function removeRule(db: UserDb, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from payer_rules where id = ${id}::uuid`.execute(db);
  if (numAffectedRows !== 1n) throw new AppError('not_found');
}

/** Throws `not_found`. */
export async function setLettingsOnly(
  db: UserDb,
  { id, lettingsOnly }: { id: string; lettingsOnly: boolean },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update bank_accounts set lettings_only = ${lettingsOnly} where id = ${id}::uuid`.execute(db);
  if (numAffectedRows !== 1n) throw new AppError('not_found');
}
