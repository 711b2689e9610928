/** Measures the delivery of 10,000 events to ten webhooks. One webhook never responds. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectToDatabase, signUp, startServer } from '../server-process.ts';
import { post } from '../torture/account.ts';
import type { Once } from './once.ts';
import { spreadOf } from './spread.ts';

const EVENTS = 10_000;
const ENDPOINTS = 10;
const RESPONDING = ENDPOINTS - 1;
const GOAL_MS = 60_000;
const TIMEOUT_MS = 3 * GOAL_MS;

/** Adds $1 changes, with an event each. */
const CHANGES = `
  insert into public.activity (user_id, at, noun, action, record_id, record_count, record_version)
  select c.user_id, now(), 'transaction', 'changed', gen_random_uuid(), 1, 2 from app.webhook_cursors c, generate_series(1, $1)`;

type Plan = { program: string; script: string; dataFolder: string; atEnd: (step: () => unknown) => void };

export async function measureWebhooks({ atEnd, ...plan }: Plan): Promise<Once> {
  const { child, ready, ended } = startServer({ ...plan, workers: 1, env: { WEBHOOK_ALLOW: '127.0.0.1' } });
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const receiver = createServer((request, response) => {
    request.resume();
    if (request.url === '/never') return;
    received.add(`${request.url} ${String(request.headers['webhook-id'])}`);
    response.writeHead(200).end();
  });
  const received = new Set<string>();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  atEnd(() => receiver.closeAllConnections());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { origin } = await ready;
  const landlord = { origin, cookie: await signUp(origin, { name: 'Busy Landlord', email: 'busy@example.com' }) };
  const paths = ['never', ...Array.from({ length: RESPONDING }, (_, number) => `${number}`)];
  for (const path of paths) await post(landlord, '/api/webhooks', { url: `${url}/${path}`, events: ['*'] });
  const client = await connectToDatabase(plan);
  const startedAt = performance.now();
  await client.query(CHANGES, [EVENTS]);
  while (received.size < EVENTS * RESPONDING && performance.now() - startedAt < TIMEOUT_MS) await pause(50);
  const milliseconds = performance.now() - startedAt;
  await client.end();
  if (received.size < EVENTS * RESPONDING) throw new Error(`Only ${received.size} webhooks arrived in three minutes`);
  return {
    name: 'Webhooks: 10,000 events to ten, one dead',
    milliseconds: spreadOf([milliseconds]),
    memory: null,
    others: Number.NaN,
    goal: { milliseconds: GOAL_MS },
  };
}
