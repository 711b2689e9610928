/** Long single requests, and how long others wait during them: a property with 100,000 transactions, exported to Excel and then deleted. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Sessions } from './seed.ts';
import { connectToDatabase, type Server } from './server.ts';

export type Once = {
  name: string;
  milliseconds: number;
  /** Bytes that the server grew by at its highest; null where the system does not tell. */
  memory: number | null;
  /** Milliseconds that the slowest of the other requests took. */
  others: number;
  goal: { milliseconds: number; memory?: number };
};

type Bench = { server: Server; sessions: Sessions };

const ROWS = 100_000;

export async function measureOnce(bench: Bench): Promise<Once[]> {
  const id = await seedBusyProperty(bench);
  const { version } = (await (await send(bench, 'writer', 'GET', `/api/properties/${id}`)).json()) as {
    version: number;
  };
  return [
    await measure(bench, {
      name: `Excel of ${ROWS.toLocaleString('en-GB')} transactions`,
      goal: { milliseconds: 10_000, memory: 200 * 1024 * 1024 },
      work: () => send(bench, 'writer', 'GET', `/api/transactions/export?format=xlsx&propertyId=${id}`),
    }),
    await measure(bench, {
      name: `Delete a property with ${ROWS.toLocaleString('en-GB')} transactions`,
      goal: { milliseconds: 10_000 },
      work: () => send(bench, 'writer', 'DELETE', `/api/properties/${id}`, undefined, { 'if-match': `"${version}"` }),
    }),
  ];
}

/** A new property of the landlord who writes, with their only transactions. */
async function seedBusyProperty(bench: Bench): Promise<string> {
  const client = await connectToDatabase(bench.server);
  try {
    const { rows } = await client.query<{ id: string }>(`
      insert into public.properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
      select id, '1 Busy Street', 'Leeds', 'Leeds', 'LS1 1AA', 'house', 3, 1, 900, 300 from public.profiles where email = 'writer@bench.example'
      returning id`);
    const id = rows[0]?.id ?? '';
    await client.query(
      `insert into public.transactions (user_id, property_id, amount, description, reference, date, category, type)
       select user_id, id, 400 + n * 17 % 1900, 'Rent of room ' || n, 'RENT ' || n, current_date - n % 3650, 'rent', 'income'
       from public.properties cross join generate_series(1, $2::int) n where id = $1`,
      [id, ROWS],
    );
    await client.query('vacuum (analyze) public.transactions');
    return id;
  } finally {
    await client.end();
  }
}

type Measurement = { name: string; goal: Once['goal']; work: () => Promise<Response> };

async function measure(bench: Bench, { name, goal, work }: Measurement): Promise<Once> {
  const memory = async () => (await bench.server.used()).server.memory;
  const idle = await memory();
  const slowest = { memory: idle, others: 0 };
  const done = new AbortController();
  const others = OTHERS.map(async (other) => {
    while (!done.signal.aborted) {
      const begun = performance.now();
      await (await send(bench, ...other)).arrayBuffer();
      slowest.others = Math.max(slowest.others, performance.now() - begun);
      await delay(20);
    }
  });
  const watch = (async () => {
    while (!done.signal.aborted) {
      slowest.memory = Math.max(slowest.memory ?? 0, (await memory()) ?? 0);
      await delay(50);
    }
  })();
  const begun = performance.now();
  await (await work()).arrayBuffer();
  const milliseconds = performance.now() - begun;
  done.abort();
  await Promise.all([...others, watch]);
  return {
    name,
    milliseconds,
    memory: idle === null || slowest.memory === null ? null : slowest.memory - idle,
    others: slowest.others,
    goal,
  };
}

type Request = [as: keyof Sessions, method: string, path: string, body?: object, headers?: Record<string, string>];

const PAYMENT = {
  amount: 4500,
  description: 'Locks',
  date: '2026-01-05',
  category: 'maintenance',
  type: 'expense',
  status: 'completed',
};

/** Another landlord and the same one, reading and writing. */
const OTHERS: Request[] = (['reader', 'writer'] as const).flatMap((as): Request[] => [
  [as, 'GET', '/api/properties?limit=50'],
  [as, 'GET', '/api/transactions?limit=50'],
  [as, 'POST', '/api/transactions', PAYMENT],
]);

async function send({ server, sessions }: Bench, ...[as, method, path, body, headers]: Request): Promise<Response> {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: { cookie: sessions[as], origin: server.origin, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
