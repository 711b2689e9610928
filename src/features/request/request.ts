import { z } from 'zod';
import { day, fields, maybeDay, maybeLongText, maybeOption, option, text } from '../../shared/fields.ts';
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

const REQUEST_KINDS = ['pet', 'alteration', 'data', 'viewing-report', 'council-report', 'council', 'other'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_LABELS: Record<RequestKind, string> = {
  pet: 'A pet',
  alteration: 'A change to the home',
  data: 'Their personal data',
  'viewing-report': 'The electrical report, at a viewing',
  'council-report': 'The electrical report, for the council',
  council: 'Something for the council',
  other: 'Something else',
};

const ANSWERS = ['yes', 'no', 'done'] as const;
const ANSWER_LABELS: Record<string, string> = { yes: 'Agreed', no: 'Refused', done: 'Done' };

export const REQUEST = fields({
  kind: option('Request for', REQUEST_KINDS, {
    message: 'Choose what the request is for',
    placeholder: 'Choose a request',
    show: (kind) => REQUEST_LABELS[kind as RequestKind],
  }),
  what: { ...text('Request', { min: 1, max: 500, message: 'Enter the request' }), wide: true },
  askedOn: day('Asked on', 'Enter the day of the request'),
  moreAskedOn: {
    ...maybeDay('You asked for more on'),
    hint: 'If you ask within 28 days, you have 7 days after the reply.',
  },
  repliedOn: maybeDay('They replied on'),
  lastDay: { ...maybeDay('Answer by'), hint: 'The day in the letter, if there is one.' },
  answer: maybeOption('Answer', ANSWERS, {
    message: 'Choose an answer',
    placeholder: 'Not answered yet',
    show: (answer) => ANSWER_LABELS[answer] ?? '',
  }),
  answeredOn: maybeDay('Answered on'),
  reason: { ...maybeLongText('Reason', { max: 2000 }), rows: 3 },
});

type Days = z.output<typeof REQUEST.input>;

/** Returns error messages by field. `today` is YYYY-MM-DD. */
export function validateRequest(request: Days, today: string): Record<string, string> {
  const { kind, askedOn, moreAskedOn, repliedOn, answeredOn, answer: given, reason } = request;
  const problems: Record<string, string> = {};
  const past = { askedOn, moreAskedOn, repliedOn, answeredOn };
  for (const [name, day] of Object.entries(past))
    if (day && day > today) problems[name] = 'Enter today or an earlier date';
  if (moreAskedOn && moreAskedOn < askedOn) problems.moreAskedOn = 'Enter a date on or after the request';
  if (repliedOn && (!moreAskedOn || repliedOn < moreAskedOn))
    problems.repliedOn = 'Enter a date on or after your question';
  if (answeredOn && answeredOn < askedOn) problems.answeredOn = 'Enter a date on or after the request';
  if (answeredOn && !given) problems.answer = 'Choose an answer';
  if (given && !answeredOn) problems.answeredOn = 'Enter the day of your answer';
  // Source: Housing Act 1988, section 16A: a refusal gives its reasons in writing.
  if (kind === 'pet' && given === 'no' && !reason) problems.reason = 'Enter your reason for refusing';
  return problems;
}

const place = {
  propertyId: z.uuid('Choose a property'),
  tenancyId: z.uuid().nullable().default(null).describe('The tenancy of the tenant who asked'),
};

export const RequestInput = REQUEST.input.extend(place).meta({ id: 'RequestInput' });
export type RequestInput = z.infer<typeof RequestInput>;

export const Request = REQUEST.record
  .extend({
    propertyId: z.uuid(),
    tenancyId: z.uuid().nullable(),
    answerBy: z.string().nullable().describe('Last day by law or as typed, YYYY-MM-DD'),
    waiting: z.boolean().describe('Whether the tenant has yet to reply to your question'),
  })
  .meta({ id: 'Request' });
export type Request = z.infer<typeof Request>;

export const TEXTS = recordTexts({ one: 'request', many: 'requests' });

export const REQUEST_LIST = listQuery({
  filters: { propertyId: isId, tenancyId: isId },
  sorts: { newest: 'Newest first' },
});
export const RequestQuery = listSchema(REQUEST_LIST, {
  search: 'request',
  more: {
    propertyId: z.uuid().describe('Only those of this property'),
    tenancyId: z.uuid().describe('Only those of this tenancy'),
  },
});
export type RequestQuery = z.output<typeof RequestQuery>;
