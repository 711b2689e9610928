/** Schema of the agent statement form, with amounts typed in pounds. */
import { z } from 'zod';
import { isDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds, penceAsTyped } from '../../../shared/money.ts';
import { typedPence } from '../../../shared/schemas.ts';
import { type AgentStatementForm, AgentStatementInput } from './agent-statement.ts';

const NO_AMOUNT = 'Enter an amount, or leave this blank';

const typedOrNone = z.string().transform((typed, context) => {
  if (typed.trim() === '') return 0;
  const parsed = parsePounds(typed);
  if (parsed.ok && parsed.pence >= 0) return parsed.pence;
  context.addIssue({ code: 'custom', message: NO_AMOUNT });
  return z.NEVER;
});
const Line = z
  .object({ tenancyId: z.string(), receivedOn: z.string(), rent: typedOrNone, fee: typedOrNone })
  .superRefine(({ receivedOn, rent }, context) => {
    if (rent > 0 && !isDay(receivedOn))
      context.addIssue({ code: 'custom', path: ['receivedOn'], message: 'Enter a date' });
  });
const Cost = z.object({
  id: z.string(),
  amount: typedPence(NO_AMOUNT).refine((pence) => pence > 0, NO_AMOUNT),
  description: z.string().trim().min(1, 'Enter a description of the cost'),
  category: z.string(),
  propertyId: z.string().transform((id) => id || null),
  keptOn: z.string(),
});
const Fields = z.object({
  row: z.string(),
  paidOn: z.string(),
  lines: z.array(Line),
  deductions: z.array(Cost),
  stated: z.object({
    rents: typedPence('Enter the total of the rents'),
    fees: typedPence('Enter the total of the fees and costs'),
    paid: typedPence('Enter the amount paid out'),
  }),
});
export type Typed = z.input<typeof Fields>;
type TypedLine = Typed['lines'][number];

export const NO_COST = { id: '', amount: '', description: '', category: 'maintenance', propertyId: '', keptOn: '' };

export function formOf(rows: AgentStatementForm['rows']): z.ZodType<AgentStatementInput, Typed> {
  return Fields.transform(({ row, paidOn, lines, ...rest }, context) => {
    const bank = rows.find(({ id }) => id === row);
    const checked = AgentStatementInput.safeParse({
      ...rest,
      lines: lines.filter(({ rent }) => rent > 0),
      row: bank ? { id: bank.id, version: bank.version } : null,
      paidOn: bank?.date ?? paidOn,
    });
    const wrongPaid = bank && rest.stated.paid !== bank.amount;
    if (checked.success && !wrongPaid) return checked.data;
    for (const { path, message } of checked.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path[0] === 'lines' ? ['stated', 'rents'] : path, message });
    if (wrongPaid)
      context.addIssue({
        code: 'custom',
        path: ['stated', 'paid'],
        message: `Your bank received ${formatPence(bank.amount)}`,
      });
    return z.NEVER;
  });
}

const poundsInput = (pence: number) => (pence > 0 ? penceAsTyped(pence) : '');

export const typedLine = (line: { tenancyId: string; receivedOn: string; rent: number; fee: number }): TypedLine => ({
  ...line,
  rent: poundsInput(line.rent),
  fee: poundsInput(line.fee),
});
