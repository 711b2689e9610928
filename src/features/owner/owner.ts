/** Schemas of an owner for tax: a person or company with a share in some properties (decision 62). */
import { z } from 'zod';
import { fields, option, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { capitalise } from '../../shared/text.ts';
import { NATIONS, OWNER_KINDS, OWNER_LIST } from './listed.ts';

export const OWNER = fields({
  name: text('Name', { min: 1, max: 200, message: 'Name is required' }),
  kind: option('Kind', OWNER_KINDS, { message: 'Choose a person or a company', show: capitalise }),
  nation: option('Pays tax in', NATIONS, { message: 'Choose where the owner pays tax' }),
});

/** Limited, because a select lists all owners. */
export const MAX_OWNERS = 100;

export const OwnerInput = OWNER.input
  .extend({ closed: z.boolean().default(false).describe('Not offered for new shares; kept for earlier figures') })
  .meta({ id: 'OwnerInput' });
export type OwnerInput = z.infer<typeof OwnerInput>;

export const Owner = OWNER.record
  .extend({
    closed: z.boolean(),
    nino: z.string().describe('National Insurance number with its last 3 characters only, such as ******56C; or empty'),
  })
  .meta({ id: 'Owner' });
export type Owner = z.infer<typeof Owner>;

export const OwnerQuery = listSchema(OWNER_LIST, { search: 'name', more: {} });
export type OwnerQuery = z.output<typeof OwnerQuery>;

// Source: HMRC, National Insurance Manual, NIM39110: format and unused prefixes
// https://www.gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110
const NINO = /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/;
const NINO_WRONG =
  'Enter a National Insurance number that is 2 letters, 6 numbers, then A, B, C or D, like QQ 12 34 56 C';

/** Accepts spaces and any case; returns capitals without spaces. */
export const nino = z
  .string(NINO_WRONG)
  .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
  .refine((number) => NINO.test(number), NINO_WRONG);
