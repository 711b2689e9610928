import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatMonth } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { ListToolbar } from '../../web/records/list/ListToolbar.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import type { Payer } from '../transaction/PayerPicker.tsx';
import { monthFile } from './documents.client.ts';
import { ExportButton } from './ExportButton.tsx';
import { FILTER_LABELS, RENT_FILTERS, RENT_SORTS, type RentFilter, type RentSearch } from './listed.ts';
import { RentTable } from './RentTable.tsx';
import type { RentMonth, RentQuery } from './rent.ts';

export type MonthQuery = Required<Pick<RentQuery, 'month' | 'q' | 'filter' | 'sort'>>;

type Props = {
  rent: UseInfiniteQueryResult<InfiniteData<RentMonth>>;
  first: RentMonth;
  asked: MonthQuery;
  change: (next: Partial<RentSearch>) => void;
  onRecord: (payer: Payer) => void;
};

export function MonthSection({ rent, first, asked: query, change, onRecord }: Props) {
  const { month, q, filter, sort } = query;
  const isThisMonth = month === useToday().slice(0, 7);
  const searchFor = useCallback((typed: string | undefined) => change({ q: typed }), [change]);
  return (
    <section aria-labelledby="due" className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="due">{isThisMonth ? 'Due this month' : `Due in ${formatMonth(`${month}-01`)}`}</h2>
        {first.outstanding.count > 0 && (
          <p className="text-s text-ink-2 max-md:hidden">
            <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>R</kbd> record what is outstanding
          </p>
        )}
      </div>
      <ListToolbar
        label="Rent"
        search={{ label: 'Search rent', placeholder: 'Tenant or property' }}
        q={q || undefined}
        onSearch={searchFor}
        current={!rent.isPlaceholderData}
        actions={
          <>
            <Select
              aria-label="Sort by"
              options={Object.entries(RENT_SORTS).map(([value, label]) => ({ value, label }))}
              value={sort}
              onChange={({ target }) => change({ sort: target.value as RentSearch['sort'] })}
            />
            <ExportButton label="rent for the month" file={() => monthFile(query)} />
          </>
        }
      >
        <SegmentedControl
          legend="Show"
          options={RENT_FILTERS.map((value) => ({ value, label: `${FILTER_LABELS[value]} ${countOf(first, value)}` }))}
          value={filter}
          onChange={(next) => change({ filter: next === 'all' ? undefined : next })}
        />
      </ListToolbar>
      <RentTable rent={rent} onRecord={onRecord} />
    </section>
  );
}

function countOf({ due, outstanding, late }: RentMonth, filter: RentFilter): string {
  const figure = { all: due, outstanding, late }[filter];
  return figure.count.toLocaleString('en-GB');
}
