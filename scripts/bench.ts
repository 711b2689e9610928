/**
 * How fast the product is on this machine: `npm run bench -- --properties 5000 --landlords 20 --rounds 3 --seconds 5`.
 * The production build serves as its own database role; one table is printed and kept as JSON, with `--save` under docs/bench.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { spreadOf } from './bench/figures.ts';
import { type Measured, measureRow, startLoader } from './bench/measure.ts';
import { printed, type Report, thisMachine } from './bench/report.ts';
import { ROWS } from './bench/rows.ts';
import { measureScroll } from './bench/scroll.ts';
import { seed } from './bench/seed.ts';
import { type Server, startServer } from './bench/server.ts';
import { checkout, setUp } from './set-up.mjs';

const { values: flags } = parseArgs({
  options: {
    properties: { type: 'string', default: '5000' },
    tenants: { type: 'string', default: '10000' },
    suppliers: { type: 'string', default: '2000' },
    transactions: { type: 'string', default: '1000000' },
    landlords: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    starts: { type: 'string', default: '3' },
    save: { type: 'boolean', default: false },
  },
});
const properties = positive('properties');
const tenants = positive('tenants');
const suppliers = positive('suppliers');
const transactions = positive('transactions');
const landlords = positive('landlords', 2);
const rounds = positive('rounds');
const seconds = positive('seconds');
const starts = positive('starts');

/** What is to be undone, however this ends. */
const undo: (() => unknown)[] = [];
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.exitCode = signal === 'SIGINT' ? 130 : 143;
      reject(new Error('Interrupted.'));
    });
});
let ending = false;

try {
  const report = await Promise.race([bench(), interrupted]);
  console.log(`\n${printed(report)}`);
  const file = flags.save ? join('docs/bench', `${report.at.slice(0, 10)}.json`) : 'test-results/bench.json';
  await mkdir(join(checkout, dirname(file)), { recursive: true });
  await writeFile(join(checkout, file), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nKept in ${file}`);
} catch (error) {
  process.exitCode ||= 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  ending = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

async function bench(): Promise<Report> {
  await setUp(); // a start that first has to build would tell nothing
  const home = await mkdtemp(join(tmpdir(), 'tenure-bench-'));
  undo.push(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o711); // as root the database runs under another account, which passes through to its own folder

  const startScript = join(checkout, 'scripts/start.mjs');
  const first: number[] = [];
  const later: number[] = [];
  for (let turn = 0; turn < starts; turn++) {
    say(`start-up, ${turn + 1} of ${starts}`);
    const dataFolder = join(home, `started-${turn}`);
    for (const times of [first, later]) {
      const server = await start(startScript, dataFolder);
      times.push(server.readyAfter);
      await server.stop();
    }
    await rm(dataFolder, { recursive: true });
  }

  say('seeding');
  const server = await start(join(await setUp(), 'server/main.js'), join(home, 'measured'));
  const sizes = { landlords, properties, tenants, suppliers, transactions };
  const { postgres, ...sessions } = await seed(server, sizes);
  const machine = thisMachine(postgres);
  const idle = await server.used();
  const loader = startLoader();
  undo.push(() => loader.stop());
  const rows: Measured[] = [];
  for (const row of ROWS) {
    say(`${row.name}, ${row.connections} connections`);
    rows.push(await measureRow(row, { server, sessions, sizes, rounds, seconds }, loader));
  }
  const loaded = await server.used();
  say('scrolling lists in a browser');
  const scroll = await measureScroll(server, { cookie: sessions.reader, properties, transactions });
  const memoryOf = (part: 'server' | 'database') => ({ idle: idle[part].memory, afterLoad: loaded[part].memory });
  return {
    at: new Date().toISOString(),
    machine,
    sizes,
    rounds,
    seconds,
    startUp: { first: spreadOf(first), later: spreadOf(later) },
    rows,
    memory: { server: memoryOf('server'), database: memoryOf('database') },
    scroll,
  };
}

async function start(script: string, dataFolder: string): Promise<Server> {
  if (ending) throw new Error('Interrupted.');
  return startServer({ script, dataFolder, atEnd: (stop) => undo.push(stop) });
}

type Count = Exclude<keyof typeof flags, 'save'>;

function positive(name: Count, least = 1): number {
  const number = Number(flags[name]);
  if (!Number.isInteger(number) || number < least) {
    console.error(`--${name} must be a whole number of at least ${least}.`);
    process.exit(2);
  }
  return number;
}

/** Progress goes to stderr: stdout is the table's. */
function say(what: string): void {
  process.stderr.write(`${what} …\n`);
}
