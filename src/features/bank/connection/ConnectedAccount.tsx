import { useMutation, useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { daysBetween, formatDay, formatInstantAsDay, londonDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { Cell, TableRow } from '../../../web/ui/table/Table.tsx';
import { type BankAccount, nameOf } from '../bank-account.ts';
import { type Feeds, failureLine, refreshBanks } from './connection.client.ts';
import { type BankConnection, CONSENT_SOON_DAYS, retryLine, CONNECTION_TEXTS as TEXTS } from './connection.ts';
import { isUsedToday } from './failures.ts';

type Link = NonNullable<ReturnType<Feeds['get']>>;

type StateProps = { link: Link; onRenew: (connection: BankConnection) => void };

export function ConnectionState({ link: { connection, feed }, onRenew }: StateProps) {
  const { institution, state, reconfirmBy, accessUntil } = connection;
  const today = useToday();
  const ends = [reconfirmBy, accessUntil].flatMap((at) => at ?? []).sort()[0];
  const soon = ends !== undefined && daysBetween(today, londonDay(new Date(ends))) <= CONSENT_SOON_DAYS;
  const failure = state === 'ended' ? undefined : failureLine(feed, institution);
  if (state !== 'ended' && !soon && !failure) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-s">
      {failure && <span className={`max-w-[34ch] ${isUsedToday(feed) ? 'text-ink-2' : 'text-red'}`}>{failure}</span>}
      {(state === 'ended' || soon) && (
        <>
          <StatusState state="soon" small>
            {state === 'ended'
              ? `${institution} has stopped sharing`
              : `Consent ends on ${formatInstantAsDay(ends ?? '')}`}
          </StatusState>
          <Button size="small" onClick={() => onRenew(connection)}>
            Renew access<span className="sr-only"> to {institution}</span>
          </Button>
        </>
      )}
    </div>
  );
}

export function SyncButton({ account }: { account: BankAccount }) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => withSession(() => read(api['bank-accounts'][':id'].sync.$post({ param: { id: account.id } }))),
    onSuccess: (outcome) => {
      const failed = failureLine(outcome, outcome.institution);
      if (isUsedToday(outcome)) toast.info(TEXTS.usedToday, { description: retryLine(outcome.retryAt) });
      else if (failed) toast.error(TEXTS.syncFailed, { description: failed });
      else toast.success(TEXTS.synced, { description: newLine(outcome.imported) });
    },
    onError: (error) => {
      const { message } = error instanceof AppError ? error : new AppError('internal');
      toast.error(TEXTS.syncFailed, { description: message });
    },
    onSettled: refreshBanks,
  });
  return (
    <Button size="small" busy={isPending ? 'Syncing...' : undefined} onClick={() => mutate()}>
      Sync<span className="sr-only"> {nameOf(account)}</span>
    </Button>
  );
}

export function newLine(imported: number): string {
  return imported === 0 ? 'No new transactions' : counted(imported, 'new transaction');
}

type PendingProps = { account: BankAccount; count: number; columns: number };

/** Table row below an account that lists its pending rows, which are not in any total. */
export function PendingAtBank({ account, count, columns }: PendingProps) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-connections', 'pending', account.id],
    enabled: open,
    queryFn: ({ signal }) =>
      read(api['bank-accounts'][':id'].pending.$get({ param: { id: account.id } }, { init: { signal } })),
    select: ({ items }) => items,
  });
  if (count === 0) return null;
  return (
    <TableRow className="max-md:py-1!">
      <Cell colSpan={columns} narrow="title" className="h-auto! py-1!">
        <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 text-s text-ink-2 hover:text-ink max-md:min-h-11 [&::-webkit-details-marker]:hidden">
            {counted(count, 'entry', 'entries')} pending at the bank
            <span className="sr-only">, {nameOf(account)}</span>
            <Icon of={ChevronDown} className="transition-[rotate] group-open:rotate-180" />
          </summary>
          {error && (
            <p role="alert" className="mb-2 flex items-center gap-3 text-s text-red">
              {error.message}
              <Button size="small" onClick={() => void refetch()}>
                Retry
              </Button>
            </p>
          )}
          <ul aria-busy={!data} className="mb-2 text-s font-normal text-ink-2">
            {data?.map(({ id, date, amount, text }) => (
              <li
                key={id}
                className="grid grid-cols-[92px_minmax(0,1fr)_auto] gap-x-4 py-1 max-md:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span className="figures max-md:order-last">{formatDay(date)}</span>
                <span className="wrap-anywhere">
                  <bdi>{text}</bdi>
                </span>
                <span className="figures">{formatPence(amount)}</span>
              </li>
            ))}
          </ul>
        </details>
      </Cell>
    </TableRow>
  );
}
