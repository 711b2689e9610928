/** What of a statement is new, and importing that into an account. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { mapInSteps } from '../../server/steps.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { accountOfNumber } from '../bank/bank-account.server.ts';
import { ACCOUNT_NAMES, optionOf } from '../bank/bank-account.ts';
import { daysOf, type ImportLine, importEntries, previewEntries } from '../bank-row/entries.server.ts';
import { categoryOf, NOT_FOR_LETS } from '../bank-row/entry.ts';
import { decide, payerKey, ruleKey, typeOf } from '../bank-row/payer/payer.ts';
import { learn, readPayers, setOnlyLets } from '../bank-row/payer/rules.server.ts';
import { EXPENSE_CATEGORIES } from '../transaction/listed.ts';
import {
  FIRST_ROWS,
  type KnownRow,
  type PreviewQuery,
  type StatementPreview,
  type StatementQuestion,
  type StatementTarget,
} from './preview.ts';
import type { NotPosted } from './read/marks.ts';
import type { Lines, Question, StatementLine } from './read/statement.ts';
import type { Choices, Stored } from './stored.server.ts';
import { LEFT_OUT } from './texts.ts';

/** `line` is new; or left out as it moved no money; or known, as this transaction (null where that is gone), or as one of `among`. */
type Verdict = { line: ImportLine & { line: number } } & (
  | { is: 'new' }
  | { is: 'left'; why: NotPosted }
  | { is: 'known'; as: string | null; among: number }
);

function target(lines: readonly { date: string }[], accountId: string) {
  return { accountId, provider: 'file', kind: 'file', ...daysOf(lines) } as const;
}

/** Every line that can be read: what it is in this account, or, without one, in a new account. */
async function sortLines(db: UserDb, { lines, layout }: Lines, accountId: string | null): Promise<Verdict[]> {
  const own = layout === 'tenure' ? await ownRows(db, lines) : new Map<number, string>();
  const known = lines.flatMap((line) => ownVerdict(line, own.get(line.line)));
  const others = lines.filter(({ line }) => !own.has(line));
  const given = others.filter(({ notPosted }) => !notPosted).map((line) => importLine(line, layout));
  const told = accountId ? await previewEntries(db, target(given, accountId), given) : [];
  const compared = await mapInSteps(given, (line, at): Verdict => {
    const verdict = told[at];
    if (verdict?.is === 'known') return { line, is: 'known', as: verdict.as.transactionId, among: 0 };
    if (verdict?.is === 'asked') return { line, is: 'known', as: null, among: verdict.among.length };
    return { line, is: 'new' };
  });
  const left = others.flatMap((line): Verdict[] =>
    line.notPosted ? [{ line: importLine(line, layout), is: 'left', why: line.notPosted }] : [],
  );
  return [...known, ...compared, ...left].sort((one, other) => one.line.line - other.line.line);
}

const ownVerdict = (line: StatementLine, as: string | undefined): Verdict[] =>
  as ? [{ line: importLine(line, 'tenure'), is: 'known', as, among: 0 }] : [];

/** Of lines of our own export, the transactions they were written from, by line: the n-th equal line is the n-th equal transaction. */
async function ownRows(db: UserDb, lines: readonly StatementLine[]): Promise<Map<number, string>> {
  const { from, to } = target(lines, '');
  if (lines.length === 0) return new Map();
  const { rows } = await sql<{ id: string; key: string }>`
    select id, date::text || ' ' || (amount * 100)::bigint || ' ' || description as key from transactions
    where date between ${from} and ${to} order by date, id`.execute(db);
  const free = new Map<string, string[]>();
  for (const { id, key } of rows) free.set(key, [...(free.get(key) ?? []), id]);
  return new Map(
    lines.flatMap(({ line, date, amount, text }) => {
      const id = free.get(`${date} ${amount} ${text}`)?.shift();
      return id ? [[line, id] as const] : [];
    }),
  );
}

function importLine({ notPosted: _, ...line }: StatementLine, layout: string): ImportLine & { line: number } {
  if (layout !== 'tenure' || !line.category) return line;
  const { category, amount } = line;
  const refund = amount > 0 && category !== 'other' && (EXPENSE_CATEGORIES as readonly string[]).includes(category);
  return { ...line, own: { category, refund } };
}

const isNew = ({ is, line }: Verdict, { anyway }: Choices) => is === 'new' || anyway.includes(line.line);

/** The account of the file, where the landlord has one of this number. */
async function ownAccount(db: UserDb, { account }: Lines): Promise<string | null> {
  if (!account) return null;
  return (await accountOfNumber(db, account))?.id ?? null;
}

export async function previewStatement(
  db: UserDb,
  { id, fileName, statement, choices }: Stored,
  { accountId: wanted, onlyLets: asked, show, offset, limit }: PreviewQuery,
): Promise<StatementPreview> {
  if (statement.kind === 'ask') {
    return { ...NOTHING, id, fileName, question: questionOf(statement) };
  }
  const ownAccountId = await ownAccount(db, statement);
  const accountId = wanted ?? ownAccountId;
  const { unreadable, warnings, mapped } = statement;
  const verdicts = await sortLines(db, statement, accountId);
  const payers = await readPayers(db, { accountId, onlyLets: asked && asked === 'true' });
  const said = personalLines(choices);
  const all = await mapInSteps(
    verdicts.filter((one) => isNew(one, choices)),
    (one) => ({ ...one, as: decide(one.line, payers, said.get(one.line.line)) }),
  );
  const isPersonal = ({ as }: (typeof all)[number]) => as.category === NOT_FOR_LETS;
  const fresh = all.filter((one) => !isPersonal(one));
  const personal = all.filter(isPersonal);
  await setImmediate();
  const known = verdicts.flatMap((one) => (one.is === 'known' && !isNew(one, choices) ? [one] : []));
  const left = verdicts.flatMap((one) => (one.is === 'left' && !isNew(one, choices) ? [one] : []));
  const part = <Row>(rows: readonly Row[], name: keyof typeof FIRST_ROWS) => {
    if (!show) return rows.slice(0, FIRST_ROWS[name]);
    return show === name ? rows.slice(offset, offset + limit) : [];
  };
  const numbers = [...verdicts.map(({ line }) => line.line), ...unreadable.map(({ line }) => line)];
  const { from, to } = daysOf(statement.lines);
  const sum = (of: (amount: number) => boolean) =>
    fresh.reduce((total, { line }) => (of(line.amount) ? total + line.amount : total), 0);
  const earlier = await equalLines(all);
  const addresses = await addressesOf(
    db,
    fresh.flatMap(({ as }) => as.propertyId ?? []),
  );
  const newRow = ({ is, line, as: { category, propertyId, why } }: (typeof all)[number]) => ({
    ...shownOf(line),
    category,
    why,
    property: (propertyId && addresses.get(propertyId)) ?? null,
    sameAs: earlier.get(line.line) ?? null,
    anyway: is !== 'new',
  });
  const { accountNumber, sortCode } = statement.account ?? {};
  return {
    id,
    fileName,
    question: null,
    answered: mapped ? questionOf(mapped.question) : null,
    warnings,
    name: statement.name,
    bank: statement.bank ?? null,
    order: statement.order,
    account: accountNumber === undefined ? null : { accountNumber, sortCode: sortCode ?? null },
    accountId,
    ownAccountId,
    from: from || null,
    to: to || null,
    counts: {
      all: numbers.length,
      new: fresh.length,
      personal: personal.length,
      known: known.length,
      asked: known.filter(({ among }) => among > 0).length,
      unreadable: unreadable.length,
      left: left.length,
      income: sum((amount) => amount >= 0),
      expenses: sum((amount) => amount < 0),
      firstLine: numbers.reduce((least, line) => Math.min(least, line), numbers[0] ?? 0),
      lastLine: numbers.reduce((most, line) => Math.max(most, line), 0),
    },
    onlyLets: payers.onlyLets,
    unreadableLines: unreadable.slice(0, 3).map(({ line }) => line),
    rows: {
      unreadable: part(unreadable, 'unreadable'),
      left: part(left, 'left').map(({ line, why }) => ({ ...shownOf(line), reason: LEFT_OUT[why] })),
      known: await withNames(db, part(known, 'known')),
      new: part(fresh, 'new').map(newRow),
      personal: part(personal, 'personal').map(newRow),
    },
  };
}

function questionOf({ what, why, name, headings, samples, likely }: Question): StatementQuestion {
  return { what, why: why ?? null, name: name ?? null, headings, samples, likely };
}

const NOTHING: Omit<StatementPreview, 'id' | 'fileName' | 'question'> = {
  answered: null,
  warnings: [],
  name: '',
  bank: null,
  order: 'dmy',
  account: null,
  accountId: null,
  ownAccountId: null,
  from: null,
  to: null,
  counts: {
    all: 0,
    new: 0,
    personal: 0,
    known: 0,
    asked: 0,
    unreadable: 0,
    left: 0,
    income: 0,
    expenses: 0,
    firstLine: 0,
    lastLine: 0,
  },
  onlyLets: false,
  unreadableLines: [],
  rows: { unreadable: [], left: [], known: [], new: [], personal: [] },
};

const shownOf = ({ line, date, text, amount }: Verdict['line']) => ({ line, date, text, amount });

/** By line, the equal line before it. */
async function equalLines(fresh: readonly Pick<Verdict, 'line'>[]): Promise<Map<number, number>> {
  const seen = new Map<string, number>();
  const earlier = new Map<number, number>();
  await mapInSteps(fresh, ({ line }) => {
    const key = `${line.date} ${line.amount} ${line.text}`;
    const before = seen.get(key);
    if (before !== undefined) earlier.set(line.line, before);
    seen.set(key, line.line);
  });
  return earlier;
}

/** What the landlord said of single lines: whether each is not for the lets. */
const personalLines = ({ personal }: Choices) => new Map(personal.map(({ line, wanted }) => [line, wanted]));

async function addressesOf(db: UserDb, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; address: string }>`
    select id, address || ', ' || city as address from properties where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, address }) => [id, address]));
}

async function withNames(db: UserDb, known: readonly (Verdict & { is: 'known' })[]): Promise<KnownRow[]> {
  const ids = known.flatMap(({ as }) => as ?? []);
  const { rows } = await sql<NonNullable<KnownRow['as']> & { id: string }>`
    select id, description, date::text, source from transactions where id = any(${ids})`.execute(db);
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  return known.map(({ line, as, among }) => ({ ...shownOf(line), as: (as && byId.get(as)) || null, among }));
}

/** Imports what is new, all or nothing. Throws `not_found`, and `invalid_input` where the file still has a question. */
export async function importStatement(
  db: UserDb,
  { id, statement, choices }: Stored,
  { into, progress }: { into: StatementTarget; progress: (progress: { done: number; of: number }) => void },
): Promise<{ imported: number; known: number; asked: number; account: string }> {
  if (statement.kind === 'ask') throw new AppError('invalid_input', { message: 'Please say how the file is read.' });
  const locked = await db
    .selectFrom('statement_imports')
    .select('id')
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw new AppError('not_found');
  const accountId = into.accountId ?? (await addAccount(db, statement, into));
  const { lines, layout } = statement;
  const own = layout === 'tenure' ? await ownRows(db, lines) : new Map<number, string>();
  const anyway = new Set(choices.anyway);
  if (into.onlyLets !== undefined) await setOnlyLets(db, { id: accountId, onlyLets: into.onlyLets });
  const said = personalLines(choices);
  const given = await mapInSteps(
    lines.filter(({ line, notPosted }) => anyway.has(line) || (!notPosted && !own.has(line))),
    (line): ImportLine => {
      const personal = said.get(line.line);
      return { ...importLine(line, layout), ...(personal !== undefined && { personal }) };
    },
  );
  const tell = (done: number) => progress({ done, of: given.length });
  const outcome = await importEntries(db, { ...target(given, accountId), importId: id }, given, {
    anyway,
    progress: tell,
  });
  await learnLines(db, given);
  const account = await db
    .selectFrom('bank_accounts')
    .select(['name', 'institution', 'account_number as accountNumber'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('statement_imports')
    .set({
      content: null,
      choices: '{}',
      bank_account_id: accountId,
      rows: outcome.imported,
      imported_at: sql`app.instant()`,
    })
    .where('id', '=', id)
    .execute();
  const { imported, asked } = outcome;
  return { imported, asked, known: outcome.known + own.size, account: optionOf(account) };
}

/** A manual account, with the number of the file where that tells it. */
async function addAccount(db: UserDb, { account }: Lines, { account: given }: StatementTarget): Promise<string> {
  if (!given) throw invalidField('accountId', 'Please choose an account');
  const added = await db
    .insertInto('bank_accounts')
    .values({
      name: ACCOUNT_NAMES[given.accountType],
      institution: given.institution,
      account_number: account?.accountNumber ?? '****',
      sort_code: account?.sortCode ?? null,
      fingerprint: account?.fingerprint ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** The landlord's word on single lines counts for the next rows of their payers; where two lines of one payer differ, neither does. */
async function learnLines(db: UserDb, lines: readonly ImportLine[]): Promise<void> {
  const chosen = lines.flatMap(({ personal, ...line }) => (personal === undefined ? [] : [{ line, personal }]));
  const wanted = new Map<string, Set<boolean>>();
  const keyOf = (line: ImportLine) => ruleKey(typeOf(line), payerKey(line.text));
  for (const { line, personal } of chosen)
    wanted.set(keyOf(line), new Set([...(wanted.get(keyOf(line)) ?? []), personal]));
  await learn(
    db,
    chosen
      .filter(({ line }) => wanted.get(keyOf(line))?.size === 1)
      .map(({ line, personal }) => {
        const category = personal ? NOT_FOR_LETS : categoryOf(line);
        return { text: line.text, type: typeOf(line), id: null, choice: { category } };
      }),
  );
}
