/** SQL of replaced domestic items (box 36) and the facts that the landlord entered. Amounts are pence. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { partOn, type Sum, splitSums } from '../owner/rules/shares.ts';
import type { DomesticItem, DomesticItemInput } from './domestic.ts';
import { linedRows } from './lined.server.ts';
import { readShares } from './owner-sums.server.ts';
import { domesticItemRelief } from './rules/domestic-items.ts';

type Days = { from: string; to: string };

type DomesticItems = { items: DomesticItem[]; pence: number };

/**
 * Returns items, newest first, and the amount of box 36. With `owner`, only items and amounts of that owner's share.
 * Refunds are not items, but lower the amount. Throws `not_found` for an unknown owner.
 */
export async function readDomesticItems(db: UserDb, days: Days, owner?: string): Promise<DomesticItems> {
  const [{ items, sums }, shared] = await Promise.all([readSums(db, days), owner ? readShares(db, owner) : null]);
  if (!shared)
    return {
      items: items.map(({ propertyId: _, ...item }) => ({ ...item, part: null })),
      pence: sums.reduce((total, { pence }) => total + pence, 0),
    };
  const { shares, owners, owner: id } = shared;
  const on = partOn(shares, owners, id);
  const parts = splitSums({ sums, shares, owners });
  return {
    items: items.flatMap(({ propertyId, ...item }) => {
      const part = on(propertyId, item.date);
      return part ? [{ ...item, part: part(item.relief) }] : [];
    }),
    pence: parts.filter((part) => part.owner === id).reduce((total, { pence }) => total + pence, 0),
  };
}

type Item = Omit<DomesticItem, 'part'> & { propertyId: string | null };

async function readSums(db: UserDb, days: Days): Promise<{ items: Item[]; sums: Sum[] }> {
  const rows = await linedRows(db, ['domestic_item'], days);
  const { rows: stored } = await sql<DomesticItemInput & { id: string }>`
    select transaction_id as id, kind, (equivalent * 100)::bigint as equivalent, (incidental * 100)::bigint as incidental,
      (proceeds * 100)::bigint as proceeds
    from tax_domestic_items where transaction_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  const factsOf = new Map(stored.map(({ id, ...facts }) => [id, facts]));
  const items = rows
    .filter(({ pence }) => pence < 0)
    .map(({ id, date, description, propertyId, propertyAddress, pence }) => {
      const facts = factsOf.get(id) ?? null;
      const cost = -pence;
      const relief = facts ? domesticItemRelief({ ...facts, cost, rentARoom: false }).pence : cost;
      return { id, date, description, propertyId, propertyAddress, cost, facts, relief };
    });
  const reliefs = new Map(items.map(({ id, relief }) => [id, relief]));
  const sums = rows.map(({ id, date, propertyId, pence }) => ({
    property: propertyId,
    line: 'domestic_item',
    day: date,
    pence: reliefs.get(id) ?? -pence,
  }));
  return { items, sums };
}

/** Throws `not_found` for a transaction that the landlord does not have. */
export async function saveDomesticItem(db: UserDb, id: string, facts: DomesticItemInput): Promise<void> {
  const transaction = await db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!transaction) throw new AppError('not_found', { message: 'Transaction not found' });
  const pounds = (pence: number) => sql`${pence}::numeric / 100`;
  await sql`
    insert into tax_domestic_items (transaction_id, kind, equivalent, incidental, proceeds)
    values (${id}, ${facts.kind}, ${pounds(facts.equivalent)}, ${pounds(facts.incidental)}, ${pounds(facts.proceeds)})
    on conflict (transaction_id) do update set kind = excluded.kind, equivalent = excluded.equivalent,
      incidental = excluded.incidental, proceeds = excluded.proceeds`.execute(db);
}
