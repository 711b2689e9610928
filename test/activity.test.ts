/** What the database remembers of every change, by itself and in the same transaction. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asRole, query } from './database.ts';
import { addedProperty, addedSupplier, addedTenant, type Landlord, landlord } from './landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty, newTenant } from './make.ts';
import { server } from './server.ts';

type Row = Record<'actor_id' | 'noun' | 'action' | 'record_id' | 'about' | 'label', string | null> & {
  at: Date;
  record_count: string;
  columns: string[] | null;
  changes: Record<string, [unknown, unknown]> | null;
};

/** The landlord's activity, newest first. */
function activityOf({ id }: { id: string }): Promise<Row[]> {
  return query<Row>(server.database, 'select * from activity where user_id = $1 order by id desc', [id]);
}

/** Runs statements in one transaction as the app role for a landlord, as the server would; answers with the last one's rows. */
async function asApp({ id }: Landlord, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(asRole(server.database, 'app'));
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.user_id', $1, true)`, [id]);
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

const path = ({ id }: { id: string }) => `/api/properties/${id}`;

describe('activity', () => {
  it('says who added what, and when', async () => {
    const ada = await landlord();
    const before = new Date();
    const house = await addedProperty(ada, { address: '14 Chandos Terrace' });
    const [row, ...more] = await activityOf(ada);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actor_id: ada.id,
      noun: 'property',
      action: 'added',
      record_id: house.id,
      record_count: '1',
      label: '14 Chandos Terrace',
      columns: null,
    });
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(row?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('follows the server’s clock', async () => {
    const ada = await landlord();
    await server.later(60 * 60 * 1000, () => addedProperty(ada));
    const [row] = await activityOf(ada);
    expect(row?.at.getTime()).toBeGreaterThan(Date.now() + 59 * 60 * 1000);
  });

  it('names the columns that changed, with what stood there and what stands there now', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { rent: 145_000, city: 'Bristol' });
    await ada.put(path(house), newProperty({ rent: 150_000, city: 'Bath' }), house.version);
    const [row] = await activityOf(ada);
    expect(row).toMatchObject({ actor_id: ada.id, action: 'changed', record_id: house.id, record_count: '1' });
    expect(row?.columns).toEqual(['city', 'monthly_rent', 'state']);
    expect(row?.changes).toEqual({ city: ['Bristol', 'Bath'], state: ['Bristol', 'Bath'], monthly_rent: [1450, 1500] });
  });

  it('does not keep a long text twice', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { description: 'short' });
    await ada.put(path(house), newProperty({ description: 'long '.repeat(100) }), house.version);
    const [row] = await activityOf(ada);
    expect(row?.changes).toEqual({ description: ['short', '…'] });
  });

  it('never keeps what opens a door: a key code is named as changed, however it changed', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { keyCode: 'secret-1' });
    await ada.put(path(house), newProperty({ keyCode: 'secret-2' }), 1);
    await ada.put(path(house), newProperty(), 2);
    await ada.put(path(house), newProperty({ keyCode: 'secret-3' }), 3);
    await asApp(ada, `update properties set key_code = 'secret-4', monthly_rent = 7`);
    await ada.delete(path(house), 5);
    const rows = await activityOf(ada);
    expect(rows.map(({ columns }) => columns)).toEqual([
      null,
      ['key_code', 'monthly_rent'],
      ['key_code'],
      ['key_code'],
      ['key_code'],
      null,
    ]);
    expect(rows[2]?.changes).toEqual({ key_code: ['…', '…'] });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('of a part says which property it is about', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, {
      certificates: [newCertificate({ name: 'CP12' })],
      compliance: newCompliance(),
      invoices: [newInvoice()],
    });
    const [invoice, compliance, certificate, property, ...more] = await activityOf(ada);
    expect(more).toEqual([]);
    const added = { action: 'added', actor_id: ada.id, record_count: '1', about: house.id };
    expect(invoice).toMatchObject({
      ...added,
      noun: 'invoice',
      label: 'Boiler service',
      record_id: house.invoices[0]?.id,
    });
    expect(compliance).toMatchObject({ ...added, noun: 'compliance', label: null });
    expect(certificate).toMatchObject({
      ...added,
      noun: 'certificate',
      label: 'CP12',
      record_id: house.certificates[0]?.id,
    });
    expect(property).toMatchObject({ ...added, noun: 'property', about: null });
  });

  it('of a tenant says where they live, and does not take a property’s new name for a change of theirs', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    await ada.put(`/api/properties/${tenant.propertyId}`, newProperty({ address: 'New House' }), 1);
    await ada.put(`/api/tenants/${tenant.id}`, newTenant({ propertyId: tenant.propertyId ?? '', name: 'Zoë' }), 1);
    const rows = (await activityOf(ada)).filter(({ noun }) => noun === 'tenant');
    expect(rows).toMatchObject([
      { action: 'changed', label: 'Zoë', about: tenant.propertyId, changes: { name: ['Grace Hopper', 'Zoë'] } },
      { action: 'added', label: 'Grace Hopper', about: tenant.propertyId, record_id: tenant.id, actor_id: ada.id },
    ]);
  });

  it('remembers of a deleted property what went with it', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, {
      certificates: [newCertificate(), newCertificate()],
      compliance: newCompliance(),
      invoices: [newInvoice()],
    });
    await ada.delete(path(house), 1);
    const removed = (await activityOf(ada)).filter(({ action }) => action === 'removed');
    expect(removed.map(({ noun, about, record_count }) => `${record_count} ${noun} of ${about}`).sort()).toEqual([
      `1 compliance of ${house.id}`,
      `1 invoice of ${house.id}`,
      '1 property of null',
      `2 certificate of ${house.id}`,
    ]);
    expect(new Set(removed.map(({ actor_id }) => actor_id))).toEqual(new Set([ada.id]));
  });

  it('tells the parts of several properties apart', async () => {
    const ada = await landlord();
    const houses = [
      await addedProperty(ada, { certificates: [newCertificate()] }),
      await addedProperty(ada, { certificates: [newCertificate(), newCertificate()] }),
    ];
    await asApp(ada, 'update property_certificates set cost = 1', 'delete from property_certificates');
    const counts = (await activityOf(ada))
      .slice(0, 4)
      .map(({ action, about, record_count }) => [action, about, record_count]);
    expect(counts).toEqual(
      expect.arrayContaining(
        ['removed', 'changed'].flatMap((action) => houses.map(({ id }, place) => [action, id, String(place + 1)])),
      ),
    );
  });

  it('says nothing of a change that changes nothing', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    expect((await ada.put(path(house), newProperty(), house.version)).status).toBe(200);
    expect((await activityOf(ada)).map(({ action }) => action)).toEqual(['added']);
  });

  it('remembers a property that is there no more', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '2 Mill Lane' });
    expect((await ada.delete(path(house), house.version)).status).toBe(204);
    const [row] = await activityOf(ada);
    expect(row).toMatchObject({ action: 'removed', record_id: house.id, label: '2 Mill Lane', actor_id: ada.id });
  });

  it('keeps one row with a count for a change of many at once', async () => {
    const ada = await landlord();
    for (let count = 0; count < 3; count++) await addedProperty(ada, { status: 'vacant' });
    const added = (await activityOf(ada)).length;
    await asApp(ada, `update properties set status = 'maintenance'`, 'delete from properties');
    const rows = (await activityOf(ada)).slice(0, -added);
    expect(rows).toMatchObject([
      { action: 'removed', record_count: '3', record_id: null, label: null },
      { action: 'changed', record_count: '3', record_id: null, label: null, columns: ['status'], changes: null },
    ]);
  });

  it('counts only what did change of many', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { city: 'Bath' });
    await addedProperty(ada, { city: 'Bristol' });
    await asApp(ada, `update properties set city = 'Bristol'`);
    expect(await activityOf(ada)).toMatchObject([
      { action: 'changed', record_count: '1', record_id: house.id },
      { action: 'added' },
      { action: 'added' },
    ]);
  });

  it('is taken back with the work it belongs to', async () => {
    const ada = await landlord();
    await addedProperty(ada);
    await expect(
      asApp(ada, `update properties set status = 'occupied'`, `update properties set status = 'haunted'`),
    ).rejects.toThrow('properties_status_check');
    expect((await activityOf(ada)).map(({ action }) => action)).toEqual(['added']);
  });

  it('cannot be written, changed or removed by the server itself', async () => {
    const ada = await landlord();
    await addedProperty(ada);
    const attempts = [
      `insert into activity (user_id, at, noun, action, record_count) values ('${ada.id}', now(), 'property', 'added', 1)`,
      `update activity set label = 'nothing'`,
      'delete from activity',
    ];
    for (const attempt of attempts) await expect(asApp(ada, attempt)).rejects.toThrow('permission denied');
    expect(await activityOf(ada)).toHaveLength(1);
  });

  it('is one landlord’s own', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada);
    expect(await asApp(ada, 'select user_id from activity')).toEqual([{ user_id: ada.id }]);
    expect(await asApp(bob, 'select user_id from activity')).toEqual([]);
  });

  it('goes with the account, and does not stand in the way of its end', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedProperty(ada, {
      certificates: [newCertificate()],
      compliance: newCompliance(),
      invoices: [newInvoice()],
    });
    const supplier = await addedSupplier(ada, { addedProperties: [(await addedTenant(ada)).propertyId ?? ''] });
    expect(supplier.properties).toBe(1);
    await addedProperty(bob);
    await query(asRole(server.database, 'owner'), 'delete from auth.users where id = $1', [ada.id]);
    const left = await query<{ table: string }>(
      server.database,
      `select 'profiles' as table from profiles where id = $1
       union all select 'properties' from properties where user_id = $1
       union all select 'certificates' from property_certificates where user_id = $1
       union all select 'compliance' from property_compliance where user_id = $1
       union all select 'invoices' from property_invoices where user_id = $1
       union all select 'tenants' from tenants where user_id = $1
       union all select 'suppliers' from suppliers where user_id = $1
       union all select 'supplier_properties' from supplier_properties where user_id = $1
       union all select 'activity' from activity where user_id = $1
       union all select 'sessions' from auth.sessions where user_id = $1
       union all select 'accounts' from auth.accounts where user_id = $1`,
      [ada.id],
    );
    expect(left).toEqual([]);
    expect(await activityOf(bob)).toHaveLength(1);
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
  });
});
