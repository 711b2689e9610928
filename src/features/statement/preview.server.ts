/** Previews read the stored lines page by page, without writes or locks. */
import { type RawBuilder, sql } from 'kysely';
import { mapCooperatively, runCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { accountOfNumber } from '../bank/bank-account.server.ts';
import { comparison } from '../bank-row/compare-rows.ts';
import { differs, readKnownLines } from '../bank-row/entries.server.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import { choose, type KnownPayers, type LineFacts } from '../bank-row/payer/payer.ts';
import { readPayers } from '../bank-row/payer/rules.server.ts';
import { sanitise } from '../bank-row/storable.server.ts';
import {
  FIRST_ROWS,
  type KnownRow,
  type NewRow,
  type PreviewQuery,
  type SectionName,
  type StatementPreview,
  type UnreadableRow,
} from './preview.ts';
import type { NotPosted } from './read/marks.ts';
import {
  arrayOf,
  fileTarget,
  readCandidates,
  readFacts,
  readLines,
  readOwn,
  readSpan,
} from './statement-lines.server.ts';
import { type Choices, readWaiting } from './stored.server.ts';
import { LEFT_OUT } from './texts.ts';

/**
 * `as` is the matching transaction's id, null if deleted. `among` counts the possible matches of an ambiguous line.
 * `before` is the stored row that the line changes.
 */
type Known = { line: number; as: string | null; among: number; before: KnownRow['before'] };

export async function previewStatement(db: UserDb, id: string, query: PreviewQuery): Promise<StatementPreview> {
  const { fileName, findings, choices } = await readWaiting(db, id);
  const { layout, account, ...found } = findings;
  const ownAccountId = (account && (await accountOfNumber(db, account))?.id) ?? null;
  const accountId = findings.question ? null : (query.accountId ?? ownAccountId);
  const known = await findKnown(db, id, { layout, accountId });
  const payers = await readPayers(db, { accountId, lettingsOnly: query.lettingsOnly && query.lettingsOnly === 'true' });
  const facts = await readFacts(db, id);
  const lines = sortedLines(id, { choices, known: [...known.keys()], apart: await placesApart(facts, payers) });
  const { from, to, ...counts } = await countLines(db, lines);
  const page = async (section: SectionName, part = pageOf(section, query)) =>
    part.limit === 0 || counts[section] === 0 ? [] : readPage(db, lines, { section, ...part });
  const rows = {
    unreadable: await page('unreadable'),
    left: await page('left'),
    known: await page('known'),
    new: await page('new'),
    personal: await page('personal'),
  };
  const newRow = await newRows(db, lines, { rows: [...rows.new, ...rows.personal], facts, payers });
  const left = [...known.values()].filter(({ line }) => !choices.anyway.includes(line));
  const asked = left.filter(({ among }) => among > 0).length;
  const updated = left.filter(({ before }) => before !== null).length;
  return {
    id,
    fileName,
    ...found,
    account: account && { accountNumber: account.accountNumber, sortCode: account.sortCode },
    accountId,
    ownAccountId,
    from,
    to,
    counts: { ...counts, asked, updated },
    lettingsOnly: payers.lettingsOnly,
    unreadableLines: (await page('unreadable', { offset: 0, limit: 3 })).map(({ line }) => line),
    rows: {
      unreadable: rows.unreadable.flatMap(({ line, unreadable }) => (unreadable ? { line, ...unreadable } : [])),
      left: rows.left.flatMap(({ notPosted, ...row }) =>
        notPosted ? { ...shownOf(row), reason: LEFT_OUT[notPosted] } : [],
      ),
      known: await withNames(db, rows.known, known),
      new: rows.new.map(newRow),
      personal: rows.personal.map(newRow),
    },
  };
}

/** Returns lines that are already stored, by place: in this account, and for Tenure's own export in all accounts. */
async function findKnown(
  db: UserDb,
  id: string,
  { layout, accountId }: { layout: string; accountId: string | null },
): Promise<Map<number, Known>> {
  const exported = layout === 'tenure' ? await readLines(db, id) : [];
  const own = await readOwn(db, exported);
  const known = new Map<number, Known>(
    exported.flatMap(({ place, line }) => {
      const as = own.get(place);
      return as ? [[place, { line, as, among: 0, before: null }] as const] : [];
    }),
  );
  if (!accountId) return known;
  const others = { id, without: [...own.keys()] };
  const { ids, ...days } = await readSpan(db, others);
  const target = fileTarget(accountId, days);
  const there = await readKnownLines(db, { ...target, ids });
  const lines = await readCandidates(db, others, there);
  const sanitised = await mapCooperatively(lines, sanitise);
  const verdicts = await runCooperatively(comparison(sanitised, { known: there, source: target }));
  for (const [at, verdict] of verdicts.entries()) {
    const { place = 0, line = 0 } = lines[at] ?? {};
    const given = sanitised[at];
    if (verdict.is === 'known') {
      const { transactionId, date, text, amount } = verdict.as;
      const changes = given && transactionId && verdict.by === 'id' && differs(given, verdict.as);
      known.set(place, { line, as: transactionId, among: 0, before: changes ? { date, text, amount } : null });
    }
    if (verdict.is === 'asked') known.set(place, { line, as: null, among: verdict.among.length, before: null });
  }
  return known;
}

/** The landlord's choice for a line as text: 'true' if personal, 'false' if for the lets, '' if undecided. */
type PersonalChoice = 'true' | 'false' | '';
const IS_PERSONAL = { true: true, false: false, '': undefined };

/**
 * Places in the file of facts of personal lines: `usually` without a choice, `always` even after the choice 'false'.
 */
type Apart = { usually: number[]; always: number[] };

async function placesApart(facts: ReadonlyMap<number, LineFacts>, payers: KnownPayers): Promise<Apart> {
  const apart = async (personal: boolean | undefined) =>
    (
      await mapCooperatively([...facts], ([place, one]) =>
        choose(one, payers, personal).category === NOT_LETTINGS ? [place] : [],
      )
    ).flat();
  return { usually: await apart(undefined), always: await apart(false) };
}

type Sorted = { choices: Choices; known: readonly number[]; apart: Apart };

/**
 * Selects the file's lines with their section; `fate` ignores choices of the landlord. Numbers are unnested for a hash
 * join, because the planner misjudges the length of arrays.
 */
function sortedLines(id: string, { choices: { anyway, personal }, known, apart }: Sorted): RawBuilder<unknown> {
  const linesOf = (wanted: boolean) => personal.filter((one) => one.wanted === wanted).map(({ line }) => line);
  const among = (numbers: readonly number[]) => sql`in (select unnest(${arrayOf(numbers)}::bigint[]))`;
  return sql`
    (select *, case when fate = 'unreadable' or fate <> 'new' and not anyway then fate
                    when chosen = 'true' or facts_at ${among(apart.always)} or chosen = '' and facts_at ${among(apart.usually)} then 'personal'
                    else 'new' end as section
     from (
       select *, line ${among(anyway)} as anyway,
         case when line ${among(linesOf(true))} then 'true' when line ${among(linesOf(false))} then 'false' else '' end as chosen,
         case when date is null then 'unreadable' when place ${among(known)} then 'known'
              when not_posted is not null then 'left' else 'new' end as fate
       from statement_lines where import_id = ${id}) found) lines`;
}

type Counts = Omit<StatementPreview['counts'], 'asked' | 'updated'> & Pick<StatementPreview, 'from' | 'to'>;

async function countLines(db: UserDb, lines: RawBuilder<unknown>): Promise<Counts> {
  const of = (section: SectionName) => sql`count(*) filter (where section = ${sql.lit(section)})::int`;
  const sum = (sign: RawBuilder<unknown>) =>
    sql`(coalesce(sum(amount) filter (where section = 'new' and amount ${sign} 0), 0) * 100)::bigint`;
  const { rows } = await sql<Counts>`
    select count(*)::int as all, ${of('new')} as new, ${of('personal')} as personal, ${of('known')} as known,
      ${of('unreadable')} as unreadable, ${of('left')} as left, ${sum(sql`>=`)} as income, ${sum(sql`<`)} as expenses,
      coalesce(min(line), 0) as "firstLine", coalesce(max(line), 0) as "lastLine", min(date)::text as from, max(date)::text as to
    from ${lines}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The count of statement lines returned no row.');
  return counts;
}

type PageRow = {
  place: number;
  line: number;
  date: string;
  text: string;
  amount: number;
  notPosted: NotPosted | null;
  factsAt: number;
  chosen: PersonalChoice;
  anyway: boolean;
  unreadable: Omit<UnreadableRow, 'line'> | null;
};
type Page = { offset: number; limit: number };

/** With `show`, only that section has rows, from `offset`. Otherwise each section has its first rows. */
function pageOf(section: SectionName, { show, offset, limit }: PreviewQuery): Page {
  if (!show) return { offset: 0, limit: FIRST_ROWS[section] };
  return { offset, limit: show === section ? limit : 0 };
}

async function readPage(
  db: UserDb,
  lines: RawBuilder<unknown>,
  { section, offset, limit }: Page & { section: SectionName },
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select place, line, date::text, text, (amount * 100)::bigint as amount, not_posted as "notPosted", facts_at as "factsAt", chosen,
      fate <> 'new' as anyway, unreadable
    from ${lines} where section = ${section} order by place offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

type New = { rows: readonly PageRow[]; facts: ReadonlyMap<number, LineFacts>; payers: KnownPayers };

async function newRows(
  db: UserDb,
  lines: RawBuilder<unknown>,
  { rows, facts, payers }: New,
): Promise<(row: PageRow) => NewRow> {
  const become = new Map(
    rows.flatMap(({ place, factsAt, chosen }) => {
      const own = facts.get(factsAt);
      return own ? [[place, choose(own, payers, IS_PERSONAL[chosen])] as const] : [];
    }),
  );
  const ids = [...become.values()].flatMap(({ propertyId }) => propertyId ?? []);
  const addresses = await addressesOf(db, ids);
  const equal = await equalLines(
    db,
    lines,
    rows.map(({ place }) => place),
  );
  return (row) => {
    const { category = '', why = null, propertyId = null } = become.get(row.place) ?? {};
    const property = (propertyId && addresses.get(propertyId)) ?? null;
    return { ...shownOf(row), category, why, property, sameAs: equal.get(row.place) ?? null, anyway: row.anyway };
  };
}

/** Returns the number of the previous equal line, by place, for new lines at `places`. */
async function equalLines(
  db: UserDb,
  lines: RawBuilder<unknown>,
  places: readonly number[],
): Promise<Map<number, number>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ place: number; before: number }>`
    with shown as materialized (select date, amount, text from ${lines} where place = any(${places}))
    select place, before from (
      select place, lag(line) over (partition by date, amount, text order by place) as before from ${lines}
      where section in ('new', 'personal') and ((date, amount, text) in (select date, amount, text from shown)) is true) equal
    where before is not null and place = any(${places})`.execute(db);
  return new Map(rows.map(({ place, before }) => [place, before]));
}

async function addressesOf(db: UserDb, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; address: string }>`
    select id, address || ', ' || city as address from properties where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, address }) => [id, address]));
}

async function withNames(db: UserDb, rows: readonly PageRow[], known: ReadonlyMap<number, Known>): Promise<KnownRow[]> {
  const ids = rows.flatMap(({ place }) => known.get(place)?.as ?? []);
  const { rows: named } = await sql<NonNullable<KnownRow['as']> & { id: string }>`
    select id, description, date::text, source from transactions where id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(named.map(({ id, ...row }) => [id, row]));
  return rows.map((row) => {
    const { as = null, among = 0, before = null } = known.get(row.place) ?? {};
    return { ...shownOf(row), as: (as && byId.get(as)) || null, among, before };
  });
}

const shownOf = ({ line, date, text, amount }: Pick<PageRow, 'line' | 'date' | 'text' | 'amount'>) => ({
  line,
  date,
  text,
  amount,
});
