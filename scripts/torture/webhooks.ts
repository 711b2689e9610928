/** Kills the server while it sends webhooks: each event must arrive at least once, always with the same id. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectToDatabase, signUp, startServer } from '../server-process.ts';
import { setUp } from '../set-up.mjs';
import { addProperty, post, stop } from './account.ts';

const PROPERTIES_A_ROUND = 5;
const ENDPOINTS = 3;

/** Ends the leases of a dead server. */
const AGE = `update app.webhook_deliveries set due_at = now(), leased_until = null where state = 'waiting'`;

/** Prints a table, and returns a message for each failure. */
export async function sendWebhooks(rounds: number): Promise<string[]> {
  const script = join(await setUp(), 'server/main.js');
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure webhooks '));
  const start = () => startServer({ script, dataFolder, workers: 2, env: { WEBHOOK_ALLOW: '127.0.0.1' } });
  const receiver = await startReceiver();
  const accepted = new Set<string>();
  const problems: string[] = [];
  let server = start();
  try {
    const { origin } = await server.ready;
    const account = { name: 'Busy Landlord', email: 'busy@example.com' };
    const landlord = { origin, cookie: await signUp(origin, account) };
    for (let number = 0; number < ENDPOINTS; number++)
      await post(landlord, '/api/webhooks', { url: `${receiver.url}/${number}`, events: ['property.added'] });
    for (let round = 1; round <= rounds; round++) {
      landlord.origin = (await server.ready).origin;
      const adding = Array.from({ length: PROPERTIES_A_ROUND }, () => addProperty(landlord).catch(() => undefined));
      await delay(Math.random() * 2_500);
      server.child.kill('SIGKILL');
      await server.ended;
      for (const id of await Promise.all(adding)) if (id) accepted.add(id);
      server = start();
      await server.ready;
    }
    await untilSent(dataFolder);
    problems.push(...problemsOf(accepted, receiver.messages));
    const all = [...receiver.messages.values()];
    const received = all.reduce((sum, { times }) => sum + times, 0);
    console.table([{ rounds, accepted: accepted.size, messages: all.length, received }]);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await stop(server, dataFolder);
    receiver.stop();
  }
  if (problems.length === 0) await rm(dataFolder, { recursive: true });
  return problems;
}

type Message = { ids: Set<string>; times: number };

/** Starts a receiver that responds within 0.4 s. Its messages are keyed by endpoint and record. */
async function startReceiver() {
  const messages = new Map<string, Message>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { id: string } };
      const key = `${request.url} ${data.id}`;
      const { ids, times } = messages.get(key) ?? { ids: new Set(), times: 0 };
      messages.set(key, { ids: ids.add(String(request.headers['webhook-id'])), times: times + 1 });
      setTimeout(() => response.writeHead(200).end(), Math.random() * 400);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stopReceiver = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, messages, stop: stopReceiver };
}

/** Waits until each row of the activity has been read and each delivery sent. */
async function untilSent(dataFolder: string): Promise<void> {
  const client = await connectToDatabase({ dataFolder });
  try {
    for (let tries = 0; tries < 120; tries++) {
      const { rows } = await client.query<{ left: number }>(`
        select (select count(*) from app.webhook_deliveries where state <> 'sent')::int
          + (select count(*) from public.activity a join app.webhook_cursors c using (user_id)
             where (a.xid, a.id) > (c.xid, c.activity_id))::int as left`);
      if (rows[0]?.left === 0) return;
      await client.query(AGE);
      await delay(1_000);
    }
    throw new Error('Some webhooks are still waiting after two minutes.');
  } finally {
    await client.end();
  }
}

function problemsOf(accepted: ReadonlySet<string>, messages: ReadonlyMap<string, Message>): string[] {
  const missing = [...accepted].flatMap((id) =>
    Array.from({ length: ENDPOINTS }, (_, number) => `/${number} ${id}`).filter((key) => !messages.has(key)),
  );
  const mixed = [...messages].filter(([, { ids }]) => ids.size > 1).map(([key]) => key);
  return [
    ...missing.map((key) => `The event of ${key} has not arrived.`),
    ...mixed.map((key) => `The event of ${key} arrived with several ids.`),
  ];
}
