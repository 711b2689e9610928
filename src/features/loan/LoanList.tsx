/** /dashboard/tax/loans: the loans of all properties. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { type Column, editColumn, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { KIND_LABELS, LOAN_LIST, TEXTS } from './listed.ts';
import { loans, PATHS } from './loan.client.ts';
import type { Loan } from './loan.ts';
import { rateOn } from './rules/schedule.ts';

export function LoanList() {
  return (
    <RecordList
      resource={loans}
      texts={TEXTS}
      paths={PATHS}
      list={LOAN_LIST}
      columns={COLUMNS}
      counts={[TEXTS.one, 'loans']}
      back={<LinkBack to="/dashboard/tax">Tax</LinkBack>}
    />
  );
}

function Rate({ rates }: Pick<Loan, 'rates'>) {
  return `${rateOn(rates, useToday())}%`;
}

const COLUMNS: Column<Loan>[] = [
  nameColumn('Lender', PATHS, ({ lender, property }) => ({ name: lender, lead: null, line: property })),
  {
    title: 'Amount',
    head: 'w-[150px]',
    end: true,
    cell: ({ amount }) => <span className="figures">{formatPence(amount)}</span>,
  },
  { title: 'Rate', head: 'w-[90px]', end: true, cell: ({ rates }) => <Rate rates={rates} /> },
  {
    title: 'Payments',
    head: 'w-[140px] max-lg:hidden',
    className: 'max-lg:hidden',
    narrow: 'hidden',
    cell: ({ kind }) => KIND_LABELS[kind],
  },
  {
    title: 'Fixed until',
    head: 'w-[130px] max-xl:hidden',
    className: 'max-xl:hidden',
    cell: ({ fixedUntil }) => (fixedUntil ? formatDay(fixedUntil) : '–'),
  },
  editColumn(PATHS, ({ lender }) => lender),
];
