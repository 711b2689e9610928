/** An invoice of a property. */
import { z } from 'zod';
import { fields, maybeDay, maybeText } from '../../../shared/fields.ts';
import { maybeFile, maybeSum } from '../part-fields.ts';

export const INVOICE = fields({
  invoiceDate: maybeDay('Invoice Date'),
  amount: maybeSum('Amount'),
  description: maybeText('Description', { max: 500 }),
  file: maybeFile('property-invoices'),
});

/** With an id it changes that invoice, without one it is new. */
export const InvoiceInput = INVOICE.input.extend({ id: z.uuid().optional() });
export type InvoiceInput = z.infer<typeof InvoiceInput>;

export const InvoiceForm = INVOICE.form.extend({ id: z.uuid().optional() });
export type InvoiceFormValues = z.input<typeof InvoiceForm>;

export const Invoice = INVOICE.stored.extend({ id: z.uuid() }).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;
