/** Facts of a home that decide its duties. All are optional, and the landlord may mark facts as not known. */
import { z } from 'zod';
import { fields, maybeCount, maybeOption } from '../../../shared/fields.ts';
import { COUNTRIES } from './postcode.ts';

const yesOrNo = z.boolean().nullable().default(null);

function maybeYesNo(label: string, hint?: string) {
  return {
    kind: 'option' as const,
    label,
    optional: true,
    input: yesOrNo,
    form: z
      .enum(['', 'yes', 'no'], { error: 'Choose yes or no' })
      .transform((typed) => (typed ? typed === 'yes' : null)),
    stored: z.boolean().nullable(),
    blank: '' as '' | 'yes' | 'no',
    toForm: (value: boolean | null) => (value === null ? ('' as const) : value ? ('yes' as const) : ('no' as const)),
    show: (value: boolean | null) => (value === null ? '' : value ? 'Yes' : 'No'),
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
    placeholder: 'Not answered',
    ...(hint && { hint }),
  };
}

const wholeNumber = (min: number, max: number) => {
  const message = `Enter ${min} to ${max.toLocaleString('en-GB')}`;
  return z.number({ error: message }).int('Enter a whole number').min(min, message).max(max, message);
};

const QUESTIONS = {
  gas: maybeYesNo('Gas appliances or pipes', 'That are yours, not the tenant’s.'),
  storeys: { ...maybeCount('Storeys with living rooms', wholeNumber(1, 100)), hint: 'One for a flat on one floor.' },
  combustionRooms: {
    ...maybeCount('Rooms with a fuel-burning appliance', wholeNumber(0, 100)),
    hint: 'Living rooms, kitchens and bathrooms with a boiler, fire or stove. A gas cooker does not count.',
  },
  people: maybeCount('People who live there', wholeNumber(0, 1000)),
  households: {
    ...maybeCount('Households', wholeNumber(0, 1000)),
    hint: 'A couple or a family is one household.',
  },
  letByRoom: maybeYesNo('Let by the room'),
  leasehold: maybeYesNo('Leasehold'),
};

type Question = keyof typeof QUESTIONS;
export const QUESTION_NAMES = Object.keys(QUESTIONS) as [Question, ...Question[]];

const unknown = z
  .array(z.enum(QUESTION_NAMES))
  .max(QUESTION_NAMES.length)
  .default([])
  .describe('Facts that you do not know; ignored for a fact with a value');

export const HOME_FACTS = fields({
  country: {
    ...maybeOption('Country', COUNTRIES, {
      message: 'Choose a country',
      placeholder: 'Not answered',
      description: 'Decides which nation’s rules apply where the postcode does not',
    }),
    hint: 'This postcode area is in two countries, which have different rules.',
  },
  ...QUESTIONS,
  unknownFacts: {
    kind: 'custom' as const,
    label: 'Facts not known',
    optional: true,
    input: unknown,
    form: unknown,
    stored: z.array(z.enum(QUESTION_NAMES)),
    blank: [] as Question[],
    toForm: (names: Question[]) => names,
    show: (names: Question[]) => names.map((name) => QUESTIONS[name].label).join(', '),
    same: (a: Question[], b: Question[]) => [...a].sort().join() === [...b].sort().join(),
  },
});

export type HomeFacts = z.output<typeof HOME_FACTS.stored>;

/** Facts that are marked as not known and have no value, in the order of the form. */
export function unknownOf(facts: HomeFacts): Question[] {
  return QUESTION_NAMES.filter((name) => facts.unknownFacts.includes(name) && facts[name] === null);
}
