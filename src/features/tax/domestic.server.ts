/** Replaced domestic items (box 36), with facts from the landlord. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { partOn, type Sum, splitSums } from '../owner/rules/shares.ts';
import type { DomesticItem, DomesticItemInput } from './domestic.ts';
import { linedRows } from './lined.server.ts';
import { readShares } from './owner-sums.server.ts';
import { domesticItemRelief } from './rules/domestic-items.ts';

type Days = { from: string; to: string };

type Found = { items: DomesticItem[]; pence: number };

/** Newest first; with `owner`, those with a share. A refund is not an item: it only lowers the box. */
export async function readDomesticItems(db: UserDb, days: Days, owner?: string): Promise<Found> {
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
  const { rows: known } = await sql<DomesticItemInput & { id: string }>`
    select transaction_id as id, kind, (equivalent * 100)::bigint as equivalent, (incidental * 100)::bigint as incidental,
      (proceeds * 100)::bigint as proceeds
    from tax_domestic_items where transaction_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  const factsOf = new Map(known.map(({ id, ...facts }) => [id, facts]));
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
  const held = await db.selectFrom('transactions').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  if (!held) throw new AppError('not_found', { message: 'Transaction not found' });
  const pounds = (pence: number) => sql`${pence}::numeric / 100`;
  await sql`
    insert into tax_domestic_items (transaction_id, kind, equivalent, incidental, proceeds)
    values (${id}, ${facts.kind}, ${pounds(facts.equivalent)}, ${pounds(facts.incidental)}, ${pounds(facts.proceeds)})
    on conflict (transaction_id) do update set kind = excluded.kind, equivalent = excluded.equivalent,
      incidental = excluded.incidental, proceeds = excluded.proceeds`.execute(db);
}
