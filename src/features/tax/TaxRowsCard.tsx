/** The transactions of a tax line, with the owner's part of each amount. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { ShowMore } from '../../web/records/list/CardOfPages.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { amountLine, categoryLabel } from '../transaction/labels.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { TAX_LINES } from './rules/lines.ts';
import { ownerPart } from './rules/owner-sums.ts';
import type { TaxRowItem } from './tax.ts';

const RecordLink = createLink(RowLink);

type Props = {
  line: TaxLine;
  list: UseInfiniteQueryResult<InfiniteData<{ items: TaxRowItem[] }>>;
  end?: (row: TaxRowItem) => ReactNode;
};

export function TaxRows({ line, list, end }: Props) {
  const { data, error } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data)
    return <p role="alert" className="px-5 py-3">{`We could not load the transactions. ${error.message}`}</p>;
  if (!data) return <p className="px-5 py-3 text-s text-ink-2">Loading...</p>;
  if (items.length === 0) return null;
  return (
    <>
      <Rows label={TAX_LINES[line].label}>
        {items.map((row) => (
          <Row
            key={row.id}
            line={[formatDay(row.date), categoryLabel(row.category), row.propertyAddress].filter(Boolean).join(' · ')}
            end={
              <span className="flex items-center gap-1">
                <span className="figures whitespace-nowrap">
                  {amountLine(row)}
                  <span className="block text-s text-ink-2">{ownerPart(row)}</span>
                </span>
                {end?.(row)}
              </span>
            }
          >
            <RecordLink to="/dashboard/finance" search={{ open: row.id }}>
              {row.description}
            </RecordLink>
          </Row>
        ))}
      </Rows>
      <ShowMore list={list} />
    </>
  );
}
