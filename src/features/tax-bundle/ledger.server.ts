/** The transactions of a tax year with their boxes, and their receipts, for the accountant's zip. */
import { sql } from 'kysely';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { guardCell } from '../../shared/text.ts';
import { readChoices } from '../tax/choices.server.ts';
import { readShares, shareOf } from '../tax/owner-sums.server.ts';
import { isLarge, lineOf, TAX_LINES } from '../tax/rules/lines.ts';
import type { TaxRowItem } from '../tax/tax.ts';
import { categoryLabel } from '../transaction/labels.ts';
import type { TaxLine, TransactionType } from '../transaction/listed.ts';
import { plainPounds } from '../transaction-export/export.ts';
import { plainName } from './bundle.ts';
import type { BundleParams, BundlePart } from './collect.server.ts';

type Row = {
  id: string;
  date: string;
  description: string;
  category: string;
  type: TransactionType;
  refund: boolean;
  ownLine: TaxLine | null;
  pence: number;
  property: string;
  residentialPercent: number;
  share: TaxRowItem['share'];
};

const BATCH_SIZE = 2_000;

/** Reads the completed transactions of the year, oldest first. */
async function* batches(db: UserDb, { from, to, owner }: BundleParams): AsyncGenerator<Row[]> {
  const share = owner ? shareOf(await readShares(db, owner)) : null;
  let after: { date: string; id: string } | undefined;
  for (;;) {
    const rows: Row[] = (await batch(db, { from, to, share, after })).rows;
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = { date: last.date, id: last.id };
  }
}

type Batch = {
  from: string;
  to: string;
  share: ReturnType<typeof shareOf> | null;
  after: { date: string; id: string } | undefined;
};

/** SQL that is true for the transactions of the ledger: completed, and with a share of the owner. */
function isListed({ from, to, share }: Omit<Batch, 'after'>) {
  return sql<boolean>`status = 'completed' and date between ${from}::date and ${to}::date
      and ${share ? sql`${share} is not null` : sql`true`}`;
}

function batch(db: UserDb, { from, to, share, after }: Batch) {
  return sql<Row>`
    select id, date, description, category, type, refund, tax_line as "ownLine", (amount * 100)::bigint as pence,
      coalesce((select address || ', ' || city from properties p where p.id = transactions.property_id), property_address, '') as property,
      coalesce((select residential_percent from tax_lettings l
        where l.property_id = coalesce(transactions.property_id, transactions.former_property_id)), 100) as "residentialPercent", ${share ?? sql`null`} as share
    from transactions
    where ${isListed({ from, to, share })}
      and ${after ? sql`(date, id) > (${after.date}::date, ${after.id}::uuid)` : sql`true`}
    order by date, id limit ${BATCH_SIZE}`.execute(db);
}

const COLUMNS = ['Date', 'Description', 'Category', 'Property', 'Amount', 'Box', 'Line', 'HMRC field', 'Share', 'Row'];

export const ledgerPart: BundlePart = async (db, params, collect) => {
  const choices = await readChoices(db);
  async function* chunks() {
    yield csvHead(COLUMNS);
    for await (const rows of batches(db, params)) {
      yield csvLines(
        rows.map(({ id, date, description, category, pence, property, share, ...row }) => {
          const { residentialPercent } = row;
          const line = lineOf({ ...row, category, isLarge: isLarge(pence) }, { choices, residentialPercent });
          const isMixed = line === 'finance_residential' && row.ownLine === null && residentialPercent < 100;
          const { box, label, field } = TAX_LINES[line];
          return [
            date,
            guardCell(description),
            guardCell(categoryLabel(category)),
            guardCell(property),
            plainPounds(pence),
            isMixed ? `${box} (${residentialPercent}%) and ${TAX_LINES.finance_other.box}` : (box ?? ''),
            label,
            field ?? '',
            share ? `${share.numerator} of ${share.denominator}` : '',
            id,
          ];
        }),
      );
    }
  }
  await collect.text('ledger.csv', chunks());
};

type Receipt = { id: string; date: string; description: string; bucket: string; stored: string; number: number };

const MAX_NAME_LENGTH = 60;

/** Receipts of the ledger's transactions, named by day, description and the last 8 characters of the id. */
export const receiptsPart: BundlePart = async (db, { from, to, owner }, collect) => {
  const share = owner ? shareOf(await readShares(db, owner)) : null;
  const { rows } = await sql<Receipt>`
    with listed as (
      select id, date, description from transactions where ${isListed({ from, to, share })}
    )
    select t.id, t.date, t.description, f.bucket, f.path as stored, row_number() over (partition by t.id order by r.place, r.id)::integer as number
    from listed t join transaction_files r on r.transaction_id = t.id join files f on f.url = r.file_url
    where f.stored
    order by t.date, t.id, number`.execute(db);
  for (const { id, date, description, bucket, stored, number } of rows) {
    const more = number > 1 ? `${number}` : '';
    const name = [date, plainName(description, MAX_NAME_LENGTH), id.slice(-8), more].filter(Boolean).join(' ');
    await collect.file({ path: `receipts/${name}${stored.slice(stored.lastIndexOf('.'))}`, bucket, stored });
  }
};
