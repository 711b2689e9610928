import type { z } from 'zod';
import { type TenancyInput, TenancyRecord } from '../../src/features/tenancy/tenancy.ts';
import { type Landlord, sent } from './landlords.ts';
import { addsTenant } from './tenants.ts';

type Given = Partial<z.input<typeof TenancyInput>> & {
  names: string[];
  address: string;
  postalCode?: string;
  paid?: [date: string, amount: number][];
};

/** Adds a tenancy, by default at £1,200.00 a month in advance. `paid` adds payments. */
export async function addsTenancy(
  landlord: Landlord,
  { names, address, postalCode, paid = [], ...terms }: Given,
): Promise<TenancyRecord> {
  const { page, origin } = landlord;
  const propertyId = (await landlord.adds({ address, ...(postalCode && { postalCode }) })).id;
  const start = terms.start ?? '2026-01-01';
  const tenantIds: string[] = [];
  for (const name of names) tenantIds.push((await addsTenant(landlord, { name, propertyId, leaseStart: start })).id);
  const data = {
    kind: 'periodic',
    start,
    chargesFrom: start,
    frequency: 'monthly',
    rentDay: 1,
    rent: 120_000,
    depositAmount: 138_461,
    ...terms,
    propertyId,
    tenantIds,
  };
  const tenancy = TenancyRecord.parse(await sent(page.request.post('/api/tenancies', { data, headers: { origin } })));
  for (const [date, amount] of paid)
    await sent(
      page.request.post('/api/rent/payments', { data: { tenancyId: tenancy.id, date, amount }, headers: { origin } }),
    );
  return tenancy;
}
