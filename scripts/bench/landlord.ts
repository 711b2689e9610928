/** Measures the cost of a landlord: rows and bytes of two years, requests and processor time of a browser visit. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { provideChromium } from '../chromium.mjs';
import { connectToDatabase, signUp } from '../server-process.ts';
import { PAYMENT } from './once.ts';
import { cookiesFor } from './scroll.ts';
import type { Server } from './server.ts';
import { spreadOf } from './spread.ts';

/** Bytes, rows and milliseconds of processor time; medians of several visits. */
export type LandlordCost = {
  rows: number;
  database: number;
  files: number;
  /** Cost of a visit to every screen, a property and a tenant, with an added payment. */
  visit: { requests: number; api: number; sent: number; server: number; databaseTime: number };
  /** Processor time each second, without users. */
  idle: { server: number; database: number };
  /** Bytes of server memory for each live stream. */
  stream: number;
};

const LANDLORDS = 20;
const VISITS = 8;
const STREAMS = 5;
const IDLE_SECONDS = 20;
/** Time spent on each screen, enough for its requests. */
const LOOK_MS = 700;

export async function measureLandlord(server: Server): Promise<LandlordCost> {
  const before = await stored(server);
  const cookies: string[] = [];
  for (let n = 0; n < LANDLORDS; n++) {
    const cookie = await signUp(server.origin, { name: `Sample ${n}`, email: `sample-${n}@bench.example` });
    const headers = { cookie, origin: server.origin };
    const answer = await fetch(`${server.origin}/api/sample`, { method: 'POST', headers });
    if (answer.status !== 204) throw new Error(`The sample portfolio returned ${answer.status}`);
    cookies.push(cookie);
  }
  const after = await stored(server);
  const averageOf = (of: 'rows' | 'database' | 'files') => (after[of] - before[of]) / LANDLORDS;
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  try {
    const nobody = await idle(server);
    const visits: LandlordCost['visit'][] = [];
    for (const cookie of cookies.slice(0, VISITS)) visits.push(await visit(browser, server, { cookie, nobody }));
    const median = (of: keyof LandlordCost['visit']) => spreadOf(visits.map((visit) => visit[of])).median;
    return {
      rows: averageOf('rows'),
      database: averageOf('database'),
      files: averageOf('files'),
      visit: {
        requests: median('requests'),
        api: median('api'),
        sent: median('sent'),
        server: median('server'),
        databaseTime: median('databaseTime'),
      },
      idle: nobody,
      stream: await perStream(server, cookies),
    };
  } finally {
    await browser.close();
  }
}

async function stored(server: Server): Promise<{ rows: number; database: number; files: number }> {
  const client = await connectToDatabase(server);
  try {
    await client.query('vacuum (analyze)');
    const { rows } = await client.query<Record<'rows' | 'database' | 'files', string>>(`
      select pg_database_size(current_database()) as database, (select coalesce(sum(bytes), 0) from public.files) as files,
        (select sum(n_live_tup) from pg_stat_user_tables where schemaname in ('public', 'app', 'auth')) as rows`);
    const [sizes] = rows;
    return { rows: Number(sizes?.rows), database: Number(sizes?.database), files: Number(sizes?.files) };
  } finally {
    await client.end();
  }
}

type Visit = { cookie: string; nobody: LandlordCost['idle'] };

/** Measures a visit, less the idle use of server and database. */
async function visit(browser: Browser, server: Server, { cookie, nobody }: Visit): Promise<LandlordCost['visit']> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookiesFor(server.origin, cookie));
  const page = await context.newPage();
  const urls: string[] = [];
  let sent = 0;
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  page.on('requestfinished', (request) => {
    void request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
      sent += responseBodySize + responseHeadersSize;
    });
  });
  const before = await server.used();
  const at = performance.now();
  const look = async (heading: string | RegExp) => {
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await delay(LOOK_MS);
  };
  await page.goto(`${server.origin}/dashboard`);
  await look('Dashboard');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  for (const screen of ['Properties', 'Tenants', 'Suppliers', 'Finance']) {
    await tabs.getByRole('link', { name: screen }).click();
    await look(screen);
    if (screen === 'Suppliers' || screen === 'Finance') continue;
    await page.locator('main a[href*="-"]').first().click();
    await look(/./);
  }
  const headers = { cookie, origin: server.origin, 'content-type': 'application/json' };
  const body = JSON.stringify(PAYMENT);
  await fetch(`${server.origin}/api/transactions`, { method: 'POST', headers, body });
  await delay(LOOK_MS);
  const after = await server.used();
  const seconds = (performance.now() - at) / 1000;
  await context.close();
  const time = (of: 'server' | 'database') =>
    (after[of].processor ?? Number.NaN) - (before[of].processor ?? 0) - seconds * nobody[of];
  const api = urls.filter((path) => path.startsWith('/api/')).length;
  return { requests: urls.length, api, sent, server: time('server'), databaseTime: time('database') };
}

async function idle(server: Server): Promise<LandlordCost['idle']> {
  const before = await server.used();
  await delay(IDLE_SECONDS * 1000);
  const after = await server.used();
  const time = (of: 'server' | 'database') =>
    ((after[of].processor ?? Number.NaN) - (before[of].processor ?? 0)) / IDLE_SECONDS;
  return { server: time('server'), database: time('database') };
}

async function perStream(server: Server, cookies: readonly string[]): Promise<number> {
  const memory = async () => (await server.used()).server.memory ?? Number.NaN;
  const controller = new AbortController();
  const before = await memory();
  const all = cookies.flatMap((cookie) => Array.from({ length: STREAMS }, () => cookie));
  for (const cookie of all) {
    const answer = await fetch(`${server.origin}/api/events`, { headers: { cookie }, signal: controller.signal });
    if (answer.status !== 200) throw new Error(`Live changes returned ${answer.status}`);
  }
  const bytes = ((await memory()) - before) / all.length;
  controller.abort();
  return bytes;
}
