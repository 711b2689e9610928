/** Kills the server while it emails papers, and checks each row against the outbox. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectToDatabase, signUp, startServer } from '../server-process.ts';
import { setUp } from '../set-up.mjs';
import { addProperty, type Landlord, post, stop } from './account.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
const PAPERS_A_ROUND = 5;

const DOCUMENT = `
  with document as (insert into documents (user_id, title, type)
    select user_id, 'Gas safety record', 'gas' from files where url = $1 returning id, user_id)
  insert into document_versions (user_id, document_id, number, file_url, name)
  select user_id, id, 1, $1, 'Gas safety record.pdf' from document returning id`;

/** Ages the attempts of a killed server, so that they are retried immediately, even by the hourly job. */
const AGE = `
  update guest_links set tried_at = tried_at - interval '1 hour', date_added = date_added - interval '1 hour' where email_state = 'sending';
  update pgboss.job set state = 'retry', start_after = now() where name = 'send-link' and state = 'active';
  delete from pgboss.job where name = 'resume-links'`;

type Row = { link: string; seed: string; state: string; note: string | null };

/** Prints a table, and returns a message for each failure. */
export async function sendPapers(rounds: number): Promise<string[]> {
  const script = join(await setUp(), 'server/main.js');
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure papers '));
  const start = () => startServer({ script, dataFolder, workers: 1 });
  const problems: string[] = [];
  const accepted = new Set<string>();
  let server = start();
  try {
    const { origin } = await server.ready;
    const account = { name: 'Busy Landlord', email: 'busy@example.com' };
    const landlord = { origin, cookie: await signUp(origin, account) };
    const versionId = await addDocument(dataFolder, landlord);
    const propertyId = await addProperty(landlord);
    for (let round = 1; round <= rounds; round++) {
      landlord.origin = (await server.ready).origin;
      const sending = Array.from({ length: PAPERS_A_ROUND }, (_, number) =>
        serve(landlord, { versionId, propertyId, to: `tenant.${round}.${number}@example.com` }).catch(() => undefined),
      );
      await delay(Math.random() * 1_500);
      server.child.kill('SIGKILL');
      await server.ended;
      for (const link of await Promise.all(sending)) if (link) accepted.add(link);
      server = start();
      await server.ready;
    }
    const rows = await untilSettled(dataFolder);
    problems.push(...problemsOf(rows, { accepted, emails: await sentEmails(dataFolder) }));
    const twice = rows.filter(({ note }) => note).length;
    console.table([{ rounds, accepted: accepted.size, rows: rows.length, 'marked as possibly twice': twice }]);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await stop(server, dataFolder);
  }
  if (problems.length === 0) await rm(dataFolder, { recursive: true });
  return problems;
}

async function addDocument(dataFolder: string, landlord: Landlord): Promise<string> {
  const { url } = await post<{ url: string }>(landlord, '/api/files/documents?name=Gas.pdf', PDF);
  const client = await connectToDatabase({ dataFolder });
  try {
    const { rows } = await client.query<{ id: string }>(DOCUMENT, [url]);
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

type Serving = { versionId: string; propertyId: string; to: string };

async function serve(landlord: Landlord, { versionId, propertyId, to }: Serving): Promise<string | undefined> {
  const recipients = [{ kind: 'other', name: 'A tenant', address: to }];
  const input = { versionIds: [versionId], propertyId, recipients, method: 'email' };
  const { items } = await post<{ items: { linkId: string }[] }>(landlord, '/api/served', input);
  return items[0]?.linkId;
}

async function untilSettled(dataFolder: string): Promise<Row[]> {
  const client = await connectToDatabase({ dataFolder });
  try {
    for (let tries = 0; tries < 120; tries++) {
      const { rows } = await client.query<Row>(
        'select l.id as link, l.seed, s.state, s.state_note as note from served s join guest_links l on l.id = s.link_id',
      );
      if (rows.every(({ state }) => state !== 'sending')) return rows;
      await client.query(AGE);
      await delay(1_000);
    }
    throw new Error('Some papers are still being sent after two minutes.');
  } finally {
    await client.end();
  }
}

/** Counts the emails of each message id in the outbox, and checks that their attachments are complete. */
async function sentEmails(dataFolder: string): Promise<Map<string, { times: number; whole: boolean }>> {
  const folder = join(dataFolder, 'outbox');
  const emails = new Map<string, { times: number; whole: boolean }>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json'))) {
    const { messageId, attachments } = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
      messageId?: string;
      attachments: { file: string }[];
    };
    if (!messageId) continue;
    const content = await readFile(join(folder, attachments[0]?.file ?? ''));
    const whole = createHash('sha256').update(content).digest('hex') === createHash('sha256').update(PDF).digest('hex');
    const before = emails.get(messageId);
    emails.set(messageId, { times: (before?.times ?? 0) + 1, whole: whole && (before?.whole ?? true) });
  }
  return emails;
}

type Found = { accepted: ReadonlySet<string>; emails: Awaited<ReturnType<typeof sentEmails>> };

function problemsOf(rows: readonly Row[], { accepted, emails }: Found): string[] {
  const known = new Set(rows.map(({ link }) => link));
  const lost = [...accepted].filter((link) => !known.has(link)).map((link) => `The accepted paper ${link} has no row.`);
  const wrong = rows.flatMap(({ link, seed, state, note }) => {
    const email = emails.get(seed);
    if (state !== 'handed-over') return `The paper ${link} is ${state}: ${note ?? ''}`;
    if (!email?.whole) return `The email of ${link} is missing or not whole.`;
    return email.times > 1 && !note
      ? `The email of ${link} was sent ${email.times} times, which its row does not say.`
      : [];
  });
  const seeds = new Set(rows.map(({ seed }) => seed));
  const unknown = [...emails.keys()].filter((seed) => !seeds.has(seed)).map((seed) => `The email ${seed} has no row.`);
  return [...lost, ...wrong, ...unknown];
}
