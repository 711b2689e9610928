/** Measures imports of 5,000 lets (10,000 rows) and 100,000 of their transactions: check, import and undo. */
import { setTimeout as pause } from 'node:timers/promises';
import { signUp } from '../server-process.ts';
import { type Landlord, post } from '../torture/account.ts';
import type { Once } from './once.ts';
import { startServer } from './server.ts';
import { spreadOf } from './spread.ts';

const LETS = 5_000;
const TRANSACTIONS = 100_000;
const MONTHS = TRANSACTIONS / LETS;
const MEGABYTE = 1024 * 1024;
const GOALS = {
  correction: 300,
  lets: { check: 20_000, import: 60_000, undo: 60_000 },
  transactions: { check: 60_000, import: 60_000, undo: 60_000 },
};
const MEMORY_GOAL = 300 * MEGABYTE;

type Server = Parameters<typeof startServer>[0];
type File = { id: string; counts: Record<'new' | 'changed' | 'wrong' | 'left_out' | 'depends', number> };

export async function measureImports(plan: Omit<Server, 'workers'>): Promise<Once[]> {
  const server = await startServer({ ...plan, workers: 1 });
  const { origin } = server;
  const landlord = { origin, cookie: await signUp(origin, { name: 'Moving Landlord', email: 'moving@example.com' }) };
  const measureUse = async (name: string, milliseconds: number, work: () => Promise<unknown>): Promise<Once> => {
    const memory = async () => (await server.used()).server.memory ?? 0;
    const idle = await memory();
    const done = new AbortController();
    let highest = idle;
    const watch = (async () => {
      for (; !done.signal.aborted; await pause(100)) highest = Math.max(highest, await memory());
    })();
    const startedAt = performance.now();
    await work();
    const took = performance.now() - startedAt;
    done.abort();
    await watch;
    const goal = { milliseconds, memory: MEMORY_GOAL };
    return { name, milliseconds: spreadOf([took]), memory: highest - idle, others: Number.NaN, goal };
  };
  const rows: Once[] = [];
  const files: string[] = [];
  for (const { kind, name, csv } of [
    { kind: 'lets', name: '5,000 lets', csv: lets() },
    { kind: 'transactions', name: '100,000 transactions', csv: transactions() },
  ] as const) {
    const { id } = await post<File>(landlord, `/api/imports?name=${kind}.csv`, Buffer.from(csv));
    files.unshift(id);
    if (kind === 'lets') await patch(landlord, `/api/imports/${id}`, { rent: { from: dayOf(3) } });
    let checked: File | undefined;
    const check = await measureUse(`Check ${name}`, GOALS[kind].check, async () => {
      checked = await lastLine(landlord, `/api/imports/${id}/check`, {});
    });
    rows.push(check);
    if (kind === 'transactions') {
      const row = `/api/imports/${id}/rows/0/${TRANSACTIONS + 1}`;
      const corrected = () => patch<{ import: File }>(landlord, row, { cells: { 2: '700.00' } });
      rows.push(
        await measureUse('Correct one of 100,000 rows', GOALS.correction, async () => {
          checked = (await corrected()).import;
        }),
      );
    }
    const { counts } = checked ?? { counts: { new: 0, changed: 0, wrong: 0, left_out: 0, depends: 0 } };
    const confirmed = { rows: counts.new + counts.changed, leaveOut: counts.wrong + counts.left_out + counts.depends };
    if (confirmed.rows < LETS || confirmed.leaveOut > 0) throw new Error(`The check gave ${JSON.stringify(counts)}`);
    rows.push(
      await measureUse(`Import ${name}`, GOALS[kind].import, () =>
        lastLine(landlord, `/api/imports/${id}/run`, confirmed),
      ),
    );
  }
  const undone = [
    { name: '100,000 transactions', goal: GOALS.transactions.undo },
    { name: '5,000 lets', goal: GOALS.lets.undo },
  ];
  for (const [place, { name, goal }] of undone.entries())
    rows.push(
      await measureUse(`Undo the import of ${name}`, goal, () =>
        post(landlord, `/api/imports/${files[place]}/undo`, {}),
      ),
    );
  await server.stop();
  return rows;
}

const TYPES = ['2 bed flat', 'Terrace 3b', 'Semi 3 bed', 'Detached 4 bed'];
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Returns a CSV with a property and its tenant in each row. */
function lets(): string {
  const lines = numbers(LETS).map((at) => {
    const home = `${at + 1} Mill Road,Leeds,LS${(at % 9) + 1} ${at % 10}QN,${TYPES[at % TYPES.length]}`;
    const tenant = `Jo Sand ${at},jo${at}@lets.example,07700 9${String(at).padStart(5, '0')},01/02/2025,800`;
    return `${home},${700 + (at % 500)},12/03/2027,${tenant}`;
  });
  return ['Address,Town,Postcode,Type,Rent,Gas expires,Tenant,Email,Mobile,Start,Deposit', ...lines].join('\n');
}

/** Returns the first day of the month, `months` ago. */
function dayOf(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/** Returns a CSV with each tenant's rent for each month. Ledgers cover the last three; the last amount is invalid. */
function transactions(): string {
  const lines = numbers(MONTHS).flatMap((month) =>
    numbers(LETS).map(
      (at) => `${dayOf(month)},Rent,${700 + (at % 500)}.00,Income,Rent,${at + 1} Mill Road,jo${at}@lets.example`,
    ),
  );
  const last = lines.at(-1)?.replace(/,\d+\.00,/, ',lots,') ?? '';
  return ['Date,Details,Amount,Type,Category,Property,Tenant', ...lines.slice(0, -1), last].join('\n');
}

const headersOf = ({ origin, cookie }: Landlord) => ({ origin, cookie, 'content-type': 'application/json' });

async function patch<T>(landlord: Landlord, path: string, change: object): Promise<T> {
  const answer = await fetch(`${landlord.origin}${path}`, {
    method: 'PATCH',
    headers: headersOf(landlord),
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Returns the import in the last line of an NDJSON response. Throws if there is none. */
async function lastLine(landlord: Landlord, path: string, body: object): Promise<File> {
  const answer = await fetch(`${landlord.origin}${path}`, {
    method: 'POST',
    headers: headersOf(landlord),
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const last = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as { import?: File };
  if (!last.import) throw new Error(`${path} returned ${answer.status}: ${text.slice(-500)}`);
  return last.import;
}
