/** Moving out and back in, going on after the fixed term, and what becomes of a tenant's photo. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedTenant, landlord, listedTenants } from '../../../test/landlords.ts';
import { newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { uploadedPhoto } from '../../../test/uploads.ts';
import { TenantRecord } from './tenant.ts';

const at = ({ id }: { id: string }) => `/api/tenants/${id}`;

describe('moving out', () => {
  it('keeps the tenant, with everything but the day as it was, and can be taken back', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const out = (await ada.patch(at(tenant), { movedOut: '2026-06-30' }, 1)).as(TenantRecord.strict());
    expect(out).toEqual({ ...tenant, movedOut: '2026-06-30', version: 2 });
    expect((await listedTenants(ada, '?state=moved-out')).items.map(({ id }) => id)).toEqual([tenant.id]);
    const back = (await ada.patch(at(tenant), { movedOut: null }, 2)).as(TenantRecord);
    expect(back).toEqual({ ...tenant, version: 3 });
    expect((await listedTenants(ada, '?state=moved-out')).total).toBe(0);
  });

  it('goes by the form too', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, { movedOut: '2026-06-30' });
    expect(tenant.movedOut).toBe('2026-06-30');
    const input = newTenant({ propertyId: tenant.propertyId ?? '' });
    expect((await ada.put(at(tenant), input, 1)).as(TenantRecord).movedOut).toBeNull();
  });
});

describe('a fixed term that has passed', () => {
  const passed = { leaseStart: '2024-01-01', leaseEnd: '2025-12-31' };

  it('goes on as a periodic tenancy when the landlord says so', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, passed);
    expect(tenant).toMatchObject({ periodic: false, periodicDeclined: false });
    const periodic = (await ada.patch(at(tenant), { periodic: true }, 1)).as(TenantRecord);
    expect(periodic).toEqual({ ...tenant, periodic: true, leaseEnd: null, version: 2 });
    expect((await listedTenants(ada, '?state=active')).total).toBe(1);
    expect((await listedTenants(ada, '?state=expired')).total).toBe(0);
  });

  it('keeps its end when the landlord would rather not, and remembers that', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, passed);
    const declined = (await ada.patch(at(tenant), { periodic: false }, 1)).as(TenantRecord);
    expect(declined).toEqual({ ...tenant, periodicDeclined: true, version: 2 });
    expect((await ada.get(at(tenant))).as(TenantRecord)).toEqual(declined);
  });

  it('is asked about again only when its end has changed', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, passed);
    const input = newTenant({ propertyId: tenant.propertyId ?? '', ...passed });
    const save = async (given: object, version: number) =>
      (await ada.put(at(tenant), { ...input, ...given }, version)).as(TenantRecord).periodicDeclined;
    await ada.patch(at(tenant), { periodic: false }, 1);
    expect(await save({ name: 'Grace Murray', leaseStart: '2024-02-01' }, 2)).toBe(true);
    expect(await save({ leaseEnd: '2026-01-31' }, 3)).toBe(false);
    expect(await save({}, 4)).toBe(false);
    await ada.patch(at(tenant), { periodic: false }, 5);
    expect(await save({ periodic: true }, 6)).toBe(false);
    expect(await save({}, 7)).toBe(false);
    await ada.patch(at(tenant), { periodic: false }, 8);
    expect((await ada.patch(at(tenant), { movedOut: '2026-06-30' }, 9)).as(TenantRecord).periodicDeclined).toBe(true);
    expect((await ada.patch(at(tenant), { periodic: true }, 10)).as(TenantRecord).periodicDeclined).toBe(false);
  });

  it('that there is not has nothing to decline', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, { periodic: true });
    expect((await ada.patch(at(tenant), { periodic: false }, 1)).as(TenantRecord)).toEqual({ ...tenant, version: 2 });
  });
});

describe('the photo of a tenant', () => {
  const photoOf = (ada: Awaited<ReturnType<typeof landlord>>) => uploadedPhoto(ada, { bucket: 'tenant_images' });

  /** In how many hours the file may be cleared away; null while a row names it, undefined when it is gone. */
  async function clearing(url: string): Promise<number | null | undefined> {
    const rows = await query<{ hours: number | null }>(
      server.database,
      'select extract(epoch from clear_at - now())::float / 3600 as hours from files where url = $1',
      [url],
    );
    return rows[0]?.hours;
  }

  it('is gone at once when the tenant is deleted', async () => {
    const ada = await landlord();
    const { url } = await photoOf(ada);
    const tenant = await addedTenant(ada, { avatar: url });
    expect([await clearing(url), (await ada.get(url)).status]).toEqual([null, 200]);
    expect((await ada.delete(at(tenant), 1)).status).toBe(204);
    expect((await ada.get(url)).outcome).toBe('404 not_found');
    while ((await clearing(url)) !== undefined) await pause(20);
  });

  it('stays for a day when another takes its place, for a tab that still shows it', async () => {
    const ada = await landlord();
    const [old, other] = [await photoOf(ada), await photoOf(ada)];
    const tenant = await addedTenant(ada, { avatar: old.url });
    const input = newTenant({ propertyId: tenant.propertyId ?? '', avatar: other.url });
    expect((await ada.put(at(tenant), input, 1)).as(TenantRecord).avatar).toBe(other.url);
    expect(await clearing(old.url)).toBeCloseTo(24, 1);
    expect(await clearing(other.url)).toBeNull();
  });

  it('stays when the property is deleted, as the tenant does', async () => {
    const ada = await landlord();
    const { url } = await photoOf(ada);
    const tenant = await addedTenant(ada, { avatar: url });
    expect((await ada.delete(`/api/properties/${tenant.propertyId}`, 1)).status).toBe(204);
    expect((await ada.get(at(tenant))).as(TenantRecord)).toMatchObject({ avatar: url, propertyId: null });
    expect([await clearing(url), (await ada.get(url)).status]).toEqual([null, 200]);
  });
});
