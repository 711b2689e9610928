/** What a run of the bench has found: figures, and tables for the terminal. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Measured } from './measure.ts';
import type { Once } from './once.ts';
import type { Sizes } from './scenarios.ts';
import type { Scroll } from './scroll.ts';

/** The smallest value that at least `share` (0 to 1) of the values do not exceed. NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The value in the middle; of an even number of values, the mean of the two in the middle. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Several measurements of one thing. */
export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

type Memory = { idle: number | null; afterLoad: number | null };

export type Report = {
  /** ISO 8601. */
  at: string;
  machine: ReturnType<typeof thisMachine>;
  sizes: Sizes;
  rounds: number;
  seconds: number;
  /** Milliseconds from starting the process to the line that says it is ready. */
  startUp?: { first: Spread; later: Spread };
  rows: Measured[];
  /** Bytes, shared pages counted once. */
  memory: { server: Memory; database: Memory };
  once: Once[];
  /** Milliseconds between frames while lists of a signed-in landlord were scrolled. */
  scroll?: Scroll;
};

/** This machine; `postgres` is the version of the database. Memory in bytes. */
export function thisMachine(postgres: string) {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: totalmem(),
    node: process.versions.node,
    postgres,
    /** Processes that wanted a core in the minute before: above 1, others had a part of the machine. */
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** The report for people. */
export function printed({ machine, sizes, rounds, seconds, rows, startUp, memory, once, scroll }: Report): string {
  return [
    `${machine.processor}, ${machine.cores} cores, ${count(machine.memory / 1024 ** 3)} GB · Node ${machine.node} · PostgreSQL ${machine.postgres} · load before ${machine.loadBefore.toFixed(1)}`,
    `${count(sizes.properties)} properties, ${count(sizes.tenants)} tenants and ${count(sizes.suppliers)} suppliers for each of ${count(sizes.landlords)} landlords, ${count(sizes.transactions)} transactions for one · ${rounds} rounds of ${seconds} s a row, medians`,
    rows.length > 0 && tableOf([...HTTP], rows.map(httpRow)),
    once.length > 0 &&
      tableOf(
        ['Once', 'ms', 'server + MB', 'others, slowest ms', 'goal'],
        once.map(({ name, milliseconds: took, memory: grown, others, goal }) => [
          name,
          count(took),
          megabytes(grown),
          count(others),
          `${met(took <= goal.milliseconds)} ≤ ${count(goal.milliseconds)}${goal.memory ? `, ${met((grown ?? 0) <= goal.memory)} ≤ ${megabytes(goal.memory)}` : ''}`,
        ]),
      ),
    startUp &&
      tableOf(
        ['Start-up', 'median ms', 'min–max'],
        [
          ['First start, with a new database', count(startUp.first.median), range(startUp.first)],
          ['Later start', count(startUp.later.median), range(startUp.later)],
        ],
      ),
    tableOf(
      ['Resident memory', 'idle', 'after load'],
      [
        ['Server', megabytes(memory.server.idle), megabytes(memory.server.afterLoad)],
        ['Database, all processes', megabytes(memory.database.idle), megabytes(memory.database.afterLoad)],
      ],
    ),
    scroll &&
      tableOf(
        ['Scrolling', 'rows', 'frames', 'p50 ms', 'p99 ms', 'longest ms', 'goal'],
        scroll.map(({ view, rows: shown, frames, p50, p99, longest }) => [
          view,
          ...[shown, frames].map(count),
          ...[p50, p99, longest].map(milliseconds),
          `${met(longest <= 50)} ≤ 50`,
        ]),
      ),
  ]
    .filter((part) => part)
    .join('\n\n');
}

const HTTP = [
  'Over HTTP',
  'conns',
  'req/s',
  'min–max',
  'p50 ms',
  'p99 ms',
  'server ms',
  'database ms',
  'of the anchor',
  'goal',
] as const;

function httpRow({ name, connections, perSecond, p50, p99, processor, share, goal }: Measured): string[] {
  const reached = [
    goal.share !== undefined && `${met((share?.median ?? 0) >= goal.share)} ≥ ${percent(goal.share)}`,
    goal.p50 !== undefined && `${met(p50 <= goal.p50)} p50 ≤ ${milliseconds(goal.p50)}`,
    goal.p99 !== undefined && `${met(p99 <= goal.p99)} p99 ≤ ${milliseconds(goal.p99)}`,
  ];
  return [
    name,
    count(connections),
    count(perSecond.median),
    range(perSecond),
    ...[p50, p99, processor.server, processor.database].map(milliseconds),
    share ? `${percent(share.median)} (${percent(share.low)}–${percent(share.high)})` : '',
    reached.filter(Boolean).join(', '),
  ];
}

/** Lines of equal width under a ruled heading. The first column is set flush left, the others flush right. */
export function tableOf(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const set = (line: readonly string[]) =>
    widths
      .map((width, column) => (column === 0 ? (line[0] ?? '').padEnd(width) : (line[column] ?? '').padStart(width)))
      .join('  ')
      .trimEnd();
  return [set(heading), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(set)].join('\n');
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** 3,412. Without a measurement a dash, here and below. */
export function count(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : whole.format(value);
}

/** Milliseconds, finer the shorter they are: 0.48, 1.2, 27. */
export function milliseconds(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (value < 1) return value.toFixed(2);
  return value < 10 ? value.toFixed(1) : count(value);
}

/** Bytes as whole megabytes of 1,048,576. */
export function megabytes(bytes: number | null): string {
  return bytes === null ? '–' : `${count(bytes / 1024 / 1024)} MB`;
}

const percent = (share: number) => `${count(share * 100)} %`;
const range = ({ low, high }: Spread) => `${count(low)}–${count(high)}`;
const met = (reached: boolean) => (reached ? '✓' : '✗');
