/** /dashboard/receipts: files without a transaction, and transactions without a file. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { yearLabel } from '../../shared/tax-years.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useTaxYears, useToday } from '../../web/http/session.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { taxYear, taxYearOf } from '../tax/rules/tax-year.ts';
import { TrayInput } from './AddReceipt.tsx';
import { MissingRows } from './MissingRows.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import { trayQuery } from './receipt.client.ts';
import type { Receipt } from './receipt.ts';

/** Renders the dialog of a new transaction from a receipt. */
type RenderNewRow = (dialog: {
  receipt: Receipt | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => ReactNode;

const VIEWS = [
  { value: 'tray', label: 'Without a transaction' },
  { value: 'missing', label: 'Missing receipts' },
] as const;

export function ReceiptsPage({ newRow }: { newRow: RenderNewRow }) {
  const years = useTaxYears();
  const today = useToday();
  const newest = years[0] ?? taxYearOf(today).year;
  const { missing } = useSearch({ from: '/dashboard/receipts' });
  const year = missing && taxYear(missing) ? missing : newest;
  const navigate = useNavigate();
  const open = (view: 'tray' | 'missing', to = year) =>
    void navigate({ to: '/dashboard/receipts', search: view === 'missing' ? { missing: to } : {}, replace: true });
  return (
    <>
      <PageHead
        title="Receipts"
        line={
          missing
            ? `Paid expenses and improvements of ${yearLabel(year)} without a file`
            : 'Receipts that you have not attached to a transaction yet'
        }
        actions={
          missing && (
            <Select
              aria-label="Tax year"
              options={years.map((value) => ({ value, label: yearLabel(value) }))}
              value={year}
              onChange={({ target }) => open('missing', target.value)}
            />
          )
        }
      />
      <div className="mb-5">
        <SegmentedControl legend="View" options={VIEWS} value={missing ? 'missing' : 'tray'} onChange={open} />
      </div>
      {missing ? <MissingRows year={year} /> : <Tray newRow={newRow} />}
    </>
  );
}

function Tray({ newRow }: { newRow: RenderNewRow }) {
  const query = useInfiniteQuery(trayQuery);
  const { error, busy, retry } = useRetry(query);
  const { data } = query;
  const [adding, setAdding] = useState<{ open: boolean; receipt?: Receipt }>({ open: false });
  const receipts = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className="flex flex-col gap-5">
      <May need="money.change">
        <TrayInput />
      </May>
      {!data && !error && (
        <Loading label="Loading the receipts..." className="flex flex-col gap-3">
          {[1, 2].map((row) => (
            <Skeleton key={row} className="h-28 w-full" />
          ))}
        </Loading>
      )}
      {!data && error && (
        <ErrorState title="We could not load the receipts" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {data && total === 0 && (
        <EmptyState
          title="No receipts without a transaction"
          words="Add receipts and invoices here. We read the text of PDFs and suggest a transaction. You confirm it."
        />
      )}
      {receipts.length > 0 && (
        <section aria-label={counted(total, 'receipt')} className="flex flex-col gap-3">
          {receipts.map((receipt) => (
            <ReceiptCard key={receipt.id} receipt={receipt} onMake={() => setAdding({ open: true, receipt })} />
          ))}
        </section>
      )}
      <MoreButton list={query} />
      {newRow({
        receipt: adding.receipt,
        open: adding.open,
        onOpenChange: (open) => setAdding((now) => ({ ...now, open })),
      })}
    </div>
  );
}
