import { sql } from 'kysely';
import { runCooperatively } from '../../../server/cooperative.server.ts';
import type { AsOwner, UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { addDays } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { callerId } from '../../file/store.server.ts';
import { agentFee } from '../../reconcile/score/amount.ts';
import { namesAgent } from '../../reconcile/score/payer.ts';
import { reader } from '../../statement/read/reader.server.ts';
import { writeSplit } from '../../transaction/split/split.server.ts';
import { AGENT_FEES, type Split, SplitInput } from '../../transaction/split/split.ts';
import { addTransaction, getTransaction } from '../../transaction/transaction.server.ts';
import { type Transaction, TransactionInput } from '../../transaction/transaction.ts';
import { agentTable } from '../agent.server.ts';
import { TEXTS } from '../agent.ts';
import { type AgentStatementForm, type AgentStatementInput, linesOf, type ReadStatement } from './agent-statement.ts';

const TODAY_OR_EARLIER = 'Enter today’s date or an earlier one';
const DAYS_BACK = 120;
const MAX_BANK_ROWS = 100;
const MAX_CSV_ROWS = 1_000;
const TOO_MANY_ROWS = 'This file has more than 1,000 lines. Choose the statement of one payment.';

export async function readForm(db: UserDb, { id, today }: { id: string; today: string }): Promise<AgentStatementForm> {
  const agent = await agentOf(db, id);
  const { rows: lines } = await sql<Omit<AgentStatementForm['lines'][number], 'fee'>>`
    select t.id as "tenancyId", names, property_id as "propertyId", property_name as "propertyName",
      -- At most the rent of one period, which a statement usually covers.
      least(coalesce((select (sum(amount - settled) * 100)::bigint from ledger_entries e
        where e.tenancy_id = t.id and unpaid and date <= ${today}::date), 0),
        (select (amount * 100)::bigint from tenancy_rents r where r.tenancy_id = t.id and starts_on <= ${today}::date
          order by starts_on desc limit 1)) as rent
    from tenancies t where agent_id = ${id} order by sort_name, t.id`.execute(db);
  const { rows } = await sql<AgentStatementForm['rows'][number]>`
    select id, version, date, (amount * 100)::bigint as amount, description from transactions
    where type = 'income' and source <> 'hand' and status = 'completed' and tenancy_id is null and split_id is null
      and not refund and category in ('rent', 'other') and date >= ${addDays(today, -DAYS_BACK)}::date
    order by date desc, id desc limit ${MAX_BANK_ROWS}`.execute(db);
  return {
    lines: lines.map((line) => ({ ...line, fee: agentFee(line.rent, agent) })),
    rows,
    likelyRowId: rows.find(({ description }) => namesAgent(description, agent.name))?.id ?? null,
  };
}

type Sent = { id: string; text: string; today: string; signal: AbortSignal };

/** Throws `not_found`, or `invalid_input` for unreadable text. The transaction of `asOwner` ends before the parsing. */
export async function readText(asOwner: AsOwner, { id, text, today, signal }: Sent): Promise<ReadStatement> {
  const { lines, owner } = await asOwner(async (db) => ({
    ...(await readForm(db, { id, today })),
    owner: await callerId(db),
  }));
  const read = await reader.readRows(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), { owner, signal });
  if ('reason' in read) throw new AppError('invalid_input', { message: read.reason });
  if (read.rows.length > MAX_CSV_ROWS) throw new AppError('invalid_input', { message: TOO_MANY_ROWS });
  return runCooperatively(linesOf(read.rows, lines));
}

type Entered = { id: string; input: AgentStatementInput; today: string };

/** Splits a payment into rents, fees and costs of a statement. Throws `not_found`, `conflict` or `invalid_input`. */
export async function enterStatement(db: UserDb, { id, input, today }: Entered): Promise<Transaction> {
  const { name } = await agentOf(db, id);
  const { row, paidOn, lines, deductions, stated } = input;
  const tenancies = await tenanciesOf(db, id);
  if (lines.some(({ tenancyId }) => !tenancies.has(tenancyId)))
    throw new AppError('invalid_input', {
      message: 'This agent no longer manages one of these tenancies. Check them and try again.',
    });
  const future = deductions.findIndex(({ keptOn }) => keptOn !== null && keptOn > today);
  if (future >= 0) throw invalidField(`deductions.${future}.keptOn`, TODAY_OR_EARLIER);
  if (lines.some(({ receivedOn }) => receivedOn > today))
    throw new AppError('invalid_input', { message: 'The date the agent received the rent cannot be in the future.' });
  const payment = row ?? (await addPaidOut(db, { name, paid: stated.paid, paidOn, today }));
  const { parts }: Split = await writeSplit(db, {
    input: SplitInput.parse({
      rows: [{ id: payment.id, version: payment.version }],
      parts: [
        ...lines.map(({ tenancyId, receivedOn, rent }) => {
          const { names = '', propertyId = null } = tenancies.get(tenancyId) ?? {};
          const description = `Rent, ${names}`.slice(0, 200);
          return { amount: rent, category: 'rent', description, date: receivedOn, propertyId, tenancyId };
        }),
        ...lines
          .filter(({ fee }) => fee > 0)
          .map(({ tenancyId, receivedOn, fee }) => {
            const { propertyId = null } = tenancies.get(tenancyId) ?? {};
            const part = { category: AGENT_FEES, description: `Fee of ${name}`, propertyId, tenancyId: null };
            // The agent keeps the fee on the day of the rent. That date decides the tax year.
            return { ...part, amount: -fee, date: receivedOn };
          }),
        ...deductions.map(({ amount, keptOn, ...cost }) => ({
          ...cost,
          amount: -amount,
          tenancyId: null,
          ...(keptOn && { date: keptOn }),
        })),
      ],
    }),
    today,
  });
  const first = await getTransaction(db, parts[0]?.id ?? '');
  if (!first) throw new AppError('not_found');
  return first;
}

async function agentOf(db: UserDb, id: string) {
  const agent = await agentTable.get(db, id);
  if (!agent) throw new AppError('not_found', { message: TEXTS.notFound });
  return agent;
}

async function tenanciesOf(db: UserDb, agentId: string) {
  const rows = await db
    .selectFrom('tenancies')
    .select(['id', 'names', 'property_id as propertyId'])
    .where('agent_id', '=', agentId)
    .execute();
  return new Map(rows.map((tenancy) => [tenancy.id, tenancy]));
}

type PaidOut = { name: string; paid: number; paidOn: string; today: string };

function addPaidOut(db: UserDb, { name, paid, paidOn, today }: PaidOut): Promise<{ id: string; version: number }> {
  if (paidOn > today) throw invalidField('paidOn', TODAY_OR_EARLIER);
  const description = `${name}, ${formatPence(paid)} paid out`.slice(0, 200);
  const input = TransactionInput.parse({ type: 'income', category: 'rent', amount: paid, description, date: paidOn });
  return addTransaction(db, { input, today });
}
