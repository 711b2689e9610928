/** Schemas of receipts: files of transactions, and the tray of files without a transaction. */
import { z } from 'zod';
import { fileUrl, StoredFile } from '../file/file.ts';
import { UNREAD } from '../file/pdf/lines.ts';
import { TaxYearPath } from '../tax/tax.ts';
import { CATEGORY_NAME } from '../transaction/listed.ts';
import { Transaction } from '../transaction/transaction.ts';

export const NO_SUCH_TRANSACTION = 'This transaction no longer exists. Choose another.';
const transactionId = z.uuid(NO_SUCH_TRANSACTION).nullable().describe('Null for the tray');

/** Whether a PDF was read, or why it has no usable text. */
const READINGS = ['read', ...UNREAD] as const;

/** Maximum number of days between a receipt and its payment. */
export const NEAR_DAYS = 5;

const ReceiptRow = Transaction.pick({
  id: true,
  date: true,
  description: true,
  category: true,
  type: true,
  amount: true,
  propertyAddress: true,
});

const Found = z
  .object({
    date: z.string().nullable().describe('YYYY-MM-DD'),
    amount: z.number().int().nullable().describe('Pence, above zero'),
    supplier: z.string().nullable(),
    supplierId: z.uuid().nullable().describe('Your supplier with this name'),
    category: z.string().regex(CATEGORY_NAME).nullable().describe('As for the latest expense with this supplier'),
  })
  .describe('Text in a PDF, for you to check');

const Duplicate = z.object({
  kind: z.enum(['transaction', 'receipt', 'invoice']),
  id: z.uuid().describe('The transaction, the receipt, or the property of the invoice'),
  name: z.string().describe('The transaction’s description, the file’s name, or the property’s address'),
});

export const Receipt = z
  .object({
    id: z.uuid(),
    file: StoredFile,
    transactionId,
    reading: z.enum(READINGS).nullable().describe('How a PDF was read; null for other files'),
    isCut: z.boolean().describe('Only the first 20 pages were read'),
    found: Found,
    suggestions: z
      .array(ReceiptRow)
      .describe(`Expenses without a file, with the same amount and within ${NEAR_DAYS} days`),
    duplicates: z.array(Duplicate).describe('The same file elsewhere in the account'),
    dateAdded: z.string(),
    version: z.number().int(),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;

export const ReceiptInput = z
  .object({ file: z.object({ url: fileUrl('transaction-files') }), transactionId: transactionId.default(null) })
  .meta({ id: 'ReceiptInput' });
export type ReceiptInput = z.infer<typeof ReceiptInput>;

export const ReceiptChange = z.object({ transactionId }).meta({ id: 'ReceiptChange' });
export type ReceiptChange = z.infer<typeof ReceiptChange>;

export const ReceiptQuery = z.object({
  transactionId: z.uuid().optional().describe('Files of this transaction; without it, the tray'),
});
export type ReceiptQuery = z.infer<typeof ReceiptQuery>;

export const MissingQuery = z.object({ year: TaxYearPath.shape.year });

export const MissingReceipts = z
  .object({
    rows: z.number().int().describe('Completed expenses in a box, and improvements, without a file'),
    pence: z.number().int().describe('Their sum, above zero'),
    expenses: z.number().int().describe('All completed expenses in a box, and improvements'),
    waived: z.number().int().describe('Those that need no receipt'),
    tray: z.number().int().describe('Files without a transaction'),
  })
  .meta({ id: 'MissingReceipts' });
export type MissingReceipts = z.infer<typeof MissingReceipts>;
