/** Measures long requests, such as a large import or deletion, and the latency of other requests during them. */
import { setTimeout as delay } from 'node:timers/promises';
import { connectToDatabase } from '../server-process.ts';
import { type Bench, type Request, send } from './measure.ts';
import { type Spread, spreadOf } from './spread.ts';

export type Once = {
  name: string;
  milliseconds: Spread;
  /** Peak growth of the server's memory in bytes; null without /proc. */
  memory: number | null;
  /** Milliseconds of the slowest other request. */
  others: number;
  goal: { milliseconds: number; memory?: number };
};

const ROWS = 100_000;

/** Number of statements, imported one after the other, each into a new bank account. */
const STATEMENTS = 3;
const LINES = 50_000;

const RECEIPTS = 2_000;

export async function measureOnce(bench: Bench): Promise<Once[]> {
  const statements: Request[] = [];
  for (let n = 0; n < STATEMENTS; n++) statements.push(await uploadStatement(bench));
  const id = await seedBusyProperty(bench);
  const property = { as: 'writer', path: `/api/properties/${id}` } as const;
  const ifMatch = (await send(bench, property)).headers.get('etag') ?? '';
  const excel = { as: 'writer', path: `/api/transactions/export?format=xlsx&propertyId=${id}` } as const;
  await uploadReceipts(bench);
  const rows = ROWS.toLocaleString('en-GB');
  return [
    await measure(bench, [excel], {
      name: `Excel of ${rows} transactions`,
      goal: { milliseconds: 10_000, memory: 200 * 1024 * 1024 },
    }),
    await measure(bench, [{ ...property, method: 'DELETE', headers: { 'if-match': ifMatch } }], {
      name: `Delete a property with ${rows} transactions`,
      goal: { milliseconds: 10_000 },
    }),
    await measure(bench, [{ as: 'writer', path: '/api/tax/2026-27/bundle' }], {
      name: `Zip of a tax year with ${RECEIPTS.toLocaleString('en-GB')} receipts`,
      goal: { milliseconds: 20_000, memory: 150 * 1024 * 1024 },
    }),
    await measure(bench, statements, {
      name: `Import a statement of ${LINES.toLocaleString('en-GB')} lines`,
      goal: { milliseconds: 5_000 },
    }),
  ];
}

/** Adds expenses with a PDF each. */
async function uploadReceipts(bench: Bench): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  for (let n = 0; n < RECEIPTS; n++) {
    const body = `%PDF-1.4\n% receipt ${n}\n${'0123456789abcdef'.repeat(1_250)}\n%%EOF\n`;
    const path = `/api/files/transaction-files?name=receipt-${n}.pdf`;
    const { url } = (await (await send(bench, { as: 'writer', path, body, headers })).json()) as { url: string };
    const expense = { ...PAYMENT, date: '2026-05-01', description: `Receipt ${n}`, file: { url } };
    await send(bench, { as: 'writer', path: '/api/transactions', body: expense });
  }
}

/** Uploads a statement with 20 payments a day; returns the request that imports it. */
async function uploadStatement(bench: Bench): Promise<Request> {
  const lines = Array.from({ length: LINES }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1) - Math.floor(n / 20) * 86_400_000).toISOString().slice(0, 10);
    return `${day},PAYEE ${n % 977} REFERENCE ${n},${(((n * 7919) % 200_000) / 100 - 1000).toFixed(2)}`;
  });
  const file = {
    as: 'writer',
    path: '/api/statements?name=statement.csv',
    // The headings are not a bank's, so that the columns must be chosen.
    body: ['Day,Payee,Pounds', ...lines].join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  } as const;
  const { id } = (await (await send(bench, file)).json()) as { id: string };
  const columns = { date: 0, order: 'ymd', amount: 2, text: 1 };
  const mapping = { ...columns, out: null, into: null, reversed: false, reference: null };
  await send(bench, { as: 'writer', path: `/api/statements/${id}`, method: 'PATCH', body: { mapping } });
  const account = { institution: 'Bench Bank', accountType: 'business' };
  return { as: 'writer', path: `/api/statements/${id}/import`, body: { account } };
}

/** Adds a property of the writer with `ROWS` transactions, and returns its id. */
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
       select user_id, id, -5 - n * 17 % 1900, 'Lock of room ' || n, 'INV-' || n, current_date - n % 3650, 'maintenance', 'expense'
       from public.properties cross join generate_series(1, $2::int) n where id = $1`,
      [id, ROWS],
    );
    await client.query('vacuum (analyze) public.transactions');
    return id;
  } finally {
    await client.end();
  }
}

async function measure(bench: Bench, requests: readonly Request[], row: Pick<Once, 'name' | 'goal'>): Promise<Once> {
  const memory = async () => (await bench.server.used()).server.memory;
  const idle = await memory();
  const highest = { memory: idle ?? 0, others: 0 };
  const done = new AbortController();
  const others = OTHERS.map(async (other) => {
    while (!done.signal.aborted) {
      const startedAt = performance.now();
      await (await send(bench, other)).arrayBuffer();
      highest.others = Math.max(highest.others, performance.now() - startedAt);
      await delay(20);
    }
  });
  const watch = (async () => {
    while (!done.signal.aborted) {
      highest.memory = Math.max(highest.memory, (await memory()) ?? 0);
      await delay(50);
    }
  })();
  const times: number[] = [];
  for (const request of requests) {
    const startedAt = performance.now();
    const answer = Buffer.from(await (await send(bench, request)).arrayBuffer());
    times.push(performance.now() - startedAt);
    if (answer.includes('"error"')) throw new Error(`${row.name}: ${answer.toString()}`);
  }
  done.abort();
  await Promise.all([...others, watch]);
  return {
    ...row,
    milliseconds: spreadOf(times),
    memory: idle === null ? null : highest.memory - idle,
    others: highest.others,
  };
}

/** This payment has no property, like the detached transactions, so that both update the same totals. */
export const PAYMENT = {
  amount: 4500,
  description: 'Locks',
  date: '2026-01-05',
  category: 'maintenance',
  type: 'expense',
  status: 'completed',
};

const OTHERS: Request[] = (['reader', 'writer'] as const).flatMap((as): Request[] => [
  { as, path: '/api/properties?limit=50' },
  { as, path: '/api/transactions?limit=50' },
  { as, path: '/api/transactions', body: PAYMENT },
]);
