import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AgentStatements } from '../../../../features/agent/statement/AgentStatements.tsx';
import { useReminders } from '../../../../features/reminder/reminder.client.ts';
import { ArrearsSection } from '../../../../features/rent/ArrearsSection.tsx';
import { LedgerGaps } from '../../../../features/rent/history/LedgerGaps.tsx';
import { queriesOf, type RentSearch, rentSearch } from '../../../../features/rent/listed.ts';
import { type MonthQuery, MonthSection } from '../../../../features/rent/MonthSection.tsx';
import { monthOf } from '../../../../features/rent/rent.client.ts';
import type { RentMonth } from '../../../../features/rent/rent.ts';
import type { Payer } from '../../../../features/transaction/PayerPicker.tsx';
import { addMonths, formatDay, formatMonth } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { counted } from '../../../../shared/text.ts';
import { useRetry } from '../../../../web/http/retry.client.ts';
import { May, useToday } from '../../../../web/http/session.client.ts';
import { LinkButton } from '../../../../web/records/links.client.ts';
import { House } from '../../../../web/ui/brand/House.tsx';
import { Button, Icon, IconButton } from '../../../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../../../web/ui/display/Loading.tsx';
import { PageHead } from '../../../../web/ui/display/PageHead.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../../web/ui/overlay/open-count.client.ts';

const RemindersDialog = lazyDialog(
  async () => (await import('../../../../features/reminder/RemindersDialog.tsx')).RemindersDialog,
);
const RecordRent = lazyDialog(async () => (await import('../../../../features/rent/RecordRent.tsx')).RecordRent);

const RentBanners = lazy(async () => ({ default: (await import('./RentBanners.tsx')).RentBanners }));

/** Loads after the page, as do the bank rows that it counts. */
const WaitingLine = lazy(async () => ({
  default: (await import('../../../../features/reconcile/WaitingLine.tsx')).WaitingLine,
}));

const TITLE = 'Rent';

export function RentPage() {
  const today = useToday();
  const search = rentSearch(useSearch({ from: '/dashboard/rent' }));
  const navigate = useNavigate();
  const query: MonthQuery = queriesOf(search, today).month;
  const { month } = query;
  const [recording, setRecording] = useState<{ open: boolean; payer?: Payer }>({ open: false });
  const openings = useOpenCount(recording.open);
  const [reminding, setReminding] = useState(false);
  const remindings = useOpenCount(reminding);
  const rent = useInfiniteQuery(monthOf(query));
  const { error, busy, retry } = useRetry(rent);
  const refused = useReminders().data?.refused ?? [];
  const first = rent.data?.pages[0];
  const change = useCallback(
    (next: Partial<RentSearch>) =>
      void navigate({
        to: '/dashboard/rent',
        search: (now) => rentSearch({ ...now, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const go = (months: number) => {
    const to = addMonths(`${month}-01`, months).slice(0, 7);
    change({ month: to === today.slice(0, 7) ? undefined : to });
  };
  const record = (payer?: Payer) => setRecording({ open: true, ...(payer && { payer }) });
  const empty = first && first.due.count === 0 && !search.q;
  return (
    <>
      <PageHead
        title={TITLE}
        line={first ? `${formatDay(today)} · ${counted(first.due.count, 'tenancy', 'tenancies')}` : '\u00a0'}
        actions={
          <>
            <div className="flex items-center rounded-control border border-rule bg-surface max-md:w-full max-md:justify-between">
              <IconButton icon={ChevronLeft} label="Earlier month" onClick={() => go(-1)} />
              <span className="min-w-34 text-center font-bold" aria-live="polite">
                {formatMonth(`${month}-01`)}
              </span>
              <IconButton icon={ChevronRight} label="Later month" onClick={() => go(1)} />
            </div>
            <AgentStatements />
            <Button onClick={() => setReminding(true)}>Reminders</Button>
            <Button variant="primary" icon={Plus} onClick={() => record()}>
              Record rent
            </Button>
          </>
        }
      />
      {(refused.length > 0 || first?.unasked) && (
        <Suspense>
          <RentBanners refused={refused} unasked={first?.unasked ?? null} />
        </Suspense>
      )}
      {error && !first && (
        <ErrorState title="We could not load the rent" reason={error.message} busy={busy} onRetry={retry} />
      )}
      {!error && !first && <FiguresPlaceholder />}
      {first && !empty && (
        <>
          <Figures month={first} />
          <LedgerGaps className="mt-5" />
        </>
      )}
      <ArrearsSection search={search} change={change} hiddenWhenNone={!first || empty === true} />
      <Suspense>
        <WaitingLine />
      </Suspense>
      {!error && !first && <RowsPlaceholder />}
      {empty && (
        <EmptyState
          title={`No rent in ${formatMonth(`${month}-01`)}`}
          drawing={<House type="terraced" seed="" />}
          words="Rent appears here once you add a tenant."
          action={
            <May need="people.change">
              <LinkButton to="/dashboard/tenants/add">Add a tenant</LinkButton>
            </May>
          }
        />
      )}
      {first && !empty && <MonthSection rent={rent} first={first} asked={query} change={change} onRecord={record} />}
      <RecordRent
        key={openings}
        open={recording.open}
        onOpenChange={(open) => setRecording((now) => ({ ...now, open }))}
        payer={recording.payer}
      />
      <RemindersDialog key={`reminders ${remindings}`} open={reminding} onOpenChange={setReminding} />
    </>
  );
}

function Figures({ month }: { month: RentMonth }) {
  const { due, received, outstanding, notYetDue, late } = month;
  const share = due.amount > 0 ? `${Math.floor((received * 100) / due.amount)}% of the rent due` : '';
  const tenancies = (count: number) => counted(count, 'tenancy', 'tenancies');
  return (
    <StatStrip label="Rent for the month">
      <Stat name="Due" value={formatPence(due.amount)} compare={tenancies(due.count)} />
      <Stat name="Received" value={formatPence(received)} compare={share} />
      <Stat
        name="Outstanding"
        value={formatPence(outstanding.amount)}
        compare={
          outstanding.count === 0
            ? 'Everyone has paid'
            : `${tenancies(outstanding.count)}${notYetDue > 0 ? `, ${formatPence(notYetDue)} of it not late yet` : ''}`
        }
      />
      <Stat
        name="Late"
        value={formatPence(late.amount)}
        compare={
          late.count === 0 ? (
            'No late rent'
          ) : (
            <span className="inline-flex items-start gap-[6px] text-red">
              <Icon of={CircleAlert} className="mt-[2px]" />
              {`${tenancies(late.count)} late with ${formatMonth(`${month.month}-01`).split(' ')[0]}’s rent`}
            </span>
          )
        }
      />
    </StatStrip>
  );
}

function FiguresPlaceholder() {
  return (
    <Loading label="Loading rent...">
      <Skeleton className="h-28 w-full" />
    </Loading>
  );
}

function RowsPlaceholder() {
  return (
    <div aria-hidden="true" className="mt-8 flex flex-col gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  );
}
