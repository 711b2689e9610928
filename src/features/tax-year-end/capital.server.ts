/** The capital list: price, buying costs and improvements of each property, for capital gains. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { linedRows } from '../tax/lined.server.ts';
import type { CapitalProperty, PurchaseInput } from './year-end.ts';

const ALWAYS = { from: '1900-01-01', to: '2200-12-31' };
const NO_PURCHASE: PurchaseInput = { price: 0, boughtOn: null, stampDuty: 0, legalFees: 0, otherCosts: 0 };
const NO_PROPERTY = 'No property';

type Known = Pick<CapitalProperty, 'purchase' | 'address' | 'exists'> & { id: string };

/** Returns properties with a price, buying costs or transactions, by address; those without a property are last. */
export async function readCapital(db: UserDb): Promise<CapitalProperty[]> {
  const [rows, purchases] = await Promise.all([linedRows(db, ['capital'], ALWAYS), readPurchases(db)]);
  const found = new Map<string | null, CapitalProperty>();
  for (const { id, ...property } of purchases) {
    const { price, stampDuty, legalFees, otherCosts } = property.purchase;
    const total = price + stampDuty + legalFees + otherCosts;
    found.set(id, { propertyId: id, ...property, rows: [], total });
  }
  for (const { propertyId, propertyAddress, ...row } of rows) {
    const property = found.get(propertyId) ?? {
      propertyId,
      address: propertyAddress ?? NO_PROPERTY,
      exists: false,
      purchase: NO_PURCHASE,
      rows: [],
      total: 0,
    };
    const cost = { ...row, pence: -row.pence };
    found.set(propertyId, { ...property, rows: [...property.rows, cost], total: property.total + cost.pence });
  }
  return [...found.values()]
    .filter((one) => one.total !== 0 || one.rows.length > 0)
    .sort((one, other) => rankOf(one) - rankOf(other) || one.address.localeCompare(other.address, 'en-GB'));
}

const rankOf = ({ propertyId }: CapitalProperty) => (propertyId === null ? 1 : 0);

/** Returns all properties, and deleted properties with a purchase. */
async function readPurchases(db: UserDb): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select coalesce(p.id, b.property_id) as id, p.id is not null as exists,
      coalesce(p.address || ', ' || p.city, 'A deleted property') as address,
      json_build_object('price', (coalesce(price, 0) * 100)::bigint, 'boughtOn', bought_on, 'stampDuty', (coalesce(stamp_duty, 0) * 100)::bigint,
        'legalFees', (coalesce(legal_fees, 0) * 100)::bigint, 'otherCosts', (coalesce(other_costs, 0) * 100)::bigint) as purchase
    from properties p full join tax_purchases b on b.property_id = p.id and b.user_id = p.user_id`.execute(db);
  return rows;
}

/** Throws `not_found` for a property that the landlord does not have. */
export async function savePurchase(db: UserDb, propertyId: string, purchase: PurchaseInput): Promise<void> {
  const held = await db.selectFrom('properties').select('id').where('id', '=', propertyId).executeTakeFirst();
  if (!held) throw new AppError('not_found', { message: 'Property not found' });
  const pounds = (pence: number) => sql`${pence}::numeric / 100`;
  const { price, boughtOn, stampDuty, legalFees, otherCosts } = purchase;
  await sql`
    insert into tax_purchases (property_id, bought_on, price, stamp_duty, legal_fees, other_costs)
    values (${propertyId}, ${boughtOn}::date, ${pounds(price)}, ${pounds(stampDuty)}, ${pounds(legalFees)}, ${pounds(otherCosts)})
    on conflict (user_id, property_id) do update set bought_on = excluded.bought_on, price = excluded.price,
      stamp_duty = excluded.stamp_duty, legal_fees = excluded.legal_fees, other_costs = excluded.other_costs`.execute(
    db,
  );
}
