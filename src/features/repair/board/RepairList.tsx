import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay, formatInstantAsDay } from '../../../shared/dates.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { type Column, nameColumn } from '../../../web/records/list/RecordItem.tsx';
import { RecordPages } from '../../../web/records/list/RecordPages.tsx';
import { RecordTable } from '../../../web/records/list/RecordTable.tsx';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { Cell, HeadCell } from '../../../web/ui/table/Table.tsx';
import { type REPAIR_LIST, STATE_LABELS, TEXTS, URGENCY_LABELS } from '../listed.ts';
import { PATHS, repairs } from '../repair.client.ts';
import type { Repair } from '../repair.ts';
import { ageOf, waitingWords } from '../rules/words.ts';

type Props = { asked: ReturnType<typeof REPAIR_LIST.asked>; closed: boolean; empty: ReactNode };

export function RepairList({ asked, closed, empty }: Props) {
  const list = useInfiniteQuery(repairs.list(asked));
  if (list.data?.pages[0]?.total === 0) return empty;
  const columns = [...COLUMNS, closed ? CLOSED : WAITS];
  return (
    <RecordPages
      list={list}
      name="repairs"
      view="table"
      words={{ loading: TEXTS.loadingList, failed: TEXTS.listFailed }}
      placeholder={{ card: null, row: <Skeleton className="m-5 h-4 w-2/5" /> }}
    >
      {(listed) => (
        <RecordTable
          {...listed}
          name="repairs"
          label={TEXTS.title}
          head={columns.map(({ title, head, end = false }) => (
            <HeadCell key={title} end={end} className={head}>
              {title}
            </HeadCell>
          ))}
        >
          {(repair) =>
            columns.map(({ title, head: _, need: __, silent: ___, cell, ...look }) => (
              <Cell key={title} {...look}>
                {cell(repair)}
              </Cell>
            ))
          }
        </RecordTable>
      )}
    </RecordPages>
  );
}

function Age({ repair }: { repair: Repair }) {
  const { now } = useLandlord();
  return (
    <>
      <span className="figures">{ageOf(repair, now)}</span>
      {repair.late && (
        <StatusState small state="bad">
          over your target
        </StatusState>
      )}
    </>
  );
}

const COLUMNS: Column<Repair>[] = [
  nameColumn('Repair', PATHS, ({ title, address, number }) => ({
    name: title,
    lead: null,
    line: `${number} · ${address}`,
  })),
  {
    title: 'Urgency',
    head: 'w-[120px] max-lg:hidden',
    className: 'max-lg:hidden',
    narrow: 'hidden',
    cell: ({ urgency }) => URGENCY_LABELS[urgency],
  },
  { title: 'State', head: 'w-[140px]', cell: ({ state }) => STATE_LABELS[state] },
  { title: 'Open for', label: 'Open for', head: 'w-[150px]', cell: (repair) => <Age repair={repair} /> },
];

const WAITS: Column<Repair> = {
  title: 'Next',
  head: 'w-[24%] max-lg:hidden',
  className: 'max-lg:hidden',
  narrow: 'wide',
  cell: (repair) => (
    <span className="text-ink-2">
      {repair.heldUntil ? `On hold until ${formatDay(repair.heldUntil)}` : waitingWords(repair)}
    </span>
  ),
};

const CLOSED: Column<Repair> = {
  title: 'Closed',
  label: 'Closed',
  head: 'w-[140px] max-lg:hidden',
  className: 'max-lg:hidden',
  narrow: 'hidden',
  cell: ({ closedAt }) => <span className="figures">{closedAt ? formatInstantAsDay(closedAt) : '–'}</span>,
};
