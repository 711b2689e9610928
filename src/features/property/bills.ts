/** A property's bills in Finance, for its page. */
import type { StoredFile } from '../file/file.ts';

export type PropertyBills = {
  /** Undefined while loading. Each is a transaction of an invoice or with its own file. */
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
  add: (invoiceId: string) => void;
  adding: string | undefined;
};
