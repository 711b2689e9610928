/** Kills the server while tenants send repairs with photos, and compares each photo's row with its bytes. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { connectToDatabase, signUp, startServer } from '../server-process.ts';
import { setUp } from '../set-up.mjs';
import { addProperty, type Landlord, post, stop } from './account.ts';

const REPORTS_A_ROUND = 4;
const PHOTOS = 3;

type Report = { path: string; key: string };
type Stored = { bucket: string; path: string; sha256: string };

/** Prints a table, and returns a message for each failure. */
export async function sendPhotos(rounds: number): Promise<string[]> {
  const script = join(await setUp(), 'server/main.js');
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure photos '));
  const start = () => startServer({ script, dataFolder, workers: 1 });
  const problems: string[] = [];
  const reports: Report[] = [];
  const photo = await newPhoto();
  let cut = 0;
  let server = start();
  try {
    const { origin } = await server.ready;
    const landlord = { origin, cookie: await signUp(origin, { name: 'Busy Landlord', email: 'busy@example.com' }) };
    for (let round = 1; round <= rounds; round++) {
      landlord.origin = (await server.ready).origin;
      const path = await posterPath(landlord);
      const sent = Array.from({ length: REPORTS_A_ROUND }, () => ({ path, key: randomUUID() }));
      reports.push(...sent);
      const sending = sent.map((report) => send(landlord, report, photo).catch(() => undefined));
      await delay(Math.random() * 4_000);
      server.child.kill('SIGKILL');
      await server.ended;
      const answers = await Promise.all(sending);
      server = start();
      landlord.origin = (await server.ready).origin;
      const unanswered = sent.filter((_, place) => answers[place] !== 303);
      cut += unanswered.length;
      // A phone would send the same form again.
      for (const report of unanswered) {
        const status = await send(landlord, report, photo);
        if (status !== 303) problems.push(`The report ${report.key} was answered with ${status} when sent again.`);
      }
    }
    problems.push(...(await problemsIn(dataFolder, reports)));
    console.table([{ rounds, reports: reports.length, 'cut off': cut }]);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await stop(server, dataFolder);
  }
  if (problems.length === 0) await rm(dataFolder, { recursive: true });
  return problems;
}

/** Creates a photo of noise, which compresses to a large file. */
async function newPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888888', noise } });
  return new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer());
}

async function posterPath(landlord: Landlord): Promise<string> {
  const property = await addProperty(landlord);
  const { address } = await post<{ address: string }>(landlord, `/api/properties/${property}/repair-poster`, {});
  return new URL(address).pathname;
}

/** Sends the form of a report. Returns the response's status. */
async function send({ origin }: Landlord, { path, key }: Report, photo: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  const fields = { action: 'report', key, category: 'water', description: 'The tap drips.', vulnerable: 'no' };
  const sender = { name: 'A tenant', email: 'tenant@example.com' };
  for (const [name, value] of Object.entries({ ...fields, ...sender })) form.append(name, value);
  for (let place = 0; place < PHOTOS; place++) form.append('photos', new File([photo], `tap-${place}.jpg`));
  const { status } = await fetch(`${origin}${path}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin },
  });
  return status;
}

async function problemsIn(dataFolder: string, reports: readonly Report[]): Promise<string[]> {
  const client = await connectToDatabase({ dataFolder });
  try {
    const { rows: repairs } = await client.query<{ key: string; photos: number }>(`
      select r.report_key as key, count(f.url)::integer as photos from repairs r
      left join repair_events e on e.repair_id = r.id and e.kind = 'file'
      left join document_versions v on v.document_id = e.document_id left join files f on f.url = v.file_url and f.stored
      group by r.report_key`);
    const photosOf = new Map(repairs.map(({ key, photos }) => [key, photos]));
    const lost = reports.flatMap(({ key }) =>
      photosOf.get(key) === PHOTOS ? [] : `The report ${key} has ${photosOf.get(key) ?? 'no row, so no'} photos.`,
    );
    const { rows: files } = await client.query<Stored>('select bucket, path, sha256 from files where stored');
    const torn = await Promise.all(files.map((file) => problemOf(dataFolder, file)));
    return [...lost, ...torn.filter((one) => one !== undefined)];
  } finally {
    await client.end();
  }
}

async function problemOf(dataFolder: string, { bucket, path, sha256 }: Stored): Promise<string | undefined> {
  const bytes = await readFile(join(dataFolder, 'files', bucket, path)).catch(() => undefined);
  if (!bytes) return `The bytes of ${path} are missing.`;
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? undefined : `The bytes of ${path} are torn.`;
}
