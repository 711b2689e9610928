/** SQL of quarterly updates, which are calculated from transactions and stored when sent. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { Owner } from '../owner/owner.ts';
import { readFacts } from '../tax/facts.server.ts';
import { readSharesOf } from '../tax/owner-sums.server.ts';
import { heldBack, type UpdateFigures, updateBody } from '../tax/rules/hmrc-body.ts';
import { TAX_LINES } from '../tax/rules/lines.ts';
import { totalsWithMileage, waitingText } from '../tax/rules/sums.ts';
import {
  daysInNoUpdate,
  type Obligation,
  obligations,
  returnDue,
  type SentUpdate,
  taxYear,
  updatePeriods,
  whyNotSend,
} from '../tax/rules/tax-year.ts';
import { mayUseThreeLines, THREE_LINES_UNDER } from '../tax/rules/who.ts';
import { readFigures } from '../tax/tax.server.ts';
import type { TaxFigures } from '../tax/tax.ts';
import { TAX_LINE_IDS } from '../transaction/listed.ts';
import { areFixed, readSettings, type Settings } from './quarters.server.ts';
import { changedRows, keepRows } from './rows.server.ts';
import { sentenceOf } from './sentences.ts';
import { isOf, type Taxpayer } from './taxpayer.server.ts';
import type { Column, Connection, Kept, Period, SendInput, TaxUpdate, TaxUpdates, UpdateState } from './update.ts';

type KeptRow = Kept & { state: UpdateState; failure: string | null };

const storedColumns = sql<KeptRow>`id, number::integer as update, state, starts_on::text as "from", ends_on::text as "to", boxes, body, sha256,
  to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt", made_by_name as "madeBy",
  to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", correlation_id as "correlationId",
  json_build_object('rows', left_out_rows, 'pence', left_out_pence) as "leftOut", failure, detail`;

/** Returns the stored updates of a year, oldest first. */
async function readKept(db: UserDb, of: Taxpayer, year: string): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select ${storedColumns} from tax_updates where year = ${year} and ${isOf(of)} order by made_at, id`.execute(db);
  return rows;
}

const REPORTED_STATES: readonly UpdateState[] = ['sent', 'fulfilled', 'elsewhere'];
const isReported = ({ state }: KeptRow) => REPORTED_STATES.includes(state);
const toSent = (kept: readonly KeptRow[]): SentUpdate[] =>
  kept.filter(isReported).map(({ to, state, sentAt, madeAt }) => {
    return { to, on: londonDay(new Date(sentAt ?? madeAt)), marked: state === 'elsewhere' };
  });

type Params = { year: string; today: string; connection: Connection; started: string | null };

async function readBase(db: UserDb, of: Taxpayer, params: Params) {
  const { year, today, connection } = params;
  const [{ books, quarters }, kept, fixed] = await Promise.all([
    readSettings(db, of, year),
    readKept(db, of, year),
    areFixed(db, of, year),
  ]);
  const periods = obligations(updatePeriods({ year }, books), toSent(kept), today);
  const named = ({ id, name }: Owner) => ({ id, name });
  const base = {
    year,
    owner: of.owner && named(of.owner),
    owners: of.owners.length > 1 ? of.owners.filter(({ kind, closed }) => kind === 'person' && !closed).map(named) : [],
    quarters: { ...quarters, fixed },
    connection,
  };
  return { base, books, kept, periods, quarters };
}

const figuresTo = (db: UserDb, { owner }: Taxpayer, period: { year: string; from: string; to: string }) =>
  readFigures(db, period, owner?.id);

type Sum = Pick<Period, 'income' | 'expenses'>;

const EXPENSE_BOXES = ['24', '25', '26', '27', '28', '29'];
const INCOME_BOXES = ['20', '22', '23'];
function sumsOf(boxes: readonly { box: string | null; pence: number }[]): { income: number; expenses: number } {
  const sum = (wanted: string[]) =>
    boxes.reduce((total, { box, pence }) => total + (wanted.includes(box ?? '') ? pence : 0), 0);
  return { income: sum(INCOME_BOXES), expenses: sum(EXPENSE_BOXES) };
}

function periodOf(obligation: Obligation, kept: readonly KeptRow[], sums: Sum): Period {
  const { update, from, to, due, earliest, state: met, text } = obligation;
  const last = kept.filter((one) => one.update === update).at(-1);
  const state = last?.state ?? 'ready';
  return { update, from, to, due, earliest, obligation: met, text, state, ...sums, corrections: null };
}

/** Returns the four updates of a year. Throws `bad_request` for an unknown year. */
export async function readUpdates(db: UserDb, of: Taxpayer, params: Params): Promise<TaxUpdates> {
  const { base, books, kept, periods } = await readBase(db, of, params);
  const { year, today } = params;
  const whole = taxYear(year, books);
  if (!whole) throw new AppError('bad_request');
  const last = kept.filter(isReported).at(-1);
  const current = periods.find(({ state, to }) => state !== 'met' && to >= today) ?? periods.at(-1);
  const updates = await Promise.all(
    periods.map(async (period) => {
      const reported = kept.filter((one) => isReported(one) && one.update === period.update).at(-1);
      if (reported) return { ...periodOf(period, kept, sumsOf(reported.boxes)), corrections: null };
      const isDue = period.from <= today && period.to <= (current?.to ?? today) && period.state !== 'met';
      if (!isDue) return periodOf(period, kept, { income: null, expenses: null });
      const { income, expenses } = await figuresTo(db, of, { year, from: period.from, to: period.to });
      return periodOf(period, kept, { income, expenses });
    }),
  );
  const corrections = last && (await correctionsOf(db, of, { year, last }));
  return {
    ...base,
    updates: updates.map((one) => (last && one.update === last.update ? { ...one, corrections } : one)) as Period[],
    returnDue: returnDue({ year }),
    outside: daysInNoUpdate(whole, books),
  };
}

async function correctionsOf(db: UserDb, of: Taxpayer, { year, last }: { year: string; last: KeptRow }) {
  const { from, to, id: updateId, boxes } = last;
  const [now, changed] = await Promise.all([
    figuresTo(db, of, { year, from, to }),
    changedFor(db, of, { updateId, from, to }),
  ]);
  const profit = ({ income, expenses }: ReturnType<typeof sumsOf>) => income - expenses;
  const pence = profit(sumsOf(now.boxes)) - profit(sumsOf(boxes));
  return changed.count > 0 || pence !== 0 ? { rows: changed.count, pence } : null;
}

type ChangedParams = { updateId: string; from: string; to: string };

/** Returns changed transactions with the owner's share, without those in which the owner has no share. */
async function changedFor(db: UserDb, { owner, owners }: Taxpayer, days: ChangedParams) {
  const { rows, ...changed } = await changedRows(db, days);
  const ids = rows.map(({ id }) => id);
  const shares = owner && owners.length > 1 && ids.length > 0 ? await readSharesOf(db, owner.id, ids) : null;
  const own = rows.flatMap((row) =>
    shares?.get(row.id) === null ? [] : [{ ...row, share: shares?.get(row.id) ?? null }],
  );
  return { ...changed, count: changed.count - (rows.length - own.length), rows: own };
}

async function readFactsOf(db: UserDb, { owner, owners }: Taxpayer, year: string) {
  const id = owner?.id ?? null;
  const own = await readFacts(db, { year, owner: id });
  const facts = own ?? (id === owners[0]?.id ? await readFacts(db, { year, owner: null }) : undefined);
  return { allowanceClaimed: facts?.choice === 'allowance', broughtForward: facts?.financeBroughtForward ?? 0 };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the current figures of an update, compared with the last update sent. Throws `not_found`. */
export async function readUpdate(db: UserDb, of: Taxpayer, params: Params & { number: number }): Promise<TaxUpdate> {
  const { base, kept, periods, quarters } = await readBase(db, of, params);
  const { year, today, number, started } = params;
  const period = periods[number - 1];
  if (!period) throw new AppError('not_found');
  const last = kept.filter((one) => isReported(one) && one.update <= number).at(-1) ?? null;
  const days = { year, from: period.from, to: period.to };
  const [facts, all, toLast, changed] = await Promise.all([
    readFactsOf(db, of, year),
    figuresTo(db, of, days),
    last && figuresTo(db, of, { ...days, to: last.to }),
    last && changedFor(db, of, { updateId: last.id, from: last.from, to: last.to }),
  ]);
  const { broughtForward, allowanceClaimed } = facts;
  const figures = withBox45(all, broughtForward);
  const toSend = {
    totals: totalsWithMileage(figures.lines, figures.mileage.pence),
    broughtForward,
    detail: quarters.detail,
  };
  const body = JSON.stringify(updateBody(toSend, period));
  const dates = { year, earliest: period.earliest, due: period.due, started };
  const shown = (one: KeptRow | null | undefined): Kept | null =>
    one ? { ...one, sentence: sentenceOf(one.failure, { ...dates, reference: one.correlationId }) } : null;
  const { income, expenses } = figures;
  return {
    ...base,
    update: periodOf(period, kept, { income, expenses }),
    last: shown(last),
    attempt: shown(kept.filter((one) => one.update === number).at(-1)),
    columns: columnsOf({ figures, toLast: toLast && withBox45(toLast, broughtForward), last }),
    totals: { income, expenses },
    waiting: figures.waiting,
    heldBack: reasonsOf(of, { toSend, figures, period, today, quarters, kept, allowanceClaimed }),
    body,
    sha256: hashOf(body),
    changed: { rows: changed?.rows ?? [], more: changed?.more ?? false },
  };
}

function withBox45(figures: TaxFigures, pence: number): TaxFigures {
  return { ...figures, boxes: figures.boxes.map((one) => (one.box === '45' ? { ...one, pence } : one)) };
}

type Compared = { figures: TaxFigures; toLast: TaxFigures | null; last: Kept | null };

/** In each box, the last update, corrections in its period and later transactions add up to this update. */
function columnsOf({ figures, toLast, last }: Compared): Column[] {
  const inBox = (list: readonly { box: string | null; pence: number }[] | undefined, wanted: string) =>
    list?.find(({ box }) => box === wanted)?.pence ?? 0;
  return figures.boxes.flatMap(({ box, label, pence }): Column[] => {
    const [before, until] = [inBox(last?.boxes, box), toLast ? inBox(toLast.boxes, box) : 0];
    const lines = TAX_LINE_IDS.filter((line) => TAX_LINES[line].box === box);
    const column = { box, label, pence, lines, last: before, corrected: until - before, added: pence - until };
    return pence === 0 && before === 0 && until === 0 ? [] : [column];
  });
}

type ReasonParams = {
  toSend: UpdateFigures;
  figures: TaxFigures;
  period: Obligation;
  today: string;
  allowanceClaimed: boolean;
  quarters: Settings['quarters'];
  kept: readonly KeptRow[];
};

function reasonsOf({ owner }: Taxpayer, params: ReasonParams): TaxUpdate['heldBack'] {
  const { toSend, figures, period, today, quarters, kept } = params;
  const claim = { allowanceClaimed: params.allowanceClaimed, isLast: period.update === 4 };
  const why = whyNotSend(period, toSent(kept), today);
  const reasons: TaxUpdate['heldBack'] = heldBack(toSend, claim);
  if (quarters.detail === 'three-lines' && !mayUseThreeLines(figures.income)) {
    const text = `Three lines are for income below ${formatPence(THREE_LINES_UNDER)}. Choose all boxes instead.`;
    reasons.push({ reason: 'three-lines', box: '20', text });
  }
  if (owner?.kind === 'company')
    reasons.push({ reason: 'company', box: null, text: 'Companies do not send quarterly updates. Choose a person.' });
  if (why) reasons.push({ ...why, box: null });
  return reasons;
}

/**
 * Stores the update before it is sent, and returns its id. Throws `conflict` if its figures have changed or were
 * already sent, or another update is being sent. Throws `invalid_input` if it is held back or waiting transactions are
 * not confirmed.
 */
export async function keepUpdate(
  db: UserDb,
  of: Taxpayer,
  { input, now, ...params }: Params & { number: number; input: SendInput; now: Date },
): Promise<string> {
  await sql`select app.lock_account()`.execute(db);
  // Read before the sent updates, because HMRC's answers are stored without the account's lock.
  const busy = await db
    .selectFrom('tax_updates')
    .select('id')
    .where('year', '=', params.year)
    .where('state', 'in', ['sending', 'unknown'])
    .where(isOf(of))
    .execute();
  if (busy.length > 0) throw new AppError('conflict', { message: 'This update is already being sent.' });
  const { waiting, ...update } = await readUpdate(db, of, params);
  if (update.sha256 !== input.sha256)
    throw new AppError('conflict', { message: 'The figures have changed. Check them and send again.' });
  const [reason] = update.heldBack;
  if (reason) throw new AppError('invalid_input', { message: reason.text });
  const { leftOut } = input;
  if (waiting.rows > 0 && (leftOut?.rows !== waiting.rows || leftOut.pence !== waiting.pence))
    throw invalidField('leftOut', `${waitingText(waiting)}. Answer the questions, or confirm that you leave them out`);
  const { last } = update;
  const isSent = last?.update === params.number && last.sha256 === update.sha256;
  // An update that was marked as sent elsewhere by mistake can still be sent.
  if (isSent && (last.state !== 'elsewhere' || input.way === 'elsewhere'))
    throw new AppError('conflict', { message: 'You have already sent an update with these figures.' });
  const { id } = await db
    .insertInto('tax_updates')
    .values({
      owner_id: of.owner?.id ?? null,
      year: params.year,
      number: params.number,
      starts_on: update.update.from,
      ends_on: update.update.to,
      detail: update.quarters.detail,
      body: update.body,
      sha256: update.sha256,
      boxes: JSON.stringify(update.columns.map(({ box, label, pence }) => ({ box, label, pence }))),
      left_out_rows: waiting.rows,
      left_out_pence: waiting.pence,
      state: input.way === 'hmrc' ? 'sending' : 'elsewhere',
      sent_at: input.way === 'hmrc' ? null : now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepRows(db, { updateId: id, from: update.update.from, to: update.update.to });
  return id;
}
