/** An adult who lives in a home without being its tenant. */
import { z } from 'zod';
import { fields, maybeDay, text } from '../../../shared/fields.ts';
import { isId, listQuery } from '../../../shared/records/list-query.ts';
import { listSchema } from '../../../shared/records/list-schema.ts';
import { recordTexts } from '../../../shared/records/record-texts.ts';

export const OCCUPIER = fields({
  name: text('Name', { min: 2, max: 200, message: 'Name is required' }),
  movedIn: { ...maybeDay('Moved in'), hint: 'Leave this blank if they have lived there from the start.' },
  movedOut: maybeDay('Moved out'),
});

const LEFT_EARLY = 'Enter a date on or after the day they moved in';
type Days = { movedIn: string | null; movedOut: string | null };
const inOrder = ({ movedIn, movedOut }: Days) => !movedIn || !movedOut || movedOut >= movedIn;
const order = { path: ['movedOut'], error: LEFT_EARLY };

export const OccupierInput = OCCUPIER.input
  .extend({ tenancyId: z.uuid('Choose a tenancy') })
  .refine(inOrder, order)
  .meta({ id: 'OccupierInput' });
export type OccupierInput = z.infer<typeof OccupierInput>;
/** The tenancy of an occupier cannot be changed. */
export const OccupierChange = OCCUPIER.input.refine(inOrder, order).meta({ id: 'OccupierChange' });
export const OccupierForm = OCCUPIER.form.refine(inOrder, order);

export const Occupier = OCCUPIER.record.extend({ tenancyId: z.uuid() }).meta({ id: 'Occupier' });
export type Occupier = z.infer<typeof Occupier>;

export const TEXTS = {
  ...recordTexts({ one: 'occupier', many: 'occupiers' }),
  noTenancy: 'This tenancy no longer exists.',
};

export const OCCUPIER_LIST = listQuery({
  filters: { tenancyId: isId },
  sorts: { name: 'Name A to Z', newest: 'Newest first' },
});
export const OccupierQuery = listSchema(OCCUPIER_LIST, {
  search: 'name',
  more: { tenancyId: z.uuid().describe('Only those of this tenancy') },
});
export type OccupierQuery = z.output<typeof OccupierQuery>;
