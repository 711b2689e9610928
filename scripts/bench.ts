/**
 * Measures the production build over HTTP against a baseline: `npm run bench -- [filter] [--rounds 3] [--seconds 5] …`.
 * `filter` selects rows by name; `--workers 4` sets the number of processes, `--node 22` the version of Node.
 * `--save` writes the report to docs/bench.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDeadlines } from './bench/deadlines.ts';
import { measureHostile } from './bench/hostile.ts';
import { measureImports } from './bench/imports.ts';
import { measureLandlord } from './bench/landlord.ts';
import { measureLedgers } from './bench/ledgers.ts';
import { startLoader } from './bench/load.ts';
import { type Measured, measure } from './bench/measure.ts';
import { measureMembers } from './bench/members.ts';
import { measureOnce } from './bench/once.ts';
import { measurePages, PAGES } from './bench/pages.ts';
import { measureRent } from './bench/rent.ts';
import { printed, type Report, thisMachine } from './bench/report.ts';
import { isFinance, SCENARIOS } from './bench/scenarios.ts';
import { measureScroll } from './bench/scroll.ts';
import { seed } from './bench/seed.ts';
import { startAnchor, startServer } from './bench/server.ts';
import { spreadOf } from './bench/spread.ts';
import { measureStops } from './bench/stops.ts';
import { measureTax, TAX_ROWS } from './bench/tax.ts';
import { measureReceipts, measureUploads } from './bench/uploads.ts';
import { measureWebhooks } from './bench/webhooks.ts';
import { installNode } from './set-up/node.mjs';
import { checkout, setUp } from './set-up.mjs';

const number = (value: number) => ({ type: 'string', default: String(value) }) as const;
const { values: flags, positionals } = parseArgs({
  options: {
    properties: number(5_000),
    tenants: number(10_000),
    suppliers: number(2_000),
    transactions: number(1_000_000),
    landlords: number(20),
    workers: number(1),
    rounds: number(3),
    seconds: number(5),
    starts: number(3),
    node: { type: 'string' },
    save: { type: 'boolean' },
  },
  allowPositionals: true,
});
const filter = positionals.join(' ').toLowerCase();
const isSelected = (name: string) => name.toLowerCase().includes(filter);
const scenarios = SCENARIOS.filter(({ name }) => isSelected(name));
const [rounds, seconds, starts] = [count('rounds'), count('seconds'), count('starts')];
const sizes = {
  landlords: count('landlords', 2),
  properties: count('properties'),
  tenants: count('tenants'),
  suppliers: count('suppliers'),
  transactions:
    scenarios.some(isFinance) ||
    TAX_ROWS.some(isSelected) ||
    isSelected('once') ||
    isSelected('scroll') ||
    isSelected('pages: finance')
      ? count('transactions')
      : 0,
};

/** Undo steps, run in reverse order at the end or on failure. */
const undo: (() => unknown)[] = [];
const atEnd = (step: () => unknown) => void undo.push(step);
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error('Interrupted.')));
});

try {
  const report = await Promise.race([bench(), interrupted]);
  console.log(`\n${printed(report)}`);
  const file = flags.save ? join('docs/bench', `${report.at.slice(0, 10)}.json`) : 'test-results/bench.json';
  await mkdir(join(checkout, dirname(file)), { recursive: true });
  await writeFile(join(checkout, file), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nKept in ${file}`);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}
// Required, as an interrupted statement may still be running.
process.exit();

async function bench(): Promise<Report> {
  const build = await setUp(); // so that no measured start includes a build
  const home = await mkdtemp(join(tmpdir(), 'tenure-bench-'));
  atEnd(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o711); // when run as root, the database has another account, which must reach its folder
  const program = flags.node ? await installNode(count('node')) : process.execPath;
  const startUp = isSelected('start-up') ? await measureStarts(home, program) : undefined;

  log('seeding');
  const server = await startServer({
    program,
    script: join(build, 'server/main.js'),
    dataFolder: join(home, 'measured'),
    workers: count('workers'),
    atEnd,
  });
  const { postgres, readerId, ...sessions } = await seed(server, sizes);
  const node = execFileSync(program, ['--print', 'process.versions.node'], { encoding: 'utf8' }).trim();
  const machine = thisMachine({ node, postgres });
  const idle = await server.used();
  const anchor = await startAnchor(server, { landlord: readerId, program, atEnd });
  const loader = startLoader();
  atEnd(() => loader.stop());
  const plan = { server, anchor, sessions, sizes, loader, rounds, seconds };
  const rows: Measured[] = [];
  for (const scenario of scenarios)
    for (const connections of Object.keys(scenario.at).map(Number)) {
      log(`${scenario.name}, ${connections} connections`);
      rows.push(...(await measure(scenario, connections, plan)));
    }
  const loaded = await server.used();
  if (isSelected('once')) log('an export and a deletion of 100,000');
  const once = isSelected('once') ? await measureOnce(plan) : [];
  if (isSelected('uploads')) once.push(...(await measureUploads(plan)));
  if (isSelected('receipts: upload a pdf')) once.push(await measureReceipts(plan));
  if (isSelected('deadlines: derive')) {
    log('deadlines of all properties');
    once.push(...(await measureDeadlines(plan)));
  }
  if (isSelected('webhooks')) {
    log('10,000 events to ten webhooks');
    const dataFolder = join(home, 'webhooks');
    once.push(await measureWebhooks({ program, script: join(build, 'server/main.js'), dataFolder, atEnd }));
  }
  if (isSelected('imports')) {
    log('imports of 5,000 lets and 100,000 transactions');
    const dataFolder = join(home, 'imports');
    once.push(...(await measureImports({ program, script: join(build, 'server/main.js'), dataFolder, atEnd })));
  }
  if (TAX_ROWS.some(isSelected)) {
    log('an update of all transactions, and saves without tax');
    rows.push(...(await measureTax(plan)));
  }
  if (isSelected('hostile')) log('hostile files');
  const hostile = isSelected('hostile') && (await measureHostile(plan));
  if (isSelected('stops')) log('the longest steps of the event loop');
  const stops = isSelected('stops') && (await measureStops());
  if (isSelected('rent')) {
    log('ten years of rent');
    const rent = await measureRent(plan);
    rows.push(...rent.rows);
    once.push(...rent.once);
  }
  if (isSelected('members')) {
    log('an account of 100 members');
    const members = await measureMembers(plan);
    rows.push(...members.rows);
    once.push(...members.once);
  }
  if (isSelected('rent: old ledgers')) {
    log('ledgers of up to 100 years');
    once.push(...(await measureLedgers(plan)));
  }
  if (isSelected('scroll')) log('scrolling lists in a browser');
  const scroll = isSelected('scroll') && (await measureScroll(server, { cookie: sessions.reader, ...sizes }));
  const pagesToOpen = PAGES.filter(({ name }) => isSelected(`pages: ${name}`));
  if (pagesToOpen.length > 0) log('opening pages on a slow phone');
  const pages =
    pagesToOpen.length > 0 &&
    (await measurePages(pagesToOpen, { origin: server.origin, cookie: sessions.reader, rounds }));
  if (isSelected('landlord')) log('what a landlord costs');
  const landlord = isSelected('landlord') && (await measureLandlord(server));
  const memoryOf = (part: 'server' | 'database') => ({ idle: idle[part].memory, afterLoad: loaded[part].memory });
  const memory = { server: memoryOf('server'), database: memoryOf('database') };
  const settings = { at: new Date().toISOString(), machine, sizes, rounds, seconds };
  return {
    ...settings,
    ...(startUp && { startUp }),
    rows,
    memory,
    once,
    ...(hostile && { hostile }),
    ...(stops && { stops }),
    ...(scroll && { scroll }),
    ...(pages && { pages }),
    ...(landlord && { landlord }),
  };
}

async function measureStarts(home: string, program: string): Promise<Report['startUp']> {
  const times = { first: [] as number[], later: [] as number[] };
  for (let start = 1; start <= starts; start++)
    for (const which of ['first', 'later'] as const) {
      log(`start-up, ${start} of ${starts}`);
      const dataFolder = join(home, `started-${start}`);
      const server = await startServer({ program, script: join(checkout, 'scripts/start.mjs'), dataFolder, atEnd });
      times[which].push(server.readyAfter);
      await server.stop();
    }
  return { first: spreadOf(times.first), later: spreadOf(times.later) };
}

function count(name: Exclude<keyof typeof flags, 'save'>, min = 1): number {
  const value = Number(flags[name]);
  if (Number.isInteger(value) && value >= min) return value;
  console.error(`--${name} must be a whole number of at least ${min}.`);
  return process.exit(2);
}

/** Writes to stderr, as stdout has the table. */
function log(step: string): void {
  process.stderr.write(`${step} …\n`);
}
