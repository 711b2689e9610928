/** Schemas of replaced domestic items (box 36), shared by the API and the screen. Amounts are pence. */
import { z } from 'zod';
import { fields, option, pence } from '../../shared/fields.ts';

const amount = z.number().int().describe('Pence');
const AMOUNT = 'Enter an amount of 0 or more';

const KINDS = ['replacement', 'first'] as const;

export const DOMESTIC_ITEM = fields({
  kind: option('Did it replace an old one?', KINDS, {
    message: 'Choose whether it replaced an old one',
    show: (kind) => (kind === 'first' ? 'No, the first of its kind' : 'Yes'),
  }),
  equivalent: {
    ...pence('Price of a similar item', AMOUNT),
    hint: 'The same as the cost, unless the new item is better than the old one',
  },
  incidental: { ...pence('Delivery and disposal', AMOUNT), hint: 'If the cost does not include it' },
  proceeds: pence('Received for the old one', AMOUNT),
});
export const DomesticItemInput = DOMESTIC_ITEM.input.meta({ id: 'DomesticItemInput' });
export type DomesticItemInput = z.output<typeof DomesticItemInput>;

export const DomesticItem = z.object({
  id: z.uuid().describe('The transaction'),
  date: z.iso.date(),
  description: z.string(),
  propertyAddress: z.string().nullable(),
  cost: amount,
  facts: DOMESTIC_ITEM.stored.nullable().describe('Null before they are entered: the whole cost is deducted'),
  relief: amount,
  part: amount.nullable().describe('The owner’s part of the relief, rounded alone; null for all owners'),
});
export type DomesticItem = z.infer<typeof DomesticItem>;
