import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { checked, download, outcomeOf, runPath } from '../../../test/fixtures/restores.ts';
import { photo, uploaded } from '../../../test/fixtures/uploads.ts';
import { comparable } from '../../../test/reading/restored.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { deriveStale } from '../deadline/derive.server.ts';

const { address: database, drop } = await privateDatabase('restore_large');
const server = await startServer({ database });
afterAll(async () => {
  await server.stop();
  await drop();
});

const FILES = 500;
const PHOTOS = 20;
const MB = 1024 ** 2;

/** Measures the maximum memory above that before `work`, with a sample every 20 ms. */
async function memoryOf<T>(work: () => Promise<T>): Promise<{ result: T; megabytes: number; seconds: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let max = before;
  const sampling = setInterval(() => {
    max = Math.max(max, process.memoryUsage().rss);
  }, 20);
  const since = performance.now();
  try {
    const result = await work();
    return { result, megabytes: (max - before) / MB, seconds: (performance.now() - since) / 1000 };
  } finally {
    clearInterval(sampling);
  }
}

it('of 20,000 rows and 500 files is restored with equal content', async () => {
  const ada = await landlord({}, server);
  const bytes = await photo().jpeg().toBuffer();
  for (let file = 0; file < PHOTOS; file += 1) {
    const { url } = await uploaded(ada, { bucket: 'property_images', name: `${file}.jpg`, bytes });
    await addedProperty(ada, { address: `${file} Long Road`, imageUrl: url });
  }
  await addPdfs(ada, FILES - PHOTOS);
  for (const statement of LARGE) await query(database, statement, [ada.id]);
  const { jobsPool, clock } = server.services;
  const derive = () => runOnBehalfOf(jobsPool, { userId: ada.id, now: clock.now() }, deriveStale);
  while ((await derive()) > 0);
  const zip = await download(ada);
  const eve = await landlord({}, server);
  const check = await memoryOf(() => checked(eve, zip));
  const rows = Object.values(check.result.tables).reduce((sum, count) => sum + count, 0);
  expect([rows >= 20_000, check.result.tables.files]).toEqual([true, FILES]);
  const run = await memoryOf(() => eve.post(runPath(check.result), {}));
  expect(outcomeOf(run.result)).toMatchObject({ state: 'restored' });
  const figures = [check, run].map(({ megabytes, seconds }) => `${Math.round(seconds)} s, ${Math.round(megabytes)} MB`);
  console.log(`${rows} rows, ${Math.round(zip.length / MB)} MB: check ${figures[0]}, restore ${figures[1]}`);
  const [before, after] = [await comparable(zip), await comparable(await download(eve))];
  for (const [table, content] of Object.entries(before)) {
    expect([table, after[table]?.length]).toEqual([table, content.length]);
    expect([table, after[table]]).toEqual([table, content]);
  }
  // The client and the server share one process: the zip and its upload take twice the zip's size.
  expect(check.megabytes).toBeLessThan(100 + (3 * zip.length) / MB);
}, 600_000);

/** Properties with a certificate of 200 kB each, as uploads would store them. */
async function addPdfs({ id }: Landlord, count: number): Promise<void> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(200_000), Buffer.from('\n%%EOF\n')]);
      const path = `${id}/certificate_${place}_a.pdf`;
      await server.services.files.put(`property-certificates/${path}`, { bytes, contentType: 'application/pdf' });
      return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  await query(
    database,
    `with stored as (
       insert into files (user_id, bucket, path, name, content_type, bytes, sha256, stored)
       select $1, 'property-certificates', f.path, 'Gas.pdf', 'application/pdf', f.bytes, f.sha256, true
       from jsonb_to_recordset($2) as f (path text, bytes bigint, sha256 text) returning url),
     homes as (
       insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
       select $1, n || ' Short Road', 'Bath', 'Bath', 'BA1 1AA', 'flat', 1, 1, 500, 100 from generate_series(1, $3) n returning id)
     insert into property_certificates (user_id, property_id, name, file_url)
     select $1, home.id, 'Gas', file.url from (select id, row_number() over () as n from homes) home
     join (select url, row_number() over () as n from stored) file using (n)`,
    [id, JSON.stringify(files), count],
  );
}

/** $1 is the landlord's id. */
const LARGE = [
  `insert into tenancies (user_id, property_id, kind, start_date, rent_day, charges_from)
   select user_id, id, 'periodic', '2026-01-01', 1, '2026-01-01' from properties where user_id = $1`,
  `insert into tenants (user_id, property_id, tenancy_id, name, email, phone)
   select user_id, property_id, id, 'Grace Hopper ' || n, 'grace@tenure.example', '0117 496 0123'
   from tenancies cross join generate_series(1, 2) n where user_id = $1`,
  `insert into tenancy_rents (user_id, tenancy_id, starts_on, amount) select user_id, id, '2026-01-01', 500 from tenancies where user_id = $1`,
  `insert into ledger_entries (user_id, tenancy_id, kind, date, amount, period_from, period_to)
   select user_id, id, 'rent', date '2026-01-01' + 31 * n, 500, date '2026-01-01' + 31 * n, date '2026-01-30' + 31 * n
   from tenancies cross join generate_series(0, 4) n where user_id = $1`,
  `insert into transactions (user_id, property_id, tenancy_id, amount, description, date, category, type, status)
   select t.user_id, t.property_id, case when n < 3 then t.id end, case when n < 3 then 400 + n else -n end, 'Number ' || n, date '2026-01-05' + n * 9,
     case when n < 3 then 'rent' else 'maintenance' end, case when n < 3 then 'income' else 'expense' end, 'completed'
   from tenancies t cross join generate_series(0, 19) n where t.user_id = $1`,
];
