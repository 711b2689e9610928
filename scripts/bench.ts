/**
 * Measures the production build over HTTP beside an anchor: `npm run bench -- [filter] [--rounds 3] [--seconds 5] [--properties 5000] …`.
 * A filter runs only the rows whose name contains it. One table is printed and kept as JSON, with `--save` under docs/bench.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLoader } from './bench/load.ts';
import { type Measured, measure } from './bench/measure.ts';
import { measureOnce } from './bench/once.ts';
import { printed, type Report, spreadOf, thisMachine } from './bench/report.ts';
import { SCENARIOS } from './bench/scenarios.ts';
import { measureScroll } from './bench/scroll.ts';
import { seed } from './bench/seed.ts';
import { type Server, startAnchor, startServer } from './bench/server.ts';
import { checkout, setUp } from './set-up.mjs';

const DEFAULTS = {
  properties: '5000',
  tenants: '10000',
  suppliers: '2000',
  transactions: '1000000',
  landlords: '20',
  rounds: '3',
  seconds: '5',
  starts: '3',
};
type Count = keyof typeof DEFAULTS;
const counts = Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }] as const);
const { values: flags, positionals } = parseArgs({
  options: {
    ...(Object.fromEntries(counts) as Record<Count, { type: 'string'; default: string }>),
    save: { type: 'boolean' },
  },
  allowPositionals: true,
});
const filter = positionals.join(' ').toLowerCase();
const chosen = SCENARIOS.filter(({ name }) => name.toLowerCase().includes(filter));
const partOf = (name: string) => name.includes(filter);
const [rounds, seconds, starts] = [count('rounds'), count('seconds'), count('starts')];
const sizes = {
  landlords: count('landlords', 2),
  properties: count('properties'),
  tenants: count('tenants'),
  suppliers: count('suppliers'),
  // A million take a minute to make.
  transactions: chosen.some(({ finance }) => finance) || partOf('once') || partOf('scroll') ? count('transactions') : 0,
};

/** What is undone, last first, however this ends. */
const undo: (() => unknown)[] = [];
const atEnd = (step: () => unknown) => void undo.push(step);
const interrupted = new Promise<never>((_, reject) => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => {
      process.exitCode = code;
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
  const build = await setUp(); // a start that first has to build would tell nothing
  const home = await mkdtemp(join(tmpdir(), 'tenure-bench-'));
  atEnd(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o711); // as root the database runs under another account, which passes through to its own folder
  const startUp = partOf('start-up') ? await measureStarts(home) : undefined;

  say('seeding');
  const server = await start(join(build, 'server/main.js'), join(home, 'measured'));
  const { postgres, readerId, ...sessions } = await seed(server, sizes);
  const machine = thisMachine(postgres);
  const idle = await server.used();
  const anchor = await startAnchor(server, readerId, atEnd);
  const loader = startLoader();
  atEnd(() => loader.stop());
  const rows: Measured[] = [];
  for (const scenario of chosen)
    for (const connections of Object.keys(scenario.at).map(Number)) {
      say(`${scenario.name}, ${connections} connections`);
      rows.push(
        ...(await measure(scenario, connections, { server, anchor, sessions, sizes, loader, rounds, seconds })),
      );
    }
  const loaded = await server.used();
  if (partOf('once')) say('an export and a deletion of 100,000');
  const once = partOf('once') ? await measureOnce({ server, sessions }) : [];
  if (partOf('scroll')) say('scrolling lists in a browser');
  const scroll = partOf('scroll') && (await measureScroll(server, { cookie: sessions.reader, ...sizes }));
  const memoryOf = (part: 'server' | 'database') => ({ idle: idle[part].memory, afterLoad: loaded[part].memory });
  return {
    at: new Date().toISOString(),
    machine,
    sizes,
    rounds,
    seconds,
    ...(startUp && { startUp }),
    rows,
    memory: { server: memoryOf('server'), database: memoryOf('database') },
    once,
    ...(scroll && { scroll }),
  };
}

async function measureStarts(home: string): Promise<Report['startUp']> {
  const first: number[] = [];
  const later: number[] = [];
  for (let turn = 0; turn < starts; turn++) {
    say(`start-up, ${turn + 1} of ${starts}`);
    const dataFolder = join(home, `started-${turn}`);
    for (const times of [first, later]) {
      const server = await start(join(checkout, 'scripts/start.mjs'), dataFolder);
      times.push(server.readyAfter);
      await server.stop();
    }
    await rm(dataFolder, { recursive: true });
  }
  return { first: spreadOf(first), later: spreadOf(later) };
}

async function start(script: string, dataFolder: string): Promise<Server> {
  if (ending) throw new Error('Interrupted.');
  return startServer({ script, dataFolder, atEnd });
}

function count(name: Count, least = 1): number {
  const number = Number(flags[name]);
  if (Number.isInteger(number) && number >= least) return number;
  console.error(`--${name} must be a whole number of at least ${least}.`);
  return process.exit(2);
}

/** Progress goes to stderr: stdout is the table's. */
function say(step: string): void {
  process.stderr.write(`${step} …\n`);
}
