import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { RentTable } from '../../../../features/rent/RentTable.tsx';
import { monthOf } from '../../../../features/rent/rent.client.ts';
import type { RentMonth } from '../../../../features/rent/rent.ts';
import type { Payer } from '../../../../features/transaction/PayerPicker.tsx';
import { formatMonth } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { counted } from '../../../../shared/text.ts';
import { useRetry } from '../../../../web/http/retry.client.ts';
import { useToday } from '../../../../web/http/session.client.ts';
import { Button } from '../../../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../../web/ui/display/Loading.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../../web/ui/overlay/open-count.client.ts';

const RecordRent = lazyDialog(async () => (await import('../../../../features/rent/RecordRent.tsx')).RecordRent);

export function DueThisMonth() {
  const month = useToday().slice(0, 7);
  const rent = useInfiniteQuery(monthOf({ month, q: '', filter: 'outstanding', sort: 'due' }));
  const { error, busy, retry } = useRetry(rent);
  const [recording, setRecording] = useState<{ open: boolean; payer?: Payer }>({ open: false });
  const openings = useOpenCount(recording.open);
  const record = (payer?: Payer) => setRecording({ open: true, ...(payer && { payer }) });
  const first = rent.data?.pages[0];
  return (
    <>
      <div className="my-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{first ? leftWords(first) : '\u00a0'}</p>
        <Button variant="primary" icon={Plus} onClick={() => record()}>
          Record rent
        </Button>
      </div>
      {error && !first && (
        <ErrorState level={2} title="We could not load the rent" reason={error.message} busy={busy} onRetry={retry} />
      )}
      {!error && !first && (
        <Loading label="Loading rent...">
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
      {first?.found === 0 ? (
        <EmptyState
          title={first.due.count > 0 ? 'Everyone has paid' : `No rent in ${formatMonth(`${month}-01`)}`}
          words="Rent due later this month appears here."
        />
      ) : (
        first && <RentTable rent={rent} onRecord={record} />
      )}
      <RecordRent
        key={openings}
        open={recording.open}
        onOpenChange={(open) => setRecording((now) => ({ ...now, open }))}
        payer={recording.payer}
      />
    </>
  );
}

function leftWords({ month, outstanding }: RentMonth): string {
  const { amount, count } = outstanding;
  return `${formatPence(amount)} of ${formatMonth(`${month}-01`)} is outstanding, from ${counted(count, 'tenancy', 'tenancies')}`;
}
