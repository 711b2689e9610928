/** Compares each owner's figures with an independent recount in SQL, for random transactions and shares. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedOwners, figuresOf, setShares } from '../../../test/fixtures/owners.ts';
import { figures } from '../../../test/fixtures/tax.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const HOMES = 4;
const DAYS = ['2025-04-06', '2026-04-05', '2026-04-06', '2026-05-01', '2026-05-05', '2026-05-06', '2026-05-17'];
const LATER = ['2026-05-31', '2026-06-01', '2026-09-14', '2027-04-01', '2027-04-05', '2027-04-06'];
const day = fc.constantFrom(...DAYS, ...LATER);
/** The index after the last property means no property, or the general shares. */
const home = fc.nat(HOMES);
const row = fc.record({
  home,
  day,
  category: fc.constantFrom('rent', 'insurance', 'utilities', 'maintenance', 'mortgage interest', 'tax', 'deposit'),
  refund: fc.boolean(),
  own: fc.constantFrom(null, null, null, 'repairs', 'ask', 'not_tax'),
  // Small amounts give several properties the same remainder.
  pence: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99_999 })),
});
const SPLITS = [
  ['100', '', ''],
  ['60', '40', ''],
  ['1/3', '1/3', '1/3'],
  ['', '50', '50'],
  ['0.01', '99.98', '0.01'],
] as const;
const change = fc.record({
  home,
  day,
  split: fc.constantFrom(...SPLITS),
  form: fc.constantFrom(null, null, '2026-05-20', '2026-09-01'),
});
const setup = fc.record({
  rows: fc.array(row, { minLength: 5, maxLength: 40 }),
  changes: fc.array(change, { maxLength: 4 }),
  shops: fc.array(fc.nat(HOMES - 1), { maxLength: 1 }),
  percent: fc.constantFrom(0, 60),
});

const INSERT = `
  insert into transactions (user_id, property_id, amount, description, date, category, type, refund, tax_line)
  select $1, property, case when category = 'rent' or refund then pence else -pence end / 100.0, 'Row', day, category,
    case when category = 'rent' or refund then 'income' else 'expense' end, refund and category <> 'rent', own
  from json_to_recordset($2::json) as r (property uuid, pence bigint, day date, category text, refund boolean, own text)`;

/** Applies the shares of each day, sums by property, line and share period, and splits by largest remainder. */
const RECOUNT = `
  with dated as (
    select t.id, t.property_id, t.date, round(t.amount * 100) as pence, t.type,
      coalesce(t.tax_line, case t.category when 'rent' then 'rent' when 'insurance' then 'premises' when 'utilities' then 'premises'
        when 'maintenance' then 'repairs' when 'tax' then 'ask' when 'deposit' then 'not_tax'
        else case when l.residential_percent = 0 then 'finance_other' else 'finance_residential' end end) as line
    from transactions t left join tax_lettings l on l.user_id = t.user_id and l.property_id = t.property_id
    where t.user_id = $1 and t.status = 'completed' and t.date between '2026-04-06' and '2027-04-05'
  ), declared as (
    -- Declared shares of spouses apply from this day, unless other shares apply from an earlier day.
    select o.*, greatest(o.starts_on, o.signed_on) as begins,
      (select min(n.starts_on) from ownerships n where n.user_id = o.user_id and n.property_id = o.property_id
        and n.starts_on > o.starts_on) as ends
    from ownerships o where o.user_id = $1
  ), placed as (
    select dated.*, d.property_id as owned, d.starts_on, d.spouses, d.begins,
      d.spouses and not coalesce(dated.date >= d.begins, false) as equal
    from dated left join lateral (
      select * from declared d where d.starts_on <= dated.date and (d.ends is null or dated.date < d.ends)
        and d.property_id in (coalesce(dated.property_id, '00000000-0000-0000-0000-000000000000'), '00000000-0000-0000-0000-000000000000')
      order by d.property_id = '00000000-0000-0000-0000-000000000000' limit 1) d on true
  ), totals as (
    select property_id, line, case when line = 'ask' then type end as side, owned, starts_on, equal, sum(pence) as pence, count(*) as rows
    from placed group by 1, 2, 3, 4, 5, 6
  ), parts as (
    select t.*, o.id as owner, o.place, case when t.owned is null then case when o.place = 1 then 1 end
      when s.owner_id is null then null when t.equal then 0.5 else s.numerator::numeric / s.denominator end as part,
      case when t.equal then abs(t.pence) / 2 else abs(t.pence) * coalesce(s.numerator, 1) / coalesce(s.denominator, 1) end as exact
    from totals t cross join (select id, row_number() over (order by date_added, id) as place from owners where user_id = $1) o
    left join shares s on s.user_id = $1 and s.owner_id = o.id and s.property_id = t.owned and s.starts_on = t.starts_on
  ), ranked as (
    select *, abs(pence) - sum(floor(exact + 1e-9)) over whole as left_over,
      row_number() over (partition by property_id, line, side, owned, starts_on, equal
        order by round(exact - floor(exact + 1e-9), 8) desc, place) as rank
    from parts where part is not null
    window whole as (partition by property_id, line, side, owned, starts_on, equal)
  )
  select owner, line, sum(rows)::integer as rows,
    sum(sign(pence) * (floor(exact + 1e-9) + case when rank <= left_over then 1 else 0 end))::integer as pence
  from ranked group by owner, line order by 1, 2`;

type Counted = { owner: string; line: string; rows: number; pence: number };
const byLine = (one: { line: string }, other: { line: string }) => (one.line < other.line ? -1 : 1);

async function insertRows(
  { id }: Landlord,
  homes: readonly string[],
  rows: readonly (typeof row extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const values = rows.map(({ home, ...rest }) => ({ ...rest, property: homes[home] ?? null }));
  await query(server.database, INSERT, [id, JSON.stringify(values)]);
}

it('gives each owner the recounted lines, which add up to all lines, for any shares', async () => {
  await fc.assert(
    fc.asyncProperty(setup, async ({ rows, changes, shops, percent }) => {
      const ada = await landlord();
      const owners = await addedOwners(ada, 'Ada', 'Ben', 'Cleo');
      const homes: string[] = [];
      for (let at = 0; at < HOMES; at++) homes.push((await addedProperty(ada)).id);
      await insertRows(ada, homes, rows);
      for (const shop of shops) await ada.put(`/api/tax/lettings/${homes[shop]}`, { residentialPercent: percent });
      for (const { home, day: from, split, form } of changes) {
        const shares = Object.fromEntries(split.flatMap((share, at) => (share ? [[owners[at] ?? '', share]] : [])));
        const spouses = form !== null && split.filter(Boolean).length === 2;
        const days = spouses ? { spouses, signedOn: form, receivedOn: form } : {};
        await setShares(ada, { property: homes[home] ?? null, from, ...days }, shares);
      }
      const all = await figures(ada);
      const counted = await query<Counted>(server.database, RECOUNT, [ada.id]);
      const sums = new Map<string, number>();
      for (const owner of owners) {
        const { lines } = await figuresOf(ada, owner);
        for (const { line, pence } of lines) sums.set(line, (sums.get(line) ?? 0) + pence);
        if (shops.length > 0 && percent > 0) continue;
        const own = counted.filter((one) => one.owner === owner).map(({ owner: _, ...one }) => one);
        expect([owner, lines.toSorted(byLine)]).toEqual([owner, own.toSorted(byLine)]);
      }
      for (const { line, pence } of all.lines) expect([line, sums.get(line)]).toEqual([line, pence]);
    }),
    { numRuns: 25 },
  );
});
