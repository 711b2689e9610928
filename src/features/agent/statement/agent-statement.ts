/** Fields, checks and CSV reader of agent statements. Amounts are pence. */
import { z } from 'zod';
import { isDay, parseDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds } from '../../../shared/money.ts';
import { dayField, line, optionalDay, penceField, positivePence } from '../../../shared/schemas.ts';
import type { Row } from '../../statement/read/statement.ts';
import { EXPENSE_CATEGORIES } from '../../transaction/listed.ts';
import { MAX_PARTS } from '../../transaction/split/split.ts';
import { NO_SUCH_PROPERTY } from '../../transaction/transaction.ts';

const MAX_STATEMENT_LINES = 80;
const MAX_STATEMENT_COSTS = MAX_PARTS - 2 * MAX_STATEMENT_LINES;
const FEE = 'Enter the fee, or 0';
const atLeastOne = positivePence();

const StatementLine = z.object({
  tenancyId: z.uuid('Choose a tenancy'),
  receivedOn: dayField('Enter the date the agent received it').describe('Its date on the ledger, and that of the fee'),
  rent: atLeastOne.describe('Pence that the tenant paid'),
  fee: penceField(FEE).describe('Pence that the agent kept, with VAT'),
});
type StatementLine = z.infer<typeof StatementLine>;

const Deduction = z.object({
  amount: atLeastOne.describe('Pence'),
  description: line({ min: 1, max: 200, message: 'Enter a description of the cost' }),
  category: z.enum(EXPENSE_CATEGORIES, { error: 'Choose a category' }),
  propertyId: z.uuid(NO_SUCH_PROPERTY).nullable(),
  keptOn: optionalDay().describe('The day the agent kept it; null for the day of the payment'),
});

const Stated = z.object({
  rents: penceField('Enter the total of the rents').describe('Pence'),
  fees: penceField('Enter the total of the fees and costs').describe('Pence, including other costs'),
  paid: penceField('Enter the amount paid out').min(1, 'Enter the amount paid out').describe('Pence'),
});
type Stated = z.infer<typeof Stated>;

export const AgentStatementInput = z
  .object({
    row: z
      .object({ id: z.uuid(), version: z.number().int().min(1) })
      .nullable()
      .describe('The bank row of the payment, or null'),
    paidOn: dayField('Enter the date it was paid out').describe('Used without a bank row'),
    lines: z
      .array(StatementLine)
      .min(1, 'Enter at least one rent')
      .max(MAX_STATEMENT_LINES, `Enter ${MAX_STATEMENT_LINES} rents or fewer`),
    deductions: z.array(Deduction).max(MAX_STATEMENT_COSTS, `Enter ${MAX_STATEMENT_COSTS} costs or fewer`),
    stated: Stated,
  })
  .superRefine((statement, context) => {
    for (const { field, message } of problems(statement))
      context.addIssue({ code: 'custom', path: ['stated', field], message });
  })
  .meta({ id: 'AgentStatementInput' });
export type AgentStatementInput = z.infer<typeof AgentStatementInput>;

type Sums = { lines: readonly Pick<StatementLine, 'rent' | 'fee'>[]; deductions: readonly { amount: number }[] };

export function sumsOf({ lines, deductions }: Sums): Stated {
  const rents = lines.reduce((sum, { rent }) => sum + rent, 0);
  const fees = lines.reduce((sum, { fee }) => sum + fee, 0) + deductions.reduce((sum, { amount }) => sum + amount, 0);
  return { rents, fees, paid: rents - fees };
}

export const CHECKS = { rents: 'Rents', fees: 'Fees and costs', paid: 'Paid out' } as const;

/** Stated totals that differ from the sums of the lines. */
export function problems({ stated, ...sums }: Sums & { stated: Stated }): { field: keyof Stated; message: string }[] {
  const totals = sumsOf(sums);
  return (Object.keys(CHECKS) as (keyof Stated)[])
    .filter((field) => totals[field] !== stated[field])
    .map((field) => ({ field, message: `The lines add up to ${formatPence(totals[field])}` }));
}

export const AgentStatementForm = z
  .object({
    lines: z
      .array(
        z.object({
          tenancyId: z.uuid(),
          names: z.string(),
          propertyId: z.uuid().nullable(),
          propertyName: z.string().nullable(),
          rent: z.number().int().describe('Pence that are owed today, at most the rent of one period'),
          fee: z.number().int().describe('Pence that the agent would keep'),
        }),
      )
      .describe('The tenancies that the agent manages'),
    rows: z
      .array(
        z.object({
          id: z.uuid(),
          version: z.number().int(),
          date: z.string(),
          amount: z.number().int(),
          description: z.string(),
        }),
      )
      .describe('Recent income that is not on a ledger'),
    likelyRowId: z.uuid().nullable().describe('The latest of them that names the agent'),
  })
  .meta({ id: 'AgentStatementForm' });
export type AgentStatementForm = z.infer<typeof AgentStatementForm>;

export const StatementText = z.object({ text: z.string().max(200_000, 'This file is too large') });
export const ReadStatement = z
  .object({
    lines: z.array(StatementLine),
    unread: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  })
  .meta({ id: 'ReadAgentStatement' });
export type ReadStatement = z.infer<typeof ReadStatement>;

const HEADINGS = {
  property: /property|address/i,
  tenant: /tenan(t|cy)|name/i,
  date: /date|received on|paid on/i,
  fee: /fee|commission|management/i,
  vat: /^vat\b/i,
  rent: /^(?!.*\b(due|arrears|balance|net)\b).*(rent|gross|amount|received|income)/i,
} as const;
type Column = keyof typeof HEADINGS;

/** Finds the index of each column by keywords. The first matching heading is used. */
function columnsOf(headings: readonly string[]): Partial<Record<Column, number>> {
  const columns: Partial<Record<Column, number>> = {};
  for (const [index, heading] of headings.entries()) {
    const column = (Object.keys(HEADINGS) as Column[]).find(
      (name) => HEADINGS[name].test(heading.slice(0, 80)) && !(name in columns),
    );
    if (column) columns[column] = index;
  }
  return columns;
}

type Known = Pick<AgentStatementForm['lines'][number], 'tenancyId' | 'names' | 'propertyName'>;

const HEADINGS_WITHIN = 60;

/** Reads the lines below a CSV's headings, yielding before each line. Returns the numbers of unreadable lines too. */
export function* linesOf(rows: readonly Row[], known: readonly Known[]): Generator<void, ReadStatement> {
  const head = rows.slice(0, HEADINGS_WITHIN).findIndex(({ cells }) => {
    const { rent, date } = columnsOf(cells);
    return rent !== undefined && date !== undefined;
  });
  if (head < 0)
    return { lines: [], unread: [{ line: 1, reason: 'We could not find columns for the date and the rent' }] };
  const columns = columnsOf(rows[head]?.cells ?? []);
  const findTenancy = yield* tenancyFinder(known);
  const read: ReadStatement = { lines: [], unread: [] };
  for (const { line, cells, fault } of rows.slice(head + 1)) {
    yield;
    const cell = (column: Column) => cells[columns[column] ?? -1]?.trim() ?? '';
    const pounds = (column: Column) => parsePounds(cell(column) || '0');
    const [rent, fee, vat] = [pounds('rent'), pounds('fee'), pounds('vat')];
    const day = parseDay(cell('date')) ?? cell('date');
    const tenancyId = findTenancy([cell('tenant'), cell('property')].join(' '));
    const skip = (reason: string) => read.unread.push({ line, reason });
    if (fault !== undefined) skip(`We could not read this: ${fault}`);
    else if (!rent.ok || rent.pence === 0) skip('We could not find a rent');
    else if (rent.pence < 0) skip('This is a refund to the tenant. Record it on the ledger.');
    else if (!fee.ok || !vat.ok) skip('We could not read the fee');
    else if (!isDay(day)) skip('We could not read the date');
    else if (!tenancyId) skip('We could not match this to one of the agent’s tenancies');
    // Some statements show fees as negative amounts.
    else read.lines.push({ tenancyId, receivedOn: day, rent: rent.pence, fee: Math.abs(fee.pence + vat.pence) });
  }
  return read;
}

const words = (text: string) =>
  new Set(
    text
      .slice(0, 500)
      .toLowerCase()
      .match(/[\p{L}\d]{2,}/gu) ?? [],
  );

/** Returns a function that finds the tenancy with the most words in common with a text, or undefined on a tie. */
function* tenancyFinder(known: readonly Known[]): Generator<void, (text: string) => string | undefined> {
  const byWord = new Map<string, string[]>();
  for (const { tenancyId, names, propertyName } of known) {
    yield;
    for (const word of words(`${names} ${propertyName ?? ''}`)) {
      const ids = byWord.get(word);
      if (ids) ids.push(tenancyId);
      else byWord.set(word, [tenancyId]);
    }
  }
  return (text) => {
    const scores = new Map<string, number>();
    for (const word of words(text)) for (const id of byWord.get(word) ?? []) scores.set(id, (scores.get(id) ?? 0) + 1);
    const [best, next] = [...scores].toSorted(([, a], [, b]) => b - a);
    return best && best[1] !== next?.[1] ? best[0] : undefined;
  };
}
