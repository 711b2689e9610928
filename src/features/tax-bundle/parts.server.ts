/** The contents of the accountant's zip, in this order. */

import { sql } from 'kysely';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { formatDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { guardCell } from '../../shared/text.ts';
import { journeyTable } from '../journey/journey.server.ts';
import type { Journey } from '../journey/journey.ts';
import { VEHICLE_LABELS } from '../journey/listed.ts';
import { listOwners } from '../owner/owner.server.ts';
import { readFigures } from '../tax/tax.server.ts';
import { isOf } from '../tax-update/taxpayer.server.ts';
import { readCapital } from '../tax-year-end/capital.server.ts';
import { capitalRows } from '../tax-year-end/capital-rows.ts';
import { plainPounds } from '../transaction-export/export.ts';
import type { BundlePart } from './collect.server.ts';
import { ledgerPart } from './ledger.server.ts';

const aboutPart: BundlePart = async (db, { year, from, to, owner }, collect) => {
  const owners = owner ? (await listOwners(db)).filter(({ id }) => id === owner) : [];
  const lines = [
    `Tax year ${yearLabel(year)}: ${formatDay(from)} to ${formatDay(to)}`,
    `Owner: ${owners[0]?.name ?? 'all'}`,
    '',
    'boxes.csv      SA105 boxes from completed transactions and mileage',
    'ledger.csv     each completed transaction with its box. The last column is its id',
    'capital.csv    price, buying costs and improvements of each property, of all years',
    'mileage.csv    journeys of the tax year',
    'updates/       quarterly updates as they were sent',
    'reports/       reports of the tax year',
    'receipts/      receipts by day and description, with the last 8 characters of the id',
    'SHA256SUMS     the SHA-256 hash of each file above',
    '',
    'These figures come from the landlord’s records and answers. They are not tax advice.',
  ];
  await collect.text('README.txt', [`${lines.join('\r\n')}\r\n`]);
};

const boxesPart: BundlePart = async (db, params, collect) => {
  const { boxes, atYearEnd, profit } = await readFigures(db, params, params.owner);
  const rows = [...boxes, ...atYearEnd].map(({ box, label, pence }) => [box, label, plainPounds(pence)]);
  const all = [...rows, ['', 'Profit before residential finance costs', plainPounds(profit)]];
  await collect.text('boxes.csv', [csvHead(['Box', 'Meaning', 'Amount']) + csvLines(all)]);
};

const capitalPart: BundlePart = async (db, _, collect) => {
  const rows = (await readCapital(db)).flatMap(capitalRows);
  await collect.text('capital.csv', [csvHead(['Property', 'Date', 'Description', 'Amount']) + csvLines(rows)]);
};

const MILEAGE = ['Date', 'From', 'To', 'Purpose', 'Vehicle', 'Miles one way', 'Return', 'Amount'];

const mileagePart: BundlePart = async (db, { from, to, owner }, collect) => {
  const journeys = { q: '', from, to, sort: 'oldest' as const, limit: 100 };
  // A journey without a driver is the first owner's.
  const [first] = await listOwners(db);
  async function* chunks() {
    yield csvHead(MILEAGE);
    for (let cursor: string | undefined | null = undefined; cursor !== null; ) {
      const params: Parameters<typeof journeyTable.list>[1] = { ...journeys, ...(cursor ? { cursor } : {}) };
      const page = JSON.parse((await journeyTable.list(db, params)).text) as {
        items: Journey[];
        nextCursor: string | null;
      };
      yield csvLines(
        page.items
          .filter(({ driverId }) => !owner || (driverId ?? first?.id) === owner)
          .map((one) => [
            one.day,
            guardCell(one.from),
            guardCell(one.to),
            guardCell(one.purpose),
            guardCell([VEHICLE_LABELS[one.vehicle], one.vehicleName].filter(Boolean).join(', ')),
            String(one.miles),
            one.returnJourney ? 'Yes' : 'No',
            plainPounds(one.pence),
          ]),
      );
      cursor = page.nextCursor;
    }
  }
  await collect.text('mileage.csv', chunks());
};

type Update = Record<'number' | 'from' | 'to' | 'state' | 'sentAt' | 'correlationId' | 'sha256' | 'body', string>;

const UPDATES = ['Update', 'From', 'To', 'State', 'Sent at', 'Correlation id', 'SHA-256'];

const updatesPart: BundlePart = async (db, { year, owner: id }, collect) => {
  const owners = await listOwners(db);
  const owner = owners.find((one) => one.id === id);
  const { rows } = await sql<Update>`
    select number::text, starts_on::text as from, ends_on::text as to, state, body, sha256, coalesce(correlation_id, '') as "correlationId",
      to_char(coalesce(sent_at, made_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sentAt"
    from tax_updates
    where year = ${year} and state in ('sent', 'fulfilled', 'elsewhere') and ${owner ? isOf({ owner, owners }) : sql`true`}
    order by made_at, id`.execute(db);
  if (rows.length === 0) return;
  const lines = rows.map((one) => [one.number, one.from, one.to, one.state, one.sentAt, one.correlationId, one.sha256]);
  await collect.text('updates/updates.csv', [csvHead(UPDATES) + csvLines(lines)]);
  for (const { number, sha256, body } of rows) {
    await collect.text(`updates/update ${number} ${sha256.slice(0, 8)}.json`, [`${body}\n`]);
  }
};

/** The parts of tax. `app` adds those of other nouns. */
export const TAX_PARTS: readonly BundlePart[] = [
  aboutPart,
  boxesPart,
  ledgerPart,
  capitalPart,
  mileagePart,
  updatesPart,
];
