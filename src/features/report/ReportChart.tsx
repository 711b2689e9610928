/** A bar chart: costs to the left of a line, income to the right. The table has the same figures. */
import { useId } from 'react';
import { formatPence } from '../../shared/money.ts';
import { shortPounds } from './body.ts';
import type { Report, Row } from './report.ts';

const MAX_BARS = 40;

type Chart = NonNullable<Report['chart']>;
/** Percentages of the width: the position of the line, and the length of a penny. */
type Scale = { line: number; perPenny: number };
type ChartProps = { report: Report; chart: Chart };

function valueAt({ columns }: Report, { cells }: Row, id: string): number {
  const cell = cells[columns.findIndex((column) => column.id === id)];
  return typeof cell === 'number' ? cell : 0;
}

/** Expenses, on the left, are negative. Refunds can reduce a bar to zero, but not move it to the other side. */
const lengthsOf = (report: Report, row: Row, ids: readonly string[], sign: 1 | -1) =>
  ids.map((id) => Math.max(0, sign * valueAt(report, row, id)));
const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);

/** `margin` is the space for a label beyond the longest bar of each side, in per cent. */
function scaleOf({ report, chart }: ChartProps, margin: number): Scale {
  const maxOf = (ids: readonly string[], sign: 1 | -1) =>
    Math.max(0, ...report.rows.map((row) => sum(lengthsOf(report, row, ids, sign))));
  const [left, right] = [maxOf(chart.left, -1), maxOf(chart.right, 1)];
  const margins = (left > 0 ? margin : 0) + (right > 0 ? margin : 0);
  const perPenny = (100 - margins) / Math.max(left + right, 1);
  return { perPenny, line: (left > 0 ? margin : 0) + left * perPenny };
}

export function ReportChart({ report, chart }: ChartProps) {
  const scale = scaleOf({ report, chart }, 9);
  const titleOf = (id: string) => report.columns.find((column) => column.id === id)?.title ?? '';
  return (
    <div
      aria-hidden="true"
      className="mb-4 rounded-card border border-line bg-surface px-5 pt-3 pb-4 max-md:-mb-px max-md:rounded-b-none max-md:px-4 max-md:py-[10px]"
    >
      <div className="flex flex-wrap gap-x-4 text-s text-ink-2 md:mb-1">
        {[...chart.left, ...chart.right].map((id) => (
          <span key={id} className="inline-flex items-center gap-[6px]">
            <svg aria-hidden="true" className="size-[10px]">
              <Bar {...{ chart, id, x: 0, width: 100, y: 0, height: 10 }} />
            </svg>
            {titleOf(id)}
          </span>
        ))}
        {chart.end && <span className="ml-auto max-md:hidden">{titleOf(chart.end)}</span>}
      </div>
      <div className="max-md:hidden">
        {report.rows.slice(0, MAX_BARS).map((row) => (
          <div key={row.id} className="grid grid-cols-[190px_minmax(0,1fr)_104px] items-center gap-2">
            <span className="truncate">{row.cells[0]}</span>
            <Bars report={report} chart={chart} row={row} scale={scale} labels />
            {chart.end && (
              <span className="text-right font-bold tabular-nums">{formatPence(valueAt(report, row, chart.end))}</span>
            )}
          </div>
        ))}
        {report.rows.length > MAX_BARS && (
          <p className="mt-2 text-s text-ink-2">{`The first ${MAX_BARS} rows. The table shows them all.`}</p>
        )}
      </div>
    </div>
  );
}

/** The bars of one row on a phone, where the chart shows only its legend. */
export function RowBars({ report, chart, row }: ChartProps & { row: Row }) {
  return <Bars report={report} chart={chart} row={row} scale={scaleOf({ report, chart }, 0)} />;
}

type BarsProps = ChartProps & { row: Row; scale: Scale; labels?: boolean };

function Bars({ report, chart, row, scale: { line, perPenny }, labels = false }: BarsProps) {
  const out = lengthsOf(report, row, chart.left, -1);
  const into = lengthsOf(report, row, chart.right, 1);
  const [height, thick] = labels ? [28, 16] : [12, 10];
  const y = (height - thick) / 2;
  const bars = [
    ...chart.left.map((id, place) => ({ id, x: line - sum(out.slice(0, place + 1)) * perPenny, length: out[place] })),
    ...chart.right.map((id, place) => ({ id, x: line + sum(into.slice(0, place)) * perPenny, length: into[place] })),
  ];
  return (
    <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
      {bars.map(({ id, x, length = 0 }) => (
        <Bar key={id} {...{ chart, id, x, width: length * perPenny, y, height: thick }} />
      ))}
      <line x1={`${line}%`} x2={`${line}%`} y2={height} className="stroke-edge" />
      {labels && sum(out) > 0 && (
        <text x={`${line - sum(out) * perPenny}%`} dx={-6} y={18} textAnchor="end" className="fill-ink-2 text-s">
          {shortPounds(sum(out))}
        </text>
      )}
      {labels && sum(into) > 0 && (
        <text x={`${line + sum(into) * perPenny}%`} dx={6} y={18} className="fill-ink-2 text-s">
          {shortPounds(sum(into))}
        </text>
      )}
    </svg>
  );
}

type BarProps = { chart: Chart; id: string; x: number; width: number; y: number; height: number };

/** The second column on the left is hatched, to avoid a third colour. */
function Bar({ chart, id, x, width, y, height }: BarProps) {
  const pattern = useId();
  const isHatched = chart.left.indexOf(id) === 1;
  if (width <= 0) return null;
  const fill = isHatched ? `url(#${pattern})` : chart.left.includes(id) ? 'var(--chart-out)' : 'var(--chart-in)';
  return (
    <>
      {isHatched && (
        <pattern id={pattern} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={2} height={4} fill="var(--chart-out)" />
        </pattern>
      )}
      <rect
        x={`${x}%`}
        width={`${width}%`}
        y={y}
        height={height}
        rx={1.5}
        fill={fill}
        stroke={isHatched ? 'var(--chart-out)' : 'var(--surface)'}
        strokeWidth={1}
      />
    </>
  );
}
