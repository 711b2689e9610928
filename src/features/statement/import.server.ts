/** What of a statement is new, and importing that into an account. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { accountOfNumber } from '../bank/bank-account.server.ts';
import { ACCOUNT_NAMES, optionOf } from '../bank/bank-account.ts';
import { type ImportLine, importEntries, previewEntries } from '../bank/entries/entries.server.ts';
import { categoryOf } from '../bank/entries/entry.ts';
import { EXPENSE_CATEGORIES } from '../transaction/transaction.ts';
import {
  FIRST_ROWS,
  type KnownRow,
  type PreviewQuery,
  type StatementPreview,
  type StatementTarget,
} from './preview.ts';
import type { Lines, StatementLine, UnreadableLine } from './read/statement.ts';
import type { Choices, Stored } from './stored.server.ts';

/** `line` is new; or it is known, as this transaction (null where that is gone), or as one of `among`. */
type Verdict = { line: ImportLine & { line: number } } & (
  | { is: 'new' }
  | { is: 'known'; as: string | null; among: number }
);

type Sorted = { verdicts: Verdict[]; unreadable: UnreadableLine[] };

const target = (lines: readonly { date: string }[], accountId: string) => {
  const days = lines.map(({ date }) => date).sort();
  return { accountId, provider: 'file', kind: 'file', from: days[0] ?? '', to: days.at(-1) ?? '' } as const;
};

/** Every line that can be read: what it is in this account, or, without one, in a new account. */
async function sortLines(db: UserDb, { lines, unreadable, layout }: Lines, accountId: string | null): Promise<Sorted> {
  const own = layout === 'tenure' ? await ownRows(db, lines) : new Map<number, string>();
  const known = lines.flatMap((line) => ownVerdict(line, own.get(line.line)));
  const others = lines.filter(({ line }) => !own.has(line));
  const given = others.filter(({ pending }) => !pending).map((line) => importLine(line, layout));
  const told = accountId ? await previewEntries(db, target(given, accountId), given) : [];
  const compared = given.map((line, at): Verdict => {
    const verdict = told[at];
    if (verdict?.is === 'known') return { line, is: 'known', as: verdict.as.transactionId, among: 0 };
    if (verdict?.is === 'asked') return { line, is: 'known', as: null, among: verdict.among.length };
    return { line, is: 'new' };
  });
  const pending = others.filter((line) => line.pending).map(unpaid);
  return {
    verdicts: [...known, ...compared].sort((one, other) => one.line.line - other.line.line),
    unreadable: [...unreadable, ...pending].sort((one, other) => one.line - other.line),
  };
}

const ownVerdict = (line: StatementLine, as: string | undefined): Verdict[] =>
  as ? [{ line: importLine(line, 'tenure'), is: 'known', as, among: 0 }] : [];

/** A row of our own export that nobody has paid has no place in the account of a bank. */
function unpaid({ line, date, text, amount }: StatementLine): UnreadableLine {
  const typed = { date, amount: String(amount / 100), text };
  return { line, shown: `${date}, ${text}`, reason: 'it is not paid yet, and no bank has it', typed };
}

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

function importLine({ pending: _, ...line }: StatementLine, layout: string): ImportLine & { line: number } {
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
  { accountId: wanted, show, offset, limit }: PreviewQuery,
): Promise<StatementPreview> {
  if (statement.kind === 'ask') {
    const { what, name = null, headings, samples, likely } = statement;
    return { ...NOTHING, id, fileName, question: { what, name, headings, samples, likely } };
  }
  const ownAccountId = await ownAccount(db, statement);
  const accountId = wanted ?? ownAccountId;
  const { verdicts, unreadable } = await sortLines(db, statement, accountId);
  const fresh = verdicts.filter((one) => isNew(one, choices));
  const known = verdicts.flatMap((one) => (one.is === 'known' && !isNew(one, choices) ? [one] : []));
  const part = <Row>(rows: readonly Row[], name: keyof typeof FIRST_ROWS) => {
    if (!show) return rows.slice(0, FIRST_ROWS[name]);
    return show === name ? rows.slice(offset, offset + limit) : [];
  };
  const numbers = [...verdicts.map(({ line }) => line.line), ...unreadable.map(({ line }) => line)].sort(
    (a, b) => a - b,
  );
  const days = verdicts.map(({ line }) => line.date).sort();
  const sum = (of: (amount: number) => boolean) =>
    fresh.reduce((total, { line }) => (of(line.amount) ? total + line.amount : total), 0);
  const earlier = equalLines(fresh);
  const { accountNumber, sortCode } = statement.account ?? {};
  return {
    id,
    fileName,
    question: null,
    name: statement.name,
    bank: statement.bank ?? null,
    order: statement.order,
    account: accountNumber === undefined ? null : { accountNumber, sortCode: sortCode ?? null },
    accountId,
    ownAccountId,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    counts: {
      all: numbers.length,
      new: fresh.length,
      known: known.length,
      asked: known.filter(({ among }) => among > 0).length,
      unreadable: unreadable.length,
      income: sum((amount) => amount >= 0),
      expenses: sum((amount) => amount < 0),
      firstLine: numbers[0] ?? 0,
      lastLine: numbers.at(-1) ?? 0,
    },
    unreadableLines: unreadable.slice(0, 3).map(({ line }) => line),
    rows: {
      unreadable: part(unreadable, 'unreadable'),
      known: await withNames(db, part(known, 'known')),
      new: part(fresh, 'new').map(({ is, line }) => ({
        ...shownOf(line),
        category: categoryOf(line),
        sameAs: earlier.get(line.line) ?? null,
        anyway: is === 'known',
      })),
    },
  };
}

const NOTHING: Omit<StatementPreview, 'id' | 'fileName' | 'question'> = {
  name: '',
  bank: null,
  order: 'dmy',
  account: null,
  accountId: null,
  ownAccountId: null,
  from: null,
  to: null,
  counts: { all: 0, new: 0, known: 0, asked: 0, unreadable: 0, income: 0, expenses: 0, firstLine: 0, lastLine: 0 },
  unreadableLines: [],
  rows: { unreadable: [], known: [], new: [] },
};

const shownOf = ({ line, date, text, amount }: Verdict['line']) => ({ line, date, text, amount });

/** By line, the equal line before it. */
function equalLines(fresh: readonly Verdict[]): Map<number, number> {
  const seen = new Map<string, number>();
  const earlier = new Map<number, number>();
  for (const { line } of fresh) {
    const key = `${line.date} ${line.amount} ${line.text}`;
    const before = seen.get(key);
    if (before !== undefined) earlier.set(line.line, before);
    seen.set(key, line.line);
  }
  return earlier;
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
  const given = lines
    .filter(({ line, pending }) => anyway.has(line) || (!pending && !own.has(line)))
    .map((line) => importLine(line, layout));
  const tell = (done: number) => progress({ done, of: given.length });
  const outcome = await importEntries(db, { ...target(given, accountId), importId: id }, given, {
    anyway,
    progress: tell,
  });
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
  if (!given) throw new AppError('invalid_input', { fields: { accountId: 'Please choose an account' } });
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
