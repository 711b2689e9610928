import { z } from 'zod';
import { day, fields, maybeLongText, maybeText, option, recordId, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { KIND_LABELS, KINDS, LICENCE_LIST, type LicenceKind } from './listed.ts';

const FIRST_YEAR = 'Enter a day from 1 January 1990';
const EARLIEST = '1990-01-01';

export const LICENCE = fields({
  propertyId: recordId('Property', 'Choose the property of the licence'),
  kind: option('Kind', KINDS, {
    message: 'Choose the kind of licence',
    placeholder: 'Choose a kind',
    show: (kind) => KIND_LABELS[kind as LicenceKind],
  }),
  council: text('Council', { min: 1, max: 200, message: 'Enter the council' }),
  number: maybeText('Licence number', { max: 100 }),
  starts: day('Starts', 'Enter the first day of the licence'),
  ends: day('Ends', 'Enter the last day of the licence'),
  conditions: { ...maybeLongText('Conditions', { max: 5000 }), rows: 3 },
});

function assertDays({ value, issues }: z.core.ParsePayload<{ starts: string; ends: string }>): void {
  const { starts, ends } = value;
  if (starts < EARLIEST) issues.push({ code: 'custom', path: ['starts'], message: FIRST_YEAR, input: value });
  if (ends <= starts)
    issues.push({ code: 'custom', path: ['ends'], message: 'Enter a last day after the first', input: value });
}

export const LicenceInput = LICENCE.input.check(assertDays).meta({ id: 'LicenceInput' });
export type LicenceInput = z.infer<typeof LicenceInput>;

export const LicenceForm = LICENCE.form.check(assertDays);

export const Licence = LICENCE.record.meta({ id: 'Licence' });
export type Licence = z.infer<typeof Licence>;

export const LicenceQuery = listSchema(LICENCE_LIST, {
  search: 'council or licence number',
  more: { propertyId: z.uuid().describe('Only those of this property') },
});
export type LicenceQuery = z.output<typeof LicenceQuery>;
