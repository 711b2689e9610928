/** Figures of a bench run, and tables for the terminal. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Hostile } from './hostile.ts';
import type { LandlordCost } from './landlord.ts';
import type { Measured } from './measure.ts';
import type { Once } from './once.ts';
import type { OpenedPage } from './pages.ts';
import type { Sizes } from './scenario.ts';
import type { Scroll } from './scroll.ts';
import type { Spread } from './spread.ts';
import type { Stop } from './stops.ts';

type Memory = { idle: number | null; afterLoad: number | null };

export type Report = {
  at: string;
  machine: ReturnType<typeof thisMachine>;
  sizes: Sizes;
  rounds: number;
  seconds: number;
  /** Milliseconds from process start until ready. */
  startUp?: { first: Spread; later: Spread };
  rows: Measured[];
  /** Bytes. Shared pages are counted once. */
  memory: { server: Memory; database: Memory };
  once: Once[];
  /** Latency of other requests during hostile files and texts. */
  hostile?: Hostile[];
  /** Event loop blocking by calculations with the largest inputs. */
  stops?: Stop[];
  /** Milliseconds between frames while scrolling lists. */
  scroll?: Scroll;
  pages?: OpenedPage[];
  landlord?: LandlordCost;
};

export function thisMachine(versions: { node: string; postgres: string }) {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: totalmem(),
    ...versions,
    /** Load average before the run. Above 1, other processes use the machine. */
    loadBefore: loadavg()[0] ?? 0,
  };
}

export function printed({
  machine,
  sizes,
  rounds,
  seconds,
  rows,
  startUp,
  memory,
  once,
  hostile,
  stops,
  scroll,
  pages,
  landlord,
}: Report): string {
  return [
    `${machine.processor}, ${machine.cores} cores, ${count(machine.memory / 1024 ** 3)} GB · Node ${machine.node} · PostgreSQL ${machine.postgres} · load before ${machine.loadBefore.toFixed(1)}`,
    `${count(sizes.properties)} properties, ${count(sizes.tenants)} tenants and ${count(sizes.suppliers)} suppliers for each of ${count(sizes.landlords)} landlords, ${count(sizes.transactions)} transactions for one · ${rounds} rounds of ${seconds} s a row, medians`,
    tableOf(
      'Over HTTP|conns|req/s|min–max|p50 ms|p99 ms|server ms|database ms|of the row below|goal',
      rows.map(({ name, connections, perSecond, p50, p99, processor, share, goal }) => [
        name,
        count(connections),
        count(perSecond.median),
        range(perSecond),
        ...[p50, p99, processor.server, processor.database].map(milliseconds),
        share ? `${percent(share.median)} (${percent(share.low)}–${percent(share.high)})` : '',
        [
          goal.share ? `${markOf((share?.median ?? 0) >= goal.share)} ≥ ${percent(goal.share)}` : [],
          goal.p50 ? `${markOf(p50 <= goal.p50)} p50 ≤ ${goal.p50}` : [],
          goal.p99 ? `${markOf(p99 <= goal.p99)} p99 ≤ ${goal.p99}` : [],
        ]
          .flat()
          .join(', '),
      ]),
    ),
    tableOf(
      'Once|ms|min–max|server + MB|others, slowest ms|goal',
      once.map(({ name, milliseconds: took, memory: grown, others, goal }) => [
        name,
        count(took.median),
        range(took),
        megabytes(grown),
        count(others),
        `${markOf(took.median <= goal.milliseconds)} ≤ ${count(goal.milliseconds)}${goal.memory ? `, ${markOf((grown ?? 0) <= goal.memory)} ≤ ${megabytes(goal.memory)}` : ''}`,
      ]),
    ),
    tableOf(
      'While it is read|answer|ms|healthz p50 ms|p99 ms|longest ms|goal',
      (hostile ?? []).map(({ name, status, milliseconds: took, p50, p99, longest }) => [
        name,
        count(status),
        count(took),
        ...[p50, p99, longest].map(milliseconds),
        `${markOf(p99 <= 50)} p99 ≤ 50`,
      ]),
    ),
    tableOf(
      'Event loop|ms|longest step, processor ms|longest delay ms|goal',
      (stops ?? []).map(({ name, milliseconds: took, step, delay }) => [
        name,
        count(took),
        ...[step, delay].map(milliseconds),
        `${markOf(step <= 50)} step ≤ 50`,
      ]),
    ),
    tableOf(
      'Start-up|median ms|min–max',
      Object.entries(startUp ?? {}).map(([which, spread]) => [which, count(spread.median), range(spread)]),
    ),
    tableOf(
      'Resident memory|idle|after load',
      Object.entries(memory).map(([part, { idle, afterLoad }]) => [part, megabytes(idle), megabytes(afterLoad)]),
    ),
    tableOf(
      'Scrolling|rows|frames|p50 ms|p99 ms|longest ms|goal',
      (scroll ?? []).map(({ view, rows: shown, frames, p50, p99, longest }) => [
        view,
        ...[shown, frames].map(count),
        ...[p50, p99, longest].map(milliseconds),
        `${markOf(longest <= 50)} ≤ 50`,
      ]),
    ),
    tableOf(
      'On a slow phone|scores|first paint ms|largest ms|blocking ms|shift|script kB|requests|misses',
      (pages ?? []).map((page) => [
        page.name,
        [page.performance, page.accessibility, page['best-practices'], page.seo].join(' '),
        ...[page.first, page.largest, page.blocking].map(count),
        page.shift.toFixed(3),
        (page.script / 1000).toFixed(1),
        count(page.requests),
        missedGoals(page).join(', '),
      ]),
    ),
    landlord ? costOf(landlord) : '',
  ]
    .filter((part) => part)
    .join('\n\n');
}

function costOf({ rows, database, files, visit, idle, stream }: LandlordCost): string {
  return tableOf('One landlord with 12 properties and two years of money|', [
    ['rows', count(rows)],
    ['database', kilobytes(database)],
    ['files', kilobytes(files)],
    ['a visit: requests, API requests', `${count(visit.requests)}, ${count(visit.api)}`],
    ['a visit: sent', kilobytes(visit.sent)],
    ['a visit: server, database ms', `${count(visit.server)}, ${count(visit.databaseTime)}`],
    ['idle: server, database ms each second', `${milliseconds(idle.server)}, ${milliseconds(idle.database)}`],
    ['a stream of live changes', kilobytes(stream)],
  ]);
}

/** Returns the names of figures that miss their goals: scores must be 100, others at most the goal. */
function missedGoals({ goal, ...page }: OpenedPage): string[] {
  const names = Object.keys(goal) as (keyof typeof goal)[];
  return names.filter((name) => {
    const [reached, target] = [page[name], goal[name] ?? Number.NaN];
    return !(target === 100 ? reached >= target : reached <= target);
  });
}

/** Formats a table with the first column left-aligned and others right-aligned; empty without lines. */
export function tableOf(heading: string, lines: readonly string[][]): string {
  if (lines.length === 0) return '';
  const titles = heading.split('|');
  const widths = titles.map((_, at) => Math.max(...[titles, ...lines].map((line) => line[at]?.length ?? 0)));
  const rules = widths.map((width) => '─'.repeat(width));
  return [titles, rules, ...lines]
    .map((line) => widths.map((width, at) => line[at]?.[at === 0 ? 'padEnd' : 'padStart'](width) ?? '').join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const integerFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Formats 3,412, or a dash for a missing value. */
export function count(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : integerFormat.format(value);
}

/** Formats short times with more digits: 0.48, 1.2, 27. */
export function milliseconds(value: number | null): string {
  if (value === null || Number.isNaN(value) || value >= 10) return count(value);
  return value.toFixed(value < 1 ? 2 : 1);
}

const megabytes = (bytes: number | null) => (bytes === null ? '–' : `${count(bytes / 1024 / 1024)} MB`);
const kilobytes = (bytes: number) => `${count(bytes / 1024)} kB`;
const percent = (share: number) => `${count(share * 100)} %`;
const range = ({ low, high }: Spread) => `${count(low)}–${count(high)}`;
const markOf = (reached: boolean) => (reached ? '✓' : '✗');
