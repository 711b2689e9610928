/** A landlord's transactions over HTTP, and what the server answers where one is refused. */
import { Transaction } from '../src/features/transaction/transaction.ts';
import { type Landlord, listedTransactions } from './landlords.ts';

export const EIGHT_DAYS = 8 * 24 * 60 * 60 * 1000;
export const LOCKED =
  'Imported income stays as it came: only its property, category, ledger, supplier and file can be changed.';
export const TYPE_LOCKED = 'The type of a transaction cannot be changed. Please delete it and add it again.';
export const CATEGORY = 'Please choose a category';

type Named = Pick<Transaction, 'id'>;

export const at = ({ id }: Named) => `/api/transactions/${id}`;
export const read = async (person: Landlord, one: Named) => (await person.get(at(one))).as(Transaction);

/** The ids that a filter leaves, sorted. */
export const found = async (person: Landlord, asked: string) =>
  (await listedTransactions(person, `?${asked}`)).items.map(({ id }) => id).sort();
