/** Sends hostile files and texts one after the other, and measures the latency of other requests during each. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectToDatabase } from '../server-process.ts';
import { type Bench, headersFor } from './measure.ts';
import { percentile } from './spread.ts';

/** Milliseconds until the response, and the latencies of `GET /healthz`, requested every 10 ms. */
export type Hostile = { name: string; status: number; milliseconds: number; p50: number; p99: number; longest: number };

const MB = 1_000_000;
const HEAD = 'Number,Date,Account,Amount,Subcategory,Memo\n';
const OFX = '<OFX><CURDEF>GBP<BANKTRANLIST>';
const STMTTRN = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260824<TRNAMT>1.00<NAME>RENT</STMTTRN>';
const times = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));
const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `,24/08/2026,,${(n % 977) - 400}.00,,PAYEE ${n % 97} REF ${n}\n`).join('');

const FILES: Record<string, () => string> = {
  'a line of 4 MB': () => times(',', 4 * MB),
  'a line of 15 MB': () => `24/08/2026,RENT,1.00${times(',1', 15 * MB)}\n`,
  'one text of 19 MB': () => `${HEAD},24/08/2026,,1.00,,${times('x ', 19 * MB)}\n`,
  '10 MB of quotation marks that never close': () => HEAD + times(',24/08/2026,,1.00,,"RENT\n', 10 * MB),
  '4 MB of quotation marks': () => HEAD + times(',"', 4 * MB),
  '19 MB of empty lines': () => HEAD + times('\n', 19 * MB),
  '100,000 lines': () => HEAD + lines(100_000),
  'OFX of 15 MB in one line': () => OFX + times(STMTTRN, 15 * MB),
  'OFX of 10 MB of open tags': () => OFX + times('<NAME><![CDATA[&amp;', 10 * MB),
  'QIF of 15 MB': () => `!Type:Bank\n${times('D24/08/2026\nT1.00\nPRENT\nS[A]\n$1.00\n^\n', 15 * MB)}`,
};

const PREVIEWS = 5;

export async function measureHostile(bench: Bench): Promise<Hostile[]> {
  const { server } = bench;
  const child = fork(fileURLToPath(new URL('steady.mjs', import.meta.url)), [`${server.origin}/healthz`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const measured: Hostile[] = [];
    const during = async (name: string, work: () => Promise<number>) => {
      process.stderr.write(`hostile: ${name} …\n`);
      measured.push({ name, ...(await measure(child, work)) });
    };
    for (const [name, content] of Object.entries(FILES)) {
      const text = content();
      await during(name, async () => (await upload(bench, text)).status);
    }
    const wide = await upload(bench, FILES['100,000 lines']?.() ?? '');
    await during(`${PREVIEWS} looks at 100,000 lines`, () => preview(bench, wide.id));
    const line = await upload(bench, `24/08/2026,RENT,1.00${times(',1', 4 * MB)}\n`);
    await during(`${PREVIEWS} looks at a line of 4 MB`, () => preview(bench, line.id));
    const agent = await addAgent(bench);
    const quotes = JSON.stringify({ text: `Tenant,Date,Rent\n${times('"a\n', 180_000)}` });
    const rows = JSON.stringify({ text: `Tenant,Date,Rent\n${times('Tenant 7 Ferry Lane,1/8/26,1\n', 180_000)}` });
    const read = `/api/agents/${agent}/statement/read`;
    await during('agent’s statement: 180 kB of quotation marks', () => post(bench, read, quotes));
    await during('agent’s statement: 180 kB of lines', () => post(bench, read, rows));
    const numbers = JSON.stringify({ ids: Array.from({ length: 400_000 }, () => 1) });
    await during('JSON of 400,000 wrong ids', () => post(bench, '/api/transactions/bulk', numbers));
    return measured;
  } finally {
    child.kill();
  }
}

async function measure(steady: ChildProcess, work: () => Promise<number>): Promise<Omit<Hostile, 'name'>> {
  steady.send('start');
  const startedAt = performance.now();
  const status = await work();
  const milliseconds = performance.now() - startedAt;
  const answer = once(steady, 'message') as Promise<[number[]]>;
  const ended = once(steady, 'exit').then(() => {
    throw new Error('The process that requests healthz has exited.');
  });
  ended.catch(() => {}); // At the end, the process is killed when this promise is no longer awaited.
  steady.send('stop');
  const [latencies] = await Promise.race([answer, ended]);
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(latencies, share));
  return { status, milliseconds, p50: p50 ?? 0, p99: p99 ?? 0, longest: longest ?? 0 };
}

async function upload(bench: Bench, text: string): Promise<{ status: number; id: string }> {
  const headers = { ...headersFor(bench, 'writer'), 'content-type': 'application/octet-stream' };
  const body = new TextEncoder().encode(text);
  const answer = await fetch(`${bench.server.origin}/api/statements?name=statement.csv`, {
    method: 'POST',
    headers,
    body,
  });
  const { id = '' } = (await answer.json()) as { id?: string };
  return { status: answer.status, id };
}

async function preview(bench: Bench, id: string): Promise<number> {
  let status = 0;
  for (let n = 0; n < PREVIEWS; n++) {
    const answer = await fetch(`${bench.server.origin}/api/statements/${id}`, { headers: headersFor(bench, 'writer') });
    await answer.arrayBuffer();
    status = answer.status;
  }
  return status;
}

async function post(bench: Bench, path: string, body: string): Promise<number> {
  const answer = await fetch(`${bench.server.origin}${path}`, {
    method: 'POST',
    headers: headersFor(bench, 'writer'),
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Adds an agent with 300 tenancies, and returns the agent's id. */
async function addAgent(bench: Bench): Promise<string> {
  const client = await connectToDatabase(bench.server);
  try {
    const { rows } = await client.query<{ id: string }>(`
      insert into public.agents (user_id, name, fee_percent, vat)
      select id, 'Bench Lettings', 10, 'none' from public.profiles where email = 'writer@bench.example' returning id`);
    await client.query(
      `insert into public.tenancies (user_id, names, kind, start_date, rent_day, charges_from, agent_id)
       select user_id, 'Tenant ' || n || ' of ' || n || ' Ferry Lane', 'periodic', current_date - 300, 1, current_date - 300, id
       from public.agents cross join generate_series(1, 300) n where id = $1`,
      [rows[0]?.id],
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}
