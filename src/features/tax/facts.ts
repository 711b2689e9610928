/** Facts of a person's tax year that are not in Finance, for the boxes and the estimate. Amounts are pence. */
import type { z } from 'zod';
import { fields, option, pence } from '../../shared/fields.ts';
import { NATIONS } from '../owner/listed.ts';

const REQUIRED = 'Enter an amount of 0 or more';
const CHOICES = ['best', 'expenses', 'allowance'] as const;
const CHOICE_LABELS: Readonly<Record<string, string>> = {
  best: 'Whichever means less tax',
  expenses: 'Expenses',
  allowance: 'The £1,000 property allowance',
};

export const FACTS = fields({
  otherIncome: {
    ...pence('Pay, self-employment and pensions', REQUIRED),
    hint: 'Before tax, for the whole tax year',
  },
  savings: pence('Savings interest', REQUIRED),
  dividends: pence('Dividends', REQUIRED),
  lossesBroughtForward: {
    ...pence('Property loss of earlier years', REQUIRED),
    hint: 'Box 43 of your last tax return',
  },
  financeBroughtForward: {
    ...pence('Unused finance costs of earlier years', REQUIRED),
    hint: 'Residential loan interest that has not reduced your tax yet (box 45)',
  },
  putAside: { ...pence('Put aside for this tax so far', REQUIRED) },
  nation: option('Where you live for Income Tax', NATIONS, { message: 'Choose a nation' }),
  choice: option('Deduct from your rents', CHOICES, {
    message: 'Choose what to deduct',
    show: (value) => CHOICE_LABELS[value] ?? value,
  }),
});
export const EstimateFacts = FACTS.input.meta({ id: 'TaxEstimateFacts' });
export type EstimateFacts = z.output<typeof EstimateFacts>;

export const NO_FACTS: EstimateFacts = {
  otherIncome: 0,
  savings: 0,
  dividends: 0,
  lossesBroughtForward: 0,
  financeBroughtForward: 0,
  putAside: 0,
  nation: 'England',
  choice: 'best',
};
