/** Tenancies for tests: agreed for some tenants of a new property, with rent counted from their first day on, and what came in for them. */
import type { z } from 'zod';
import { Ledger } from '../src/features/rent/ledger/ledger.ts';
import type { PaymentInput } from '../src/features/rent/rent.ts';
import { type TenancyInput, TenancyRecord } from '../src/features/tenancy/tenancy.ts';
import { Transaction } from '../src/features/transaction/transaction.ts';
import { addedProperty, addedTenant, type Landlord } from './landlords.ts';

type Given = Partial<z.input<typeof TenancyInput>> & { names?: string[] };

/** £1,200.00 a month in advance from 1 January 2025, of one tenant, unless told otherwise. */
export function newTenancy(
  given: Omit<Given, 'names'> & { propertyId: string; tenantIds: string[] },
): z.input<typeof TenancyInput> {
  return {
    kind: 'periodic',
    start: '2025-01-01',
    chargesFrom: given.start ?? '2025-01-01',
    frequency: 'monthly',
    rentDay: 1,
    rent: 120_000,
    depositAmount: 138_461,
    ...given,
  };
}

export async function addedTenancy(
  owner: Landlord,
  { names = ['Grace Hopper'], ...terms }: Given = {},
): Promise<TenancyRecord> {
  const propertyId = terms.propertyId ?? (await addedProperty(owner)).id;
  const tenantIds = terms.tenantIds ?? [];
  if (tenantIds.length === 0)
    for (const name of names)
      tenantIds.push((await addedTenant(owner, { name, propertyId, leaseStart: terms.start ?? '2025-01-01' })).id);
  return (await owner.post('/api/tenancies', newTenancy({ ...terms, propertyId, tenantIds }))).as(TenancyRecord);
}

/** Each a day and pence; below zero one that was given or taken back. */
export async function paid(
  owner: Landlord,
  { id }: { id: string },
  ...payments: [date: string, amount: number][]
): Promise<Transaction[]> {
  const made: Transaction[] = [];
  for (const [date, amount] of payments) {
    const rent = { tenancyId: id, date, amount, reference: 'HOPPER' } satisfies z.input<typeof PaymentInput>;
    const back = { type: 'expense', category: 'rent', description: 'Returned unpaid', tenancyId: id, date, amount };
    const answer = amount > 0 ? owner.post('/api/rent/payments', rent) : owner.post('/api/transactions', back);
    made.push((await answer).as(Transaction));
  }
  return made;
}

export async function ledgerOf(owner: Pick<Landlord, 'get'>, { id }: { id: string }, on?: string): Promise<Ledger> {
  return (await owner.get(`/api/tenancies/${id}/ledger${on ? `?on=${on}` : ''}`)).as(Ledger);
}
