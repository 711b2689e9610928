import type { StoredFile } from '../file/file.ts';

export type PropertyBills = {
  /** Undefined while loading. Each item is a transaction that belongs to an invoice or has its own file. */
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
