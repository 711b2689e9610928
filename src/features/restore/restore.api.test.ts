import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withSecondFactor } from '../../../test/fixtures/account.ts';
import { type FullLandlord, landlordsTables, landlordWithEverything } from '../../../test/fixtures/everything.ts';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  listedProperties,
  listedTenants,
} from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import {
  checked,
  download,
  outcomeOf,
  RESTORES,
  refusalOf,
  restored,
  runPath,
  sendDownload,
} from '../../../test/fixtures/restores.ts';
import { PDF, photo, storedFiles, uploaded } from '../../../test/fixtures/uploads.ts';
import { holding } from '../../../test/reading/downloads.ts';
import { comparable } from '../../../test/reading/restored.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../property/property.ts';
import { countsOf, notRestored, RestoreState } from './restore.ts';

const { database } = server;
const HOUR = 60 * 60_000;

const stateOf = async (person: Landlord) => (await person.get(RESTORES)).as(RestoreState);

async function withHouse() {
  const ada = await landlord();
  const image = await uploaded(ada, {
    bucket: 'property_images',
    name: 'House.jpg',
    bytes: await photo().jpeg().toBuffer(),
  });
  const gas = await uploaded(ada, { name: 'Gas.pdf' });
  const house = await addedProperty(ada, { imageUrl: image.url, certificates: [newCertificate({ file: gas })] });
  const tenant = await addedTenant(ada, { propertyId: house.id, name: 'Grace Hopper' });
  await addedTransaction(ada, { propertyId: house.id });
  return { ada, house, tenant, image };
}

const houseOf = async (person: Landlord) => {
  const [item] = (await listedProperties(person)).items;
  return (await person.get(`/api/properties/${item?.id}`)).as(PropertyRecord);
};

describe('a download with a row in every table', () => {
  let ada: FullLandlord;
  let eve: Landlord;
  let zip: Buffer;
  let before: Record<string, string[]>;
  beforeAll(async () => {
    [ada, eve] = await Promise.all([landlordWithEverything(), landlord()]);
    await query(database, 'update statement_imports set imported_at = app.instant() where user_id = $1', [ada.id]);
    zip = await download(ada);
    before = await comparable(zip);
    await restored(eve, zip);
  });

  it('is restored with equal content in every table', async () => {
    const after = await comparable(await download(eve));
    const tables = await landlordsTables(database);
    expect(Object.keys(before).length).toBeGreaterThan(tables.length / 2);
    for (const [table, rows] of Object.entries(before)) {
      expect(rows, `${table} has rows`).not.toEqual([]);
      expect([table, after[table]]).toEqual([table, rows]);
    }
  });

  it('leaves the account of the download as it was', async () => {
    expect(await comparable(await download(ada))).toEqual(before);
  });

  it('gives every row to the caller, and no id or address of the other account', async () => {
    const { text } = (await eve.get('/api/my-data')) as { text: string };
    for (const id of [ada.id, ada.personId]) expect(text.includes(id)).toBe(false);
    const shared = await query(
      database,
      'select from properties one join properties other using (id) where one.user_id = $1 and other.user_id = $2',
      [ada.id, eve.id],
    );
    expect(shared).toEqual([]);
  });

  it('restores numbers that the download omits', async () => {
    const [same] = await query<{ same: boolean }>(
      database,
      `select (select array_agg(size order by address) from properties where user_id = $1)
         = (select array_agg(size order by address) from properties where user_id = $2) as same`,
      [ada.id, eve.id],
    );
    expect(same?.same).toBe(true);
  });

  it('restores no secrets, consents and people, and nothing that would send an email', async () => {
    const [left] = await query(
      database,
      `select (select count(*)::int from members where user_id = $1) as members, (select count(*)::int from api_keys where user_id = $1) as keys,
         (select count(*)::int from webhook_endpoints where user_id = $1) as webhooks,
         (select count(*)::int from bank_connections where user_id = $1) as banks, (select count(*)::int from tax_connections where user_id = $1) as taxes,
         (select count(*)::int from calendar_feeds where user_id = $1) as feeds, (select count(*)::int from subscriptions where user_id = $1 and state is not null) as plans,
         (select count(*)::int from guest_links where user_id = $1 and revoked_at is null) as links,
         (select count(*)::int from guest_links one join guest_links other using (token_hash) where one.user_id = $1 and other.user_id <> $1) as tokens,
         (select count(*)::int from owners where user_id = $1 and nino is not null) as ninos,
         (select count(*)::int from reminder_settings where user_id = $1 and active) as reminders,
         (select count(*)::int from rent_emails where user_id = $1 and state = 'queued') as queued`,
      [eve.id],
    );
    expect(left).toEqual({
      members: 1,
      keys: 0,
      webhooks: 0,
      banks: 0,
      taxes: 0,
      feeds: 0,
      plans: 0,
      links: 0,
      tokens: 0,
      ninos: 0,
      reminders: 0,
      queued: 0,
    });
  });

  it('is shown with its counts, the parts that are not restored, and the people to reinvite', async () => {
    const { restore } = await stateOf(eve);
    if (!restore) throw new Error('There is no restore.');
    expect(restore).toMatchObject({ state: 'restored', accountName: ada.name, lostFiles: 0 });
    expect(restore.members).toEqual([{ name: ada.word, email: ada.word, role: 'guest' }]);
    expect(countsOf(restore.tables)).toEqual(expect.arrayContaining(['1 property', '1 tenant', '9 files']));
    expect(notRestored(restore).join(' ')).toMatch(
      /Bank connections.+HMRC.+API keys.+Webhooks.+Calendar links.+people/,
    );
  });
});

it('restores the sample portfolio with equal content', async () => {
  const ada = await landlord();
  expect((await ada.post('/api/sample')).outcome).toBe('served');
  const zip = await download(ada);
  expect(await stateOf(ada)).toMatchObject({ obstacle: expect.stringContaining('sample account') as string });
  expect(refusalOf(await sendDownload(ada, zip))).toContain('sample account');
  const eve = await landlord();
  await restored(eve, zip);
  expect(await comparable(await download(eve))).toEqual(await comparable(zip));
});

describe('ids', () => {
  it('are replaced while another account has them, with links and file names', async () => {
    const { ada, house, tenant, image } = await withHouse();
    const eve = await landlord();
    await restored(eve, await download(ada));
    const copy = await houseOf(eve);
    expect(copy).toMatchObject({ address: house.address });
    expect(copy.id).not.toBe(house.id);
    const [grace] = (await listedTenants(eve)).items;
    expect(grace).toMatchObject({ name: 'Grace Hopper', propertyId: copy.id });
    expect(grace?.id).not.toBe(tenant.id);
    expect(copy.imageUrl).toContain(eve.id);
    const [own, first] = [await eve.get(copy.imageUrl ?? ''), await ada.get(image.url)];
    expect([own.status, own.bytes.equals(first.bytes), (await eve.get(image.url)).status]).toEqual([200, true, 404]);
    expect((await eve.get(`${copy.imageUrl}?size=thumb`)).status).toBe(200);
    expect((await eve.get(copy.certificates[0]?.file?.url ?? '')).bytes.equals(PDF)).toBe(true);
    expect((await ada.get(copy.imageUrl ?? '')).status).toBe(404);
  });

  it('are kept if they are free on this server', async () => {
    const { ada, house, tenant } = await withHouse();
    const zip = await download(ada);
    expect((await ada.post('/api/account/remove', { password: ada.password })).outcome).toBe('served');
    const eve = await landlord();
    await restored(eve, zip);
    expect((await houseOf(eve)).id).toBe(house.id);
    expect((await listedTenants(eve)).items).toMatchObject([{ id: tenant.id, propertyId: house.id }]);
  });
});

describe('a check', () => {
  it('saves no records, and is replaced by the next or removed with its files', async () => {
    const { ada } = await withHouse();
    const zip = await download(ada);
    const eve = await landlord();
    const first = await checked(eve, zip);
    expect(await stateOf(eve)).toMatchObject({ obstacle: null, restore: { id: first.id, state: 'checked' } });
    expect((await listedProperties(eve)).total).toBe(0);
    const second = await checked(eve, zip);
    expect((await eve.post(runPath(first), {})).outcome).toBe('404 not_found');
    expect((await eve.delete(`${RESTORES}/${second.id}`)).status).toBe(204);
    expect(await query(database, 'select from files where user_id = $1', [eve.id])).toEqual([]);
    expect((await stateOf(eve)).restore).toBeNull();
  });

  it('ends after 12 hours, and its unused files after a day', async () => {
    const { ada } = await withHouse();
    const eve = await landlord();
    const old = await checked(eve, await download(ada));
    await server.later(13 * HOUR, async () => {
      expect((await eve.post(runPath(old), {})).outcome).toBe('404 not_found');
      await query(database, 'select app.clear_restores(app.instant() + interval $$13 hours$$)');
      expect((await stateOf(eve)).restore).toBeNull();
    });
    await query(database, 'select app.clear_files(app.instant() + interval $$25 hours$$)');
    expect(await query(database, 'select from files where user_id = $1', [eve.id])).toEqual([]);
  });

  it('needs a recent code where two-factor sign-in is on', async () => {
    const eve = await landlord();
    await withSecondFactor(eve);
    await query(database, 'update auth.sessions set code_at = null where user_id = $1', [eve.personId]);
    expect((await sendDownload(eve, randomBytes(100))).outcome).toBe('403 code_required');
  });

  it('is refused for files beyond the storage of the plan', async () => {
    const { ada } = await withHouse();
    const eve = await landlord();
    await query(database, 'update profiles set file_bytes = 1024 ^ 3 where id = $1', [eve.id]);
    expect(refusalOf(await sendDownload(eve, await download(ada)))).toContain('Your trial includes 1 GB');
    expect(await storedFiles(eve, server)).toEqual([]);
  });
});

describe('a restore', () => {
  it('is refused once the account has records, naming them, and after another restore', async () => {
    const { ada } = await withHouse();
    const zip = await download(ada);
    const eve = await landlord();
    const waiting = await checked(eve, zip);
    const own = await addedProperty(eve);
    const refused =
      'This account already has records (properties). Restore a download into an account without records.';
    expect(refusalOf(await eve.post(runPath(waiting), {}))).toBe(refused);
    expect(refusalOf(await sendDownload(eve, zip))).toBe(refused);
    expect((await listedProperties(eve)).items.map(({ id }) => id)).toEqual([own.id]);
    const bob = await landlord();
    const done = await restored(bob, zip);
    expect(refusalOf(await bob.post(runPath(done), {}))).toBe('This download is already restored.');
    expect((await listedProperties(bob)).total).toBe(1);
  });

  it('replaces settings, and shows its progress by rows', async () => {
    const { ada } = await withHouse();
    await query(database, `insert into repair_targets (user_id, urgency, hours) values ($1, 'urgent', 30)`, [ada.id]);
    const eve = await landlord();
    await query(database, `insert into repair_targets (user_id, urgency, hours) values ($1, 'urgent', 99)`, [eve.id]);
    const answer = await eve.post(runPath(await checked(eve, await download(ada))), {});
    const lines = answer.text.trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ done: expect.any(Number) as number });
    expect(outcomeOf(answer)).toMatchObject({ state: 'restored' });
    expect(await query(database, 'select hours from repair_targets where user_id = $1', [eve.id])).toEqual([
      { hours: 30 },
    ]);
  });

  it('is rolled back with an error message after a lost database connection, and can be repeated', async () => {
    const { ada } = await withHouse();
    const eve = await landlord();
    const waiting = await checked(eve, await download(ada));
    await holding(database, 'lock table activity in share mode', async () => {
      const run = eve.post(runPath(waiting), {});
      const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%restore_rows%'`;
      await vi.waitFor(async () => expect(await query(database, blocked)).toHaveLength(1), { timeout: 30_000 });
      await query(database, blocked.replace('select pid', 'select pg_terminate_backend(pid)'));
      expect(outcomeOf(await run)).toEqual({
        error: expect.stringContaining('We did not restore anything.') as string,
      });
    });
    expect((await listedProperties(eve)).total).toBe(0);
    expect((await stateOf(eve)).restore).toMatchObject({ id: waiting.id, state: 'checked', restoredAt: null });
    expect(outcomeOf(await eve.post(runPath(waiting), {}))).toMatchObject({ state: 'restored' });
    expect((await listedProperties(eve)).total).toBe(1);
  });

  it('keeps the name of a lost file, which stays lost', async () => {
    const ada = await landlord();
    await addedProperty(ada, { certificates: [newCertificate({ file: await uploaded(ada, { name: 'Lost.pdf' }) })] });
    await server.services.files.remove((await storedPath(ada)) ?? '');
    const eve = await landlord();
    const restore = await restored(eve, await download(ada));
    expect(restore.lostFiles).toBe(1);
    const [lost, copy] = [(await houseOf(ada)).certificates[0]?.file, (await houseOf(eve)).certificates[0]?.file];
    expect(copy?.name).toBe('Lost.pdf');
    expect((await eve.get(copy?.url ?? '')).outcome).toBe((await ada.get(lost?.url ?? '')).outcome);
    expect((await eve.get(copy?.url ?? '')).outcome).not.toBe('served');
  });
});

async function storedPath({ id }: Landlord): Promise<string | undefined> {
  const rows = await query<{ path: string }>(
    database,
    `select bucket || '/' || path as path from files where user_id = $1`,
    [id],
  );
  return rows[0]?.path;
}

it('skips each trigger that would add or set values of restored rows', async () => {
  const running = await query<{ name: string }>(
    database,
    `select distinct t.tgname as name from pg_trigger t join app.restorable() r on r.target = t.tgrelid
     where not t.tgisinternal and t.tgtype & 4 > 0 and pg_get_triggerdef(t.oid) not like '%is_restoring()%' order by 1`,
  );
  // These triggers check, count, claim files or mark stale values. Function files that run later may also call
  // app.skip_in_restores().
  expect(running.map(({ name }) => name)).toEqual([
    'check_allocations',
    'check_shares',
    'check_split_added',
    'check_transaction',
    'count_bytes_added',
    'mark_added',
    'notify_rent_email',
    'record_added',
    'refuse_in_sample',
    'require_own_transaction',
    'stale_deadlines_on_insert',
    'track_file',
  ]);
});
