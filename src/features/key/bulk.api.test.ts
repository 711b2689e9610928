/** Bulk adds and changes over HTTP. For rights on each route, see test/key-rights.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiClient } from '../../../test/fixtures/keys.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  type Landlord,
  landlord,
  listedProperties,
  listedSuppliers,
  listedTenants,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { newProperty, newSupplier, newTenant, newTransaction } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { BulkOutcomes, MAX_BULK_ROWS } from '../../server/http/bulk.server.ts';

const { database } = server;
const SUPPLIERS = '/api/bulk/suppliers';
const PROPERTIES = '/api/bulk/properties';

const send = (sender: Pick<Browser, 'post'>, path: string, rows: unknown[], more: object = {}) =>
  sender.post(path, { rows, ...more });
const saved = async (sender: Pick<Browser, 'post'>, path: string, rows: unknown[], more: object = {}) => {
  const answer = await send(sender, path, rows, more);
  if (answer.status !== 200) throw new Error(`It returned ${answer.status}: ${answer.text}`);
  return answer.as(BulkOutcomes);
};
const codes = ({ items }: BulkOutcomes) => items.map(({ status, error }) => error?.code ?? status);
const names = async (owner: Landlord) => (await listedSuppliers(owner)).items.map(({ name }) => name).toSorted();

describe('a bulk request', () => {
  it('saves adds and changes, with an outcome for each row', async () => {
    const ada = await landlord();
    const present = await addedSupplier(ada, { name: 'Before' });
    const key = await apiClient(ada, { rights: { suppliers: 'change' } });
    const stale = { change: newSupplier({ name: 'Stale' }), id: present.id, version: 7 };
    const rows = [
      { add: newSupplier({ name: 'New' }) },
      { add: newSupplier({ name: '' }) },
      { change: newSupplier({ name: 'After' }), id: present.id, version: 1 },
      stale,
      { change: newSupplier(), id: randomUUID(), version: 1 },
      { change: newSupplier(), id: 'x', version: 1 },
      { change: newSupplier(), id: present.id },
      {},
      { add: newSupplier(), change: newSupplier(), id: present.id, version: 1 },
      null,
    ];
    const outcomes = await saved(key, SUPPLIERS, rows);
    expect(codes(outcomes)).toEqual([
      201,
      'invalid_input',
      200,
      'conflict',
      'not_found',
      'not_found',
      'version_required',
      'invalid_input',
      'invalid_input',
      'invalid_input',
    ]);
    expect(outcomes.saved).toBe(2);
    expect(outcomes.items[1]).toMatchObject({ status: 422, id: null, error: { fields: { name: 'Name is required' } } });
    expect(outcomes.items[2]).toEqual({ status: 200, id: present.id, version: 2, error: null });
    expect(await names(ada)).toEqual(['After', 'New']);
    const [added] = outcomes.items;
    expect((await ada.get(`/api/suppliers/${added?.id}`)).status).toBe(200);
  });

  it('saves nothing if one row fails and it is atomic', async () => {
    const ada = await landlord();
    const [first, second] = [await addedSupplier(ada, { name: 'First' }), await addedSupplier(ada, { name: 'Second' })];
    const rows = [
      { change: newSupplier({ name: 'Changed' }), id: first.id, version: 1 },
      { change: newSupplier({ name: 'Changed' }), id: second.id, version: 9 },
      { add: newSupplier() },
    ];
    const failed = await saved(ada, SUPPLIERS, rows, { atomic: true });
    expect([failed.saved, codes(failed)]).toEqual([0, ['not_saved', 'conflict', 'not_saved']]);
    const invalid = await saved(ada, SUPPLIERS, [{ add: {} }, { add: newSupplier() }, { add: {} }], { atomic: true });
    expect(codes(invalid)).toEqual(['invalid_input', 'not_saved', 'invalid_input']);
    expect(await names(ada)).toEqual(['First', 'Second']);
    const fine = await saved(ada, SUPPLIERS, [rows[0], rows[2]], { atomic: true });
    expect([fine.saved, codes(fine)]).toEqual([2, [200, 201]]);
    expect(await names(ada)).toEqual(['Changed', newSupplier().name, 'Second'].toSorted());
  });

  it('refuses a row whose file is missing, which only the commit detects', async () => {
    const ada = await landlord();
    const { url } = await uploadedPhoto(ada, { bucket: 'supplier_images' });
    await query(database, 'delete from files where url = $1', [url]);
    const rows = [{ add: newSupplier({ logo: url }) }, { add: newSupplier({ name: 'Without' }) }];
    const outcomes = await saved(ada, SUPPLIERS, rows);
    expect(outcomes.items).toMatchObject([
      { status: 422, error: { fields: { logo: 'We could not find this file. Add it again.' } } },
      { status: 201 },
    ]);
    expect(codes(await saved(ada, SUPPLIERS, rows, { atomic: true }))).toEqual(['invalid_input', 'not_saved']);
    expect(await names(ada)).toEqual(['Without']);
  });

  it('follows the rules of each noun, and logs each row', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const tenant = await addedTenant(ada, { propertyId: home.id });
    const changed = newTenant({ propertyId: home.id, leaseStart: '2026-02-01', name: 'Grace B. Hopper' });
    const rows = [
      { add: newTenant({ propertyId: home.id, name: 'Second', leaseStart: '2026-03-01' }) },
      { add: newTenant({ propertyId: randomUUID() }) },
      { change: changed, id: tenant.id, version: tenant.version },
    ];
    const outcomes = await saved(ada, '/api/bulk/tenants', rows);
    expect(codes(outcomes)).toEqual([201, 'invalid_input', 200]);
    expect((await listedTenants(ada)).items.map(({ name }) => name).toSorted()).toEqual(['Grace B. Hopper', 'Second']);
    const log = await query<{ action: string; columns: string[] | null }>(
      database,
      `select action, columns from activity where user_id = $1 and noun = 'tenant' order by id`,
      [ada.id],
    );
    expect(log.map(({ action }) => action)).toEqual(['added', 'added', 'changed']);
    expect(log[2]?.columns).toEqual(expect.arrayContaining(['name', 'lease_start']));
    const spent = await saved(ada, '/api/bulk/transactions', [
      { add: newTransaction({ propertyId: home.id }) },
      { add: newTransaction({ category: 'nonsense' }) },
    ]);
    expect(codes(spent)).toEqual([201, 'invalid_input']);
    expect((await listedTransactions(ada)).items.length).toBe(1);
  });

  it('is saved once for an idempotency key, also when it is repeated concurrently', async () => {
    const ada = await landlord();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { rows: [{ add: newSupplier() }, { add: {} }] };
    const answers = await Promise.all(Array.from({ length: 3 }, () => ada.post(SUPPLIERS, body, { headers })));
    answers.push(await ada.post(SUPPLIERS, body, { headers }));
    expect(new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text)))).size).toBe(1);
    expect(answers[0]?.as(BulkOutcomes).saved).toBe(1);
    expect((await listedSuppliers(ada)).items.length).toBe(1);
    const other = await ada.post(SUPPLIERS, { rows: [{ add: newSupplier({ name: 'Other' }) }] }, { headers });
    expect(other.outcome).toBe('409 already_created');
    expect((await ada.post('/api/suppliers', newSupplier(), { headers })).outcome).toBe('400 bad_request');
    expect((await ada.post(SUPPLIERS, body, { headers: { 'idempotency-key': 'x' } })).outcome).toBe('400 bad_request');
    const bob = await landlord();
    expect((await bob.post(SUPPLIERS, body, { headers })).as(BulkOutcomes).saved).toBe(1);
  });

  it('can be repeated with its key after it saved nothing', async () => {
    const ada = await landlord();
    const headers = { 'idempotency-key': randomUUID() };
    const row = { change: newSupplier({ name: 'Late' }), version: 1 };
    const { id } = await addedSupplier(ada);
    const wrong = await ada.post(SUPPLIERS, { rows: [{ ...row, id: randomUUID() }], atomic: true }, { headers });
    expect(codes(wrong.as(BulkOutcomes))).toEqual(['not_found']);
    const right = await ada.post(SUPPLIERS, { rows: [{ ...row, id }], atomic: true }, { headers });
    expect(codes(right.as(BulkOutcomes))).toEqual([200]);
  });

  it('reaches no other landlord’s records, and no property outside a key’s reach', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    const change = newProperty({ address: '1 Changed Street' });
    const rows = [near, far].map(({ id, version }) => ({ change, id, version }));
    expect(codes(await saved(bob, PROPERTIES, rows))).toEqual(['not_found', 'not_found']);
    const rights = { properties: 'change', people: 'change', money: 'change' } as const;
    const limited = await apiClient(ada, { whole: false, propertyIds: [near.id], rights });
    const outcomes = await saved(limited, PROPERTIES, [...rows, { add: newProperty() }]);
    expect(codes(outcomes)).toEqual([200, 'not_found', 'not_allowed']);
    const addresses = (await listedProperties(ada)).items.map(({ address }) => address).toSorted();
    expect(addresses).toEqual([far.address, '1 Changed Street'].toSorted());
    expect((await listedProperties(bob)).items.length).toBe(0);
    const seeing = await apiClient(ada, { rights: { properties: 'see' } });
    expect((await send(seeing, PROPERTIES, rows)).outcome).toBe('403 not_allowed');
  });

  it('is part of Enterprise and of the trial', async () => {
    const ada = await landlord();
    const key = await apiClient(ada, { rights: { suppliers: 'change' } });
    await query(database, `insert into subscriptions (user_id, plan, state) values ($1, 'business', 'active')`, [
      ada.id,
    ]);
    for (const sender of [ada, key]) {
      const refused = await send(sender, SUPPLIERS, [{ add: newSupplier() }]);
      expect([refused.outcome, refused.text]).toEqual([
        '402 plan_needed',
        expect.stringContaining('Bulk changes are part of Enterprise.'),
      ]);
    }
    await query(database, `update subscriptions set plan = 'enterprise' where user_id = $1`, [ada.id]);
    expect((await saved(key, SUPPLIERS, [{ add: newSupplier() }])).saved).toBe(1);
    await query(database, 'delete from subscriptions where user_id = $1', [ada.id]);
    await query(database, END_TRIAL, [ada.id, server.services.clock.now()]);
    expect((await send(key, SUPPLIERS, [{ add: newSupplier() }])).outcome).toBe('402 trial_expired');
  });

  it('has up to 500 rows of a limited size', async () => {
    const ada = await landlord();
    const rows = Array.from({ length: MAX_BULK_ROWS }, (_, place) => ({ add: newSupplier({ name: `No. ${place}` }) }));
    expect((await saved(ada, SUPPLIERS, rows)).saved).toBe(MAX_BULK_ROWS);
    const more = await send(ada, SUPPLIERS, [...rows, rows[0]]);
    expect([more.outcome, more.fields]).toEqual(['422 invalid_input', { rows: 'Send at most 500 rows' }]);
    for (const body of [{ rows: [] }, {}, { rows: {} }])
      expect((await ada.post(SUPPLIERS, body)).outcome).toBe('422 invalid_input');
    expect((await ada.post(SUPPLIERS, '{"rows":')).outcome).toBe('400 bad_request');
    const large = [{ add: newSupplier({ notes: 'x'.repeat(2 * 1024 * 1024) }) }];
    expect((await send(ada, SUPPLIERS, large)).outcome).toBe('413 payload_too_large');
    expect((await listedSuppliers(ada, '?limit=1')).total).toBe(MAX_BULK_ROWS);
  });
});
