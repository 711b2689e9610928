/** Bills of a property: expenses with a receipt, and transactions that pay an invoice. */
import { z } from 'zod';
import { StoredFile } from '../../file/file.ts';
import { Transaction } from '../transaction.ts';

export const Bill = z
  .object({
    id: z.uuid(),
    invoiceId: z.uuid().nullable().describe('The invoice of a property that it pays'),
    description: z.string(),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence, above zero'),
    file: StoredFile.nullable(),
  })
  .meta({ id: 'Bill' });
export type Bill = z.infer<typeof Bill>;

export const Bills = z.object({ items: z.array(Bill) }).meta({ id: 'Bills' });

export const InvoiceToAdd = z.object({ invoiceId: z.uuid() }).meta({ id: 'InvoiceToAdd' });

export const AddedBill = z
  .object({
    transaction: Transaction,
    outcome: z
      .enum(['added', 'linked', 'known'])
      .describe('A new transaction, an existing one now linked, or the one already linked'),
  })
  .meta({ id: 'AddedBill' });
export type AddedBill = z.infer<typeof AddedBill>;
