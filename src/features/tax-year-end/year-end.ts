/** Schemas of the year end: figures of the tax return that are not in updates. Amounts are pence. */
import { z } from 'zod';
import { fields, maybeDay, pence } from '../../shared/fields.ts';
import { dayField } from '../../shared/schemas.ts';
import { DomesticItem } from '../tax/domestic.ts';

const amount = z.number().int().describe('Pence');
const AMOUNT = 'Enter an amount of 0 or more';

/** Receipts up to which the cash basis is the default (PIM1090). */
export const CASH_BASIS_LIMIT = 150_000_00;

const Cost = z.object({
  id: z.uuid(),
  date: z.iso.date(),
  description: z.string(),
  pence: amount,
  part: amount.nullable().describe('The owner’s part, rounded alone; null for all owners'),
  countsOn: z.iso.date().nullable().describe('Null if it is over seven years before the first letting'),
});

export const YearEnd = z
  .object({
    domesticItems: z.object({ items: z.array(DomesticItem), pence: amount }).describe('Box 36'),
    allowance: amount.nullable().describe('Box 20.1: the property allowance, where the estimate uses it'),
    noUpdate: z
      .object({ from: z.iso.date(), to: z.iso.date(), income: amount, expenses: amount })
      .nullable()
      .describe('Days of the tax year that no update has'),
    beforeLetting: z
      .object({
        firstLetting: z.iso.date(),
        items: z.array(Cost).describe('The newest 100'),
        adds: z.boolean().describe('Whether this year has the first letting, so that they count in it'),
        boxes: z
          .array(z.object({ box: z.string(), label: z.string(), pence: amount }))
          .describe('To add to each box of this year, otherwise to take off'),
      })
      .nullable()
      .describe('Costs of another tax year than the first letting, with the day on which they count'),
    overCashBasis: z.boolean().describe('Receipts of the year are over £150,000'),
    agentDays: z.number().int().describe('Agents’ fees and costs with a date to review'),
  })
  .meta({ id: 'TaxYearEnd' });
export type YearEnd = z.infer<typeof YearEnd>;

export const PURCHASE = fields({
  price: pence('Price', AMOUNT),
  boughtOn: maybeDay('Bought on'),
  stampDuty: pence('Stamp duty', AMOUNT),
  legalFees: pence('Legal fees', AMOUNT),
  otherCosts: { ...pence('Other buying costs', AMOUNT), hint: 'Such as a survey' },
});
export const PurchaseInput = PURCHASE.input.meta({ id: 'TaxPurchaseInput' });
export type PurchaseInput = z.output<typeof PurchaseInput>;

const CapitalRow = z.object({
  id: z.uuid(),
  date: z.iso.date(),
  description: z.string(),
  pence: amount.describe('A cost is above zero, a refund, grant or sale below'),
});
export const CapitalProperty = z
  .object({
    propertyId: z.uuid().nullable().describe('Null for transactions without a property'),
    address: z.string(),
    exists: z.boolean().describe('False for a deleted property'),
    purchase: PURCHASE.stored,
    rows: z.array(CapitalRow).describe('Transactions, newest first'),
    total: amount,
  })
  .meta({ id: 'CapitalProperty' });
export type CapitalProperty = z.infer<typeof CapitalProperty>;

export const AgentDay = z.object({
  id: z.uuid().describe('The transaction'),
  date: z.iso.date().describe('Its day now: that of the payment'),
  receivedOn: z.iso.date().describe('The day on which the agent received the rent'),
  description: z.string(),
  propertyAddress: z.string().nullable(),
  pence: amount,
});
export type AgentDay = z.infer<typeof AgentDay>;
export const AgentDays = z.object({ items: z.array(AgentDay), total: z.number().int() }).meta({ id: 'AgentDays' });

export const AgentDaysInput = z
  .object({
    days: z
      .array(z.object({ id: z.uuid(), day: dayField('Enter the date the agent kept it') }))
      .min(1, 'Choose at least one')
      .max(200, 'Choose 200 or fewer'),
  })
  .meta({ id: 'AgentDaysInput' });
export type AgentDaysInput = z.infer<typeof AgentDaysInput>;
