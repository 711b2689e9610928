/** An invoice of a property: what a landlord may enter. */
import { z } from 'zod';
import { optionalDay } from '../../../shared/dates.ts';
import { optionalPence, typedOptionalPence } from '../../../shared/money.ts';
import { line } from '../../../shared/text.ts';
import { fileUrl, StoredFile } from '../../file/file.ts';

/** One schema for form and API. With an id it changes that invoice, without one it is new. */
export const InvoiceInput = z.object({
  id: z.uuid().optional(),
  invoiceDate: optionalDay(),
  amount: optionalPence().describe('In pence'),
  description: line({ max: 500 }).default(''),
  file: z
    .object({ url: fileUrl('property-invoices') })
    .nullable()
    .default(null),
});
export type InvoiceInput = z.infer<typeof InvoiceInput>;

/** The same in the form. The file is kept whole there, so that its name can be shown. */
export const InvoiceForm = InvoiceInput.extend({
  amount: typedOptionalPence(),
  file: StoredFile.extend({ url: fileUrl('property-invoices') }).nullable(),
});

export const Invoice = InvoiceInput.extend({
  id: z.uuid(),
  invoiceDate: z.string().nullable(),
  amount: z.number().int().nullable().describe('In pence'),
  file: StoredFile.nullable(),
}).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;
