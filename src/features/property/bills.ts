/** What Finance knows of a property's invoices, as its page shows it. */
import type { StoredFile } from '../file/file.ts';

export type PropertyBills = {
  /** Undefined while they load; each is a transaction, of an invoice or with a file of its own. */
  items:
    | readonly {
        id: string;
        invoiceId: string | null;
        description: string;
        date: string;
        amount: number;
        file: StoredFile | null;
      }[]
    | undefined;
  /** Makes a transaction of an invoice. */
  add: (invoiceId: string) => void;
  /** The invoice that is being added. */
  adding: string | undefined;
};
