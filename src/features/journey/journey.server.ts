import { sql } from 'kysely';
import { z } from 'zod';
import { completedTable, penceColumn, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { Order } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { personalTaxYear, personalTaxYearOf, type TaxYearDays } from '../../shared/tax-years.ts';
import { validateProperty } from '../transaction/transaction.server.ts';
import type { Journey, JourneyInput, JourneyQuery, MileageYear } from './journey.ts';
import { hasUnconfirmedRate, priceJourneys, type RateChoice, ratesFor } from './rules/mileage.ts';

type Stored = Omit<Journey, 'pence'>;

const byDay = (direction: 'asc' | 'desc'): Order<Stored> => ({
  by: sql`day`,
  direction,
  key: 'day',
  // PostgreSQL has no year 0.
  sent: z.iso.date().refine((day) => !day.startsWith('0000')),
  value: (sent) => sql`${sent}::date`,
});

const total = sql<number>`(miles * case when return_journey then 2 else 1 end)::float8`;

/** `from` and `to` are days. Periods of a property business can differ from tax years. */
type JourneysQuery = JourneyQuery & Partial<Pick<TaxYearDays, 'from' | 'to'>>;

const table = recordTable<Omit<JourneyInput, 'capitalAllowances'>, Stored, Stored, JourneysQuery>({
  table: 'journeys',
  noun: 'journey',
  columns: {
    day: 'day',
    miles: { column: 'miles', read: sql`miles::float8`, write: (miles) => miles },
    returnJourney: 'return_journey',
    from: 'from_place',
    to: 'to_place',
    purpose: 'purpose',
    propertyId: 'property_id',
    driverId: 'owner_id',
    vehicle: 'vehicle',
    vehicleName: 'vehicle_name',
    extraKind: 'extra_kind',
    extra: penceColumn('extra'),
  },
  computed: {
    property: sql`(select address || ', ' || city from properties where properties.id = journeys.property_id)`,
    driver: sql`(select name from owners where owners.id = journeys.owner_id)`,
    totalMiles: total,
  },
  orders: { newest: byDay('desc'), oldest: byDay('asc') },
  find: (q) => sql`app.find_journeys(${q})`,
  filters: {
    year: (year) => {
      const { from, to } = personalTaxYear(year) ?? { from: null, to: null };
      return sql`day between ${from}::date and ${to}::date`;
    },
    from: (from) => sql`day >= ${from}::date`,
    to: (to) => sql`day <= ${to}::date`,
  },
});

const NO_SUCH_DRIVER = 'This owner no longer exists. Choose another.';
const FUTURE = 'Enter today or an earlier date';

async function assertValid(db: UserDb, input: JourneyInput): Promise<void> {
  const { propertyId } = await validateProperty(db, input);
  if (propertyId) throw invalidField('propertyId', propertyId);
  if (input.driverId) {
    const locked = db.selectFrom('owners').select('id').where('id', '=', input.driverId).forKeyShare();
    if (!(await locked.executeTakeFirst())) throw invalidField('driverId', NO_SUCH_DRIVER);
  }
  const { rows } = await sql<{ future: boolean }>`select ${input.day}::date > app.today() as future`.execute(db);
  if (rows[0]?.future) throw invalidField('day', FUTURE);
}

const priced = completedTable(table, withPence);

/** Saves throw `invalid_input` for a missing property or driver, or a future date. */
export const journeyTable = {
  ...priced,
  add: async (db: UserDb, input: JourneyInput) => {
    await assertValid(db, input);
    return priced.add(db, input);
  },
  change: async (db: UserDb, args: Versioned & { input: JourneyInput }) => {
    await assertValid(db, args.input);
    return priced.change(db, args);
  },
};

async function withPence(db: UserDb, journeys: readonly Stored[]): Promise<Journey[]> {
  const days = journeys.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const priced = await readPriced(db, { from: first, to: last });
  const pence = new Map(priced.map((one) => [one.id, one.pence]));
  return journeys.map((journey) => ({ ...journey, pence: pence.get(journey.id) ?? 0 }));
}

/** The driver of journeys without a driver; all zeros in an account without owners. */
const firstOwner = sql`coalesce((select id from owners order by date_added, id limit 1), app.no_property())`;

type Days = Pick<TaxYearDays, 'from' | 'to'>;

/** Also reads earlier journeys of the tax year, because they count towards the limit of miles. */
async function readPriced(db: UserDb, { from, to }: Days) {
  const start = personalTaxYearOf(from).from;
  const [choice, { rows }] = await Promise.all([
    readChoice(db),
    sql<{ id: string; day: string; driver: string; vehicle: Journey['vehicle']; miles: number; extra: number }>`
      select id, day, coalesce(owner_id, ${firstOwner})::text as driver, vehicle, ${total} as miles, (coalesce(extra, 0) * 100)::bigint as extra from journeys
      where day between ${start}::date and ${to}::date order by day, date_added, id`.execute(db),
  ]);
  const journeys = rows.map((row) => ({ ...row, taxYear: personalTaxYearOf(row.day).year }));
  return priceJourneys(journeys, ratesFor(choice)).filter(({ day }) => day >= from);
}

async function readChoice(db: UserDb): Promise<RateChoice | null> {
  const row = await db.selectFrom('mileage_choices').select('rate').executeTakeFirst();
  return (row?.rate as RateChoice | undefined) ?? null;
}

export type JourneyTotals = { journeys: number; miles: number; mileage: number; extras: number; pence: number };

/** Returns totals of the days, both included, of one driver or all. `pence` is mileage and extra costs together. */
export async function journeyTotals(db: UserDb, days: Days, owner?: string): Promise<JourneyTotals> {
  const all = await readPriced(db, days);
  const journeys = owner === undefined ? all : all.filter(({ driver }) => driver === owner.toLowerCase());
  const sum = (of: (one: (typeof journeys)[number]) => number) => journeys.reduce((total, one) => total + of(one), 0);
  const [mileage, extras] = [sum(({ pence }) => pence), sum(({ extra }) => extra)];
  const tenths = sum(({ miles }) => Math.round(miles * 10));
  return { journeys: journeys.length, miles: tenths / 10, mileage, extras, pence: mileage + extras };
}

export async function readYear(db: UserDb, year: TaxYearDays, owner?: string): Promise<MileageYear> {
  const [{ journeys, miles, mileage, extras }, rate] = await Promise.all([
    journeyTotals(db, year, owner),
    readChoice(db),
  ]);
  const unconfirmed = rate === null && hasUnconfirmedRate(year.to);
  return { year: year.year, journeys, miles, mileage, extras, rate, unconfirmed };
}

export async function chooseRate(db: UserDb, rate: RateChoice): Promise<void> {
  await sql`insert into mileage_choices (rate) values (${rate})
    on conflict (user_id) do update set rate = excluded.rate`.execute(db);
}
