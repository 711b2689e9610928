import { beforeAll, describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import {
  checked,
  download,
  partsOf,
  refusalOf,
  resummed,
  runPath,
  sendDownload,
  tampered,
} from '../../../test/fixtures/restores.ts';
import { uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const { database } = server;

type Row = Record<string, unknown>;
const each = (change: Row) => (rows: Row[]) => rows.map((row) => ({ ...row, ...change }));

let zip: Buffer;
let victim: {
  owner: Landlord;
  house: string;
  tenancy: string;
  tenant: string;
  transaction: string;
  photo: string;
  file: string;
};

beforeAll(async () => {
  const [ada, owner] = await Promise.all([landlord(), landlord()]);
  const house = await addedProperty(ada, { imageUrl: (await uploadedHouse(ada)).url });
  await addedTenant(ada, { propertyId: house.id, name: 'Grace Hopper' });
  const { id } = await addedTransaction(ada, { propertyId: house.id });
  await query(
    database,
    `insert into agent_day_reviews (user_id, transaction_id, received_on) values ($1, $2, '2026-11-02')`,
    [ada.id, id],
  );
  zip = await download(ada);
  const photo = await uploadedHouse(owner);
  const theirs = await addedProperty(owner, { imageUrl: photo.url });
  const tenant = await addedTenant(owner, { propertyId: theirs.id });
  const file = await uploaded(owner, { name: 'Secret.pdf' });
  const transaction = await addedTransaction(owner, { propertyId: theirs.id });
  victim = {
    owner,
    house: theirs.id,
    tenancy: tenant.tenancyId ?? '',
    tenant: tenant.id,
    transaction: transaction.id,
    photo: photo.url,
    file: file.url,
  };
});

const uploadedHouse = (owner: Landlord) => uploadedPhoto(owner, { bucket: 'property_images', name: 'House.jpg' });

/** The number of an account's rows in restored tables, except rows that a check or a new account also adds. */
async function rowsOf({ id }: Landlord): Promise<number> {
  const tables = await query<{ target: string }>(database, 'select target::text from app.restorable()');
  let sum = 0;
  for (const { target } of tables) {
    if (/^(?:activity|files|notice_states)$/.test(target)) continue;
    const [row] = await query<{ rows: number }>(
      database,
      `select count(*)::int as rows from ${target} where user_id = $1`,
      [id],
    );
    sum += row?.rows ?? 0;
  }
  return sum;
}

/** Restores a changed download into a new account. Returns the reason of a refusal, which leaves the account empty. */
async function attempt(changed: Buffer): Promise<{ eve: Landlord; outcome: string }> {
  const eve = await landlord();
  const sent = await sendDownload(eve, changed);
  const refused = refusalOf(sent);
  const outcome =
    refused === 'not refused' ? refusalOf(await eve.post(runPath(await checked(eve, changed)), {})) : refused;
  const isSaved = (await rowsOf(eve)) > 0;
  expect([outcome, isSaved]).toEqual([outcome, outcome === 'not refused']);
  return { eve, outcome };
}

describe('a row that names a record of another landlord', () => {
  it.each([
    [
      'tenants',
      () => ({ property_id: victim.house }),
      'Row 1 of tenants (Grace Hopper) links to a record that is not in the download.',
    ],
    [
      'tenants',
      () => ({ tenancy_id: victim.tenancy }),
      'Row 1 of tenants (Grace Hopper) links to a record that is not in the download.',
    ],
    ['transactions', () => ({ property_id: victim.house }), 'links to a record that is not in the download.'],
    ['properties', () => ({ image_url: victim.photo }), 'links to a file that is not in the download.'],
  ])('in %s is refused in words, without saving other rows', async (table, change, reason) => {
    const { outcome } = await attempt(await tampered(zip, table, each(change())));
    expect(outcome).toContain(reason);
    expect(outcome).toContain('We did not save anything.');
  });

  it('gets a new id if it has no foreign key', async () => {
    const { eve } = await attempt(
      await tampered(zip, 'agent_day_reviews', each({ transaction_id: victim.transaction })),
    );
    expect(
      await query(database, 'select from agent_day_reviews where transaction_id = $1', [victim.transaction]),
    ).toEqual([]);
    expect(await query(database, 'select from agent_day_reviews where user_id = $1', [eve.id])).toHaveLength(1);
  });

  it('becomes the caller’s if it has the account’s own id', async () => {
    const { eve, outcome } = await attempt(
      await tampered(zip, 'properties', each({ user_id: victim.owner.id, id: victim.house })),
    );
    expect(outcome).toContain('links to a record');
    const whole = await tampered(zip, 'agent_day_reviews', each({ user_id: victim.owner.id }));
    const { eve: other } = await attempt(whole);
    expect(await query(database, 'select from agent_day_reviews where user_id = $1', [other.id])).toHaveLength(1);
    expect(await query(database, 'select from agent_day_reviews where user_id = $1', [victim.owner.id])).toEqual([]);
    expect(await query(database, 'select from properties where user_id = $1', [eve.id])).toEqual([]);
  });

  it('gets new ids in JSON, so that unique values never conflict with those of others', async () => {
    const { eve } = await attempt(await tampered(zip, 'activity', each({ changes: { id: [victim.tenant, null] } })));
    const rows = await query<{ changes: string }>(database, 'select changes::text from activity where user_id = $1', [
      eve.id,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ changes }) => changes.includes(victim.tenant))).toBe(false);
  });

  it('leaves the other landlord’s file unread', async () => {
    const stolen = victim.file.replace('/api/files/property-certificates/', '');
    const { outcome } = await attempt(
      await tampered(zip, 'files', each({ bucket: 'property-certificates', path: stolen })),
    );
    expect(outcome).not.toContain('Secret');
    expect((await victim.owner.get(victim.file)).status).toBe(200);
  });
});

describe('a column that a download withholds', () => {
  it('is not taken from a zip that has it', async () => {
    const changed = await tampered(zip, 'properties', each({ size: 12_345, purchase_price: 99 }));
    const { eve, outcome } = await attempt(changed);
    expect(outcome).toBe('not refused');
    const [row] = await query(
      database,
      'select size <> 12345 as size, purchase_price::int from properties where user_id = $1',
      [eve.id],
    );
    expect(row).toEqual({ size: true, purchase_price: 0 });
  });
});

describe('a value that the database does not allow', () => {
  it.each([
    [
      'tenants',
      { name: 'x'.repeat(201) },
      /^Row 1 of tenants \(x{100}\) has a value that we cannot save\. We did not save anything\.$/,
    ],
    ['tenants', { moved_in: 'no day' }, /^Row 1 of tenants \(Grace Hopper\) has a value/],
    ['properties', { type: 'castle' }, /^Row 1 of properties \(.+\) has a value/],
    ['properties', { monthly_rent: 1e12 }, /^Row 1 of properties \(.+\) has a value/],
    ['transactions', { split_id: null, split_amount: 5 }, /^not refused$|has a value/],
    ['tenants', { name: 'a\u0000b' }, /^Row 1 of tenants .*has a value/],
  ])('in %s is refused with its row', async (table, change, reason) => {
    expect((await attempt(await tampered(zip, table, each(change)))).outcome).toMatch(reason);
  });

  it('is refused if it contradicts other rows', async () => {
    const { outcome } = await attempt(await tampered(zip, 'ledger_entries', each({ settled: 123.45 })));
    expect(outcome).toBe('A row of rent allocations has a value that we cannot save. We did not save anything.');
  });

  it('is refused if it occurs twice', async () => {
    const { outcome } = await attempt(await tampered(zip, 'tenants', (rows) => [...rows, ...rows]));
    expect(outcome).toBe(
      'Row 2 of tenants (Grace Hopper) is in the download twice, or in use. We did not save anything.',
    );
  });
});

describe('a file', () => {
  it('is refused if its content is not of its kind', async () => {
    const parts = await partsOf(zip);
    const path = [...parts.keys()].find((name) => name.startsWith('files/')) ?? '';
    const bytes = Buffer.from('<script>alert(1)</script>');
    parts.set(path, bytes);
    const resized = await tampered(await resummed(parts), 'files', (rows) =>
      rows.map((row) => ({
        ...row,
        bytes: bytes.length,
        sha256: 'd6c9a3cbc7c5b2e3f8f6d8a2d7a0c9e4a5b6c7d8e9f00112233445566778899a',
      })),
    );
    expect((await attempt(resized)).outcome).toMatch(/changed since it was downloaded|content is different/);
  });
});
