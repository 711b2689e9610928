/** What a run of the bench has found, as JSON and as a table. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Spread } from './figures.ts';
import type { Measured } from './measure.ts';
import type { Sizes } from './row.ts';
import type { Scroll } from './scroll.ts';
import { count, megabytes, milliseconds, tableOf } from './table.ts';

export type Machine = {
  processor: string;
  cores: number;
  /** Bytes. */
  memory: number;
  node: string;
  postgres: string;
  /** Processes that wanted a core in the minute before: above 1, others had a part of the machine. */
  loadBefore: number;
};

type Memory = { idle: number | null; afterLoad: number | null };

export type Report = {
  /** ISO 8601. */
  at: string;
  machine: Machine;
  sizes: Sizes;
  rounds: number;
  seconds: number;
  /** Milliseconds from starting the process to the line that says it is ready. */
  startUp: { first: Spread; later: Spread };
  rows: Measured[];
  /** Bytes, shared pages counted once. */
  memory: { server: Memory; database: Memory };
  /** Milliseconds between frames while lists of a signed-in landlord were scrolled. */
  scroll: Scroll;
};

/** This machine; `postgres` is the version of the database. */
export function thisMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: totalmem(),
    node: process.versions.node,
    postgres,
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** The report for people. */
export function printed(report: Report): string {
  const { machine, sizes, rounds, seconds } = report;
  return [
    `${machine.processor}, ${machine.cores} cores, ${count(machine.memory / 1024 ** 3)} GB · Node ${machine.node} · PostgreSQL ${machine.postgres} · load before ${machine.loadBefore.toFixed(1)}`,
    `${count(sizes.properties)} properties, ${count(sizes.tenants)} tenants and ${count(sizes.suppliers)} suppliers for each of ${count(sizes.landlords)} landlords, ${count(sizes.transactions)} transactions for one · ${rounds} rounds of ${seconds} s a row, medians`,
    '',
    httpTable(report.rows),
    '',
    startTable(report),
    '',
    scrollTable(report.scroll),
  ].join('\n');
}

function scrollTable(scroll: Scroll): string {
  const heading = ['Scrolling', 'rows', 'frames', 'p50 ms', 'p99 ms', 'longest ms', 'goal'];
  return tableOf(
    heading,
    scroll.map(({ view, rows, frames, p50, p99, longest }) => [
      view,
      count(rows),
      count(frames),
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(longest),
      `${longest <= 50 ? '✓' : '✗'} ≤ 50`,
    ]),
  );
}

function httpTable(rows: Measured[]): string {
  const heading = ['Over HTTP', 'conns', 'req/s', 'min–max', 'p50 ms', 'p99 ms', 'server ms', 'database ms', 'goal'];
  return tableOf(
    heading,
    rows.map(({ name, connections, perSecond, p50, p99, processor, goal }) => [
      name,
      count(connections),
      count(perSecond.median),
      `${count(perSecond.low)}–${count(perSecond.high)}`,
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(processor.server),
      milliseconds(processor.database),
      goalOf(goal, { perSecond: perSecond.median, p50, p99 }),
    ]),
  );
}

function goalOf(goal: Measured['goal'], reached: { perSecond: number; p50: number; p99: number }): string {
  const said = (met: boolean, words: string) => `${met ? '✓' : '✗'} ${words}`;
  const { perSecond, p50, p99 } = goal ?? {};
  return [
    perSecond !== undefined && said(reached.perSecond >= perSecond, `≥ ${count(perSecond)}`),
    p50 !== undefined && said(reached.p50 <= p50, `p50 ≤ ${milliseconds(p50)}`),
    p99 !== undefined && said(reached.p99 <= p99, `p99 ≤ ${milliseconds(p99)}`),
  ]
    .filter(Boolean)
    .join(', ');
}

function startTable({ startUp, memory }: Report): string {
  const starts = ([name, { median, low, high }]: [string, Spread]) => [
    name,
    `${count(median)} ms`,
    `${count(low)}–${count(high)} ms`,
  ];
  const uses = (name: string, { idle, afterLoad }: Memory) => [name, megabytes(idle), megabytes(afterLoad)];
  return [
    tableOf(
      ['Start-up', 'median', 'min–max'],
      [starts(['First start, with a new database', startUp.first]), starts(['Later start', startUp.later])],
    ),
    tableOf(
      ['Resident memory', 'idle', 'after load'],
      [uses('Server', memory.server), uses('Database, all processes', memory.database)],
    ),
  ].join('\n\n');
}
