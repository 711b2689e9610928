import { useNavigate } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { lazy, Suspense, useState } from 'react';
import { formatDay, formatDays, isDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { hasPast } from '../../tenancy/ledger-start.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { receiptOf, useDownload } from '../documents.client.ts';
import { pastRents } from '../payments/payments.ts';
import { useDispute, useRemoveEntry } from './ledger.client.ts';
import { ENTRY_KINDS, ENTRY_LABELS, type EntryKind, firstPaidOn, type Ledger, type LedgerEntry } from './ledger.ts';

const InterestProposal = lazy(async () => ({ default: (await import('./InterestProposal.tsx')).InterestProposal }));
const AddEntry = lazyDialog(async () => (await import('./AddEntry.tsx')).AddEntry);
const ChangeAllocation = lazyDialog(async () => (await import('../payments/ChangeAllocation.tsx')).ChangeAllocation);
const StartLedger = lazyDialog(async () => (await import('../history/StartLedger.tsx')).StartLedger);
const PastMonths = lazyDialog(async () => (await import('../payments/PastMonths.tsx')).PastMonths);
const ReturnPayment = lazyDialog(async () => (await import('../payments/ReturnPayment.tsx')).ReturnPayment);

type PaymentAct = 'return' | 'allocate';
type Opened = { what: 'add' | 'past' | 'start' | PaymentAct; open: boolean; payment?: LedgerEntry };

type Props = {
  id: string;
  ledger: Ledger | undefined;
  failed: string | undefined;
  day: string;
  tenancy: TenancyRecord;
  onRates: () => void;
};

export function LedgerCard({ id, ledger, failed, day, tenancy, onRates }: Props) {
  const today = useToday();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened>({ what: 'add', open: false });
  const openings = useOpenCount(opened.open);
  const show = (what: Opened['what'], payment?: LedgerEntry) =>
    setOpened({ what, open: true, ...(payment && { payment }) });
  const dialog = { open: opened.open, onOpenChange: (open: boolean) => setOpened((now) => ({ ...now, open })) };
  const choose = (on: string) =>
    isDay(on) &&
    void navigate({
      to: '/dashboard/tenancies/$id',
      params: { id },
      search: on === today ? {} : { on },
      replace: true,
      resetScroll: false,
    });
  const open = tenancy.ended === null || tenancy.ended > tenancy.start;
  const past = ledger ? pastRents(tenancy, { today, firstPaid: firstPaidOn(ledger) }) : [];
  const unpaid = past.filter(({ due }) => due >= tenancy.chargesFrom);
  return (
    <Card aria-labelledby="ledger" className="min-w-0">
      <CardHead id="ledger" title="Ledger">
        <span className="flex flex-wrap items-center gap-2">
          <span className="inline-flex items-center gap-2 text-s text-ink-2">
            On <DateInput key={day} aria-label="Balance on" className="w-40" value={day} onChange={choose} />
          </span>
          <Button variant="quiet" size="small" disabled={!open} onClick={() => show('add')}>
            Add a charge or credit
          </Button>
        </span>
      </CardHead>
      {failed && !ledger && (
        <p role="alert" className="px-5 pb-5 max-md:px-4">
          The ledger could not be read. {failed}
        </p>
      )}
      {!failed && !ledger && (
        <Loading label="Loading ledger..." className="px-5 pb-5 max-md:px-4">
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
      <Suspense>
        {ledger?.interest && <InterestProposal id={id} interest={ledger.interest} day={day} onRates={onRates} />}
      </Suspense>
      {unpaid.length > 0 && (
        <Banner
          tone="amber"
          className="mx-5 mb-4 max-md:mx-4"
          action={
            <Button size="small" onClick={() => show('past')}>
              Enter past months
            </Button>
          }
        >
          {`Rent since ${formatDay(tenancy.chargesFrom)} counts as owed until you record payments. Enter past months or import a bank statement.`}
        </Banner>
      )}
      {ledger && <Lines key={day} ledger={ledger} tenancy={tenancy} onPayment={show} />}
      {ledger && hasPast(tenancy.start, today) && (
        <p className="flex flex-wrap items-center gap-x-3 border-t border-line px-5 py-2 text-s text-ink-2 max-md:px-4">
          The ledger starts on {formatDay(tenancy.chargesFrom)}.
          <Button variant="quiet" size="small" onClick={() => show('start')}>
            Change<span className="sr-only"> the start of the ledger</span>
          </Button>
          {unpaid.length === 0 && past.length > 0 && (
            <Button variant="quiet" size="small" onClick={() => show('past')}>
              Enter past months
            </Button>
          )}
        </p>
      )}
      {opened.what === 'add' && <AddEntry key={openings} id={id} {...dialog} />}
      {opened.what === 'start' && (
        <StartLedger
          key={openings}
          tenancy={tenancy}
          opening={ledger?.entries.reduce((sum, { kind, amount }) => (kind === 'opening' ? sum + amount : sum), 0) ?? 0}
          {...dialog}
        />
      )}
      {opened.what === 'past' && ledger && (
        <PastMonths
          key={openings}
          tenancy={tenancy}
          firstPaid={firstPaidOn(ledger)}
          hasOpening={ledger.entries.some(({ kind }) => kind === 'opening')}
          {...dialog}
        />
      )}
      {opened.what === 'return' && opened.payment && (
        <ReturnPayment key={openings} payment={opened.payment} {...dialog} />
      )}
      {opened.what === 'allocate' && opened.payment && (
        <ChangeAllocation key={openings} id={opened.payment.id} {...dialog} />
      )}
    </Card>
  );
}

type OnPayment = (act: PaymentAct, payment: LedgerEntry) => void;

/** Entries shown at first. Ten years of weekly rent have a thousand, which are slow to render. */
const INITIAL_LINES = 60;

function Lines({ ledger, tenancy, onPayment }: { ledger: Ledger; tenancy: TenancyRecord; onPayment: OnPayment }) {
  const [all, setAll] = useState(false);
  const earlier = all ? 0 : Math.max(0, ledger.entries.length - INITIAL_LINES);
  if (ledger.entries.length === 0)
    return (
      <p className="p-5 text-ink-2 max-md:px-4">
        {`No entries yet. We count rent from ${formatDay(tenancy.chargesFrom)}. Add an opening balance for anything owed before.`}
      </p>
    );
  return (
    <Table
      caption="Ledger"
      className="rounded-none border-x-0 border-b-0"
      foot={
        earlier > 0 && (
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            Show {counted(earlier, 'earlier line')}
          </Button>
        )
      }
    >
      <TableHead>
        <HeadCell className="w-[17%]">Date</HeadCell>
        <HeadCell>Entry</HeadCell>
        <HeadCell end className="w-[15%]">
          Charge
        </HeadCell>
        <HeadCell end className="w-[15%]">
          Payment
        </HeadCell>
        <HeadCell end className="w-[15%]">
          Balance
        </HeadCell>
        <HeadCell end className="w-12">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {(all ? ledger.entries : ledger.entries.slice(0, INITIAL_LINES)).map((entry) => (
          <Line key={entry.id} tenancy={tenancy} entry={entry} onPayment={onPayment} />
        ))}
      </TableBody>
    </Table>
  );
}

const isOwn = (kind: LedgerEntry['kind']): kind is EntryKind => (ENTRY_KINDS as readonly string[]).includes(kind);

type LineProps = { tenancy: TenancyRecord; entry: LedgerEntry; onPayment: OnPayment };

function Line({ tenancy: { id, names }, entry, onPayment }: LineProps) {
  const navigate = useNavigate();
  const { kind, date, amount, balance, from, to, method, note, disputedOn } = entry;
  const { mutate: dispute } = useDispute(id);
  const { mutate: remove } = useRemoveEntry(id);
  const { mutate: download } = useDownload('the receipt');
  const days = from && to ? formatDays({ from, to }) : '';
  const title = kind === 'charge' ? note : ENTRY_LABELS[kind];
  // A note that repeats the title is hidden.
  const noteText = note === title || note === `Rent, ${names}` ? '' : note;
  const below = [days, method, noteText, disputedOn && `in dispute since ${formatDay(disputedOn)}`].filter(Boolean);
  const label = `${title}, ${formatDay(date)}`;
  return (
    <TableRow className="max-md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Cell className="figures max-md:row-start-2 max-md:text-s max-md:text-ink-2">{formatDay(date)}</Cell>
      <Cell narrow="title" className="wrap-anywhere max-md:row-start-1">
        <bdi>{title}</bdi>
        {below.length > 0 && (
          <p className="text-s font-normal text-ink-2">
            <bdi>{below.join(', ')}</bdi>
          </p>
        )}
      </Cell>
      <Cell end narrow={amount > 0 ? 'figure' : 'hidden'} className="figures max-md:before:content-['+']">
        {amount > 0 && formatPence(amount)}
      </Cell>
      <Cell end narrow={amount < 0 ? 'figure' : 'hidden'} className="figures max-md:before:content-['−']">
        {amount < 0 && <span className={kind === 'payment' ? 'text-green' : undefined}>{formatPence(-amount)}</span>}
      </Cell>
      <Cell
        end
        label="Balance"
        className="figures font-bold max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-s max-md:font-normal"
      >
        {formatPence(balance)}
      </Cell>
      <Cell end narrow="beside" className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1">
        {(amount > 0 || isOwn(kind) || kind === 'payment') && (
          <Menu align="end" trigger={<IconButton icon={EllipsisVertical} label={`Actions, ${label}`} />}>
            {amount > 0 && (
              <MenuItem onClick={() => dispute({ entryId: entry.id, disputed: !disputedOn })}>
                {disputedOn ? 'Remove dispute' : 'Mark as in dispute'}
              </MenuItem>
            )}
            {kind === 'payment' && (
              <>
                <MenuItem onClick={() => download(() => receiptOf(entry.id))}>Receipt</MenuItem>
                <MenuItem onClick={() => onPayment('allocate', entry)}>Allocate payment</MenuItem>
                <MenuItem onClick={() => onPayment('return', entry)}>Record a return</MenuItem>
              </>
            )}
            {(kind === 'payment' || kind === 'refund') && (
              <MenuItem onClick={() => void navigate({ to: '/dashboard/finance', search: { open: entry.id } })}>
                Open in Finance
              </MenuItem>
            )}
            {isOwn(kind) && (
              <MenuItem danger onClick={() => remove(entry.id)}>
                Remove
              </MenuItem>
            )}
          </Menu>
        )}
      </Cell>
    </TableRow>
  );
}
