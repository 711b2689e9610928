import { expect, it } from 'vitest';
import { documentFile } from '../../../test/fixtures/documents.ts';
import { addedProperty, addedSupplier, addedTenant, landlord } from '../../../test/fixtures/landlords.ts';
import { addedRepair, moved, repairIn } from '../../../test/fixtures/repairs.ts';
import { uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { RepairRecord, RepairSummary } from './repair.ts';

it('counts open repairs, invoices and jobs of a property, a tenant and a supplier', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  const tenant = await addedTenant(ada, { propertyId: home.id });
  const [firm, other] = [await addedSupplier(ada), await addedSupplier(ada, { name: 'Lewis Plumbing' })];
  const summary = async (of: string) => (await ada.get(`/api/repairs/summary?${of}`)).as(RepairSummary);

  await addedRepair(ada, { propertyId: home.id, tenantId: tenant.id });
  await addedRepair(ada);
  let repair = await repairIn(ada, 'accepted', { propertyId: home.id });
  const suppliers = [firm.id, other.id];
  repair = (await ada.post(`/api/repairs/${repair.id}/quotes`, { suppliers })).as(RepairRecord);
  repair = (await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId: firm.id })).as(RepairRecord);
  repair = (await moved(ada, repair, 'done')).as(RepairRecord);
  const bill = { supplierId: firm.id, number: '7', net: 10_000, vat: 2_000 };
  repair = (await ada.post(`/api/repairs/${repair.id}/invoices`, bill)).as(RepairRecord);
  await ada.post(`/api/repairs/${repair.id}/invoices/${repair.bills[0]?.id}/accept`, {});

  const cost = { year: 12_000, all: 12_000 };
  expect(await summary(`propertyId=${home.id}`)).toMatchObject({ open: 2, cost, jobs: 1 });
  expect(await summary(`tenantId=${tenant.id}`)).toMatchObject({ open: 1, cost: { year: 0, all: 0 }, jobs: 0 });
  expect(await summary(`supplierId=${firm.id}`)).toMatchObject({ jobs: 1, days: 0, cost, quotes: { chosen: 1 } });
  expect(await summary(`supplierId=${other.id}`)).toMatchObject({ jobs: 0, cost: { all: 0 }, quotes: { chosen: 0 } });
  expect((await ada.get(`/api/repairs/summary?propertyId=${home.id}&tenantId=${tenant.id}`)).status).toBe(400);
  expect((await ada.get('/api/repairs/summary')).status).toBe(400);
});

it('counts an invoice in the tax year of its day in London', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  const { id: supplierId } = await addedSupplier(ada);
  let repair = await repairIn(ada, 'done', { propertyId: home.id });
  const bill = { supplierId, number: '7', net: 10_000, vat: 0 };
  repair = (await ada.post(`/api/repairs/${repair.id}/invoices`, bill)).as(RepairRecord);
  await ada.post(`/api/repairs/${repair.id}/invoices/${repair.bills[0]?.id}/accept`, {});
  const yearOf = async (receivedAt: string) => {
    await query(server.database, 'update repair_bills set received_at = $2 where repair_id = $1', [
      repair.id,
      receivedAt,
    ]);
    const { year } = (await ada.get(`/api/repairs/summary?propertyId=${home.id}`)).as(RepairSummary).cost;
    const { cost } = (await ada.get(`/api/repairs/${repair.id}`)).as(RepairRecord);
    return [year, cost.home];
  };
  expect(await yearOf('2026-04-05T22:59:00Z')).toEqual([0, 0]);
  expect(await yearOf('2026-04-05T23:30:00Z')).toEqual([10_000, 10_000]);
});

it('is never late without a target, and shows a file to one supplier', async () => {
  const ada = await landlord();
  const repair = await addedRepair(ada, { urgency: 'passing' });
  expect(repair).toMatchObject({ due: null, late: false });
  const { id: supplierId } = await addedSupplier(ada);
  const { url } = await documentFile(ada);
  const after = (await ada.post(`/api/repairs/${repair.id}/files`, { url, supplierId })).as(RepairRecord);
  expect(after.events.at(-1)).toMatchObject({ kind: 'file', suppliersSee: false, supplierSees: { id: supplierId } });
});

it('keeps photos out of the list of documents unless it is filtered by their type', async () => {
  const ada = await landlord();
  const repair = await addedRepair(ada);
  const { url } = await uploadedPhoto(ada, { bucket: 'documents' });
  await ada.post(`/api/repairs/${repair.id}/files`, { url });
  const listed = async (of: string) =>
    JSON.parse((await ada.get(`/api/documents?${of}`)).text) as { total: number; items: { links: object[] }[] };
  expect(await listed('')).toMatchObject({ total: 0 });
  expect(await listed('type=photo')).toMatchObject({
    total: 1,
    items: [{ links: [{ kind: 'repair', recordId: repair.id, name: repair.title }] }],
  });
  expect(await listed(`repairId=${repair.id}`)).toMatchObject({ total: 1 });
});
