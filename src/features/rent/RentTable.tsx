/** The month's rent by tenancy. The R key records the outstanding amount, received today. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { type ComponentProps, useRef } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { newKey } from '../../web/http/new-key.ts';
import { landlord, useToday } from '../../web/http/session.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Button, Icon, IconButton } from '../../web/ui/display/Button.tsx';
import { EmptyState } from '../../web/ui/display/Card.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import type { Payer } from '../transaction/PayerPicker.tsx';
import { receiptOf, useDownload } from './documents.client.ts';
import { rentState } from './listed.ts';
import { useRecordRent } from './rent.client.ts';
import type { RentLine, RentMonth } from './rent.ts';

type Props = { rent: UseInfiniteQueryResult<InfiniteData<RentMonth>>; onRecord: (payer: Payer) => void };

const TenancyLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className="font-bold text-ink no-underline hover:underline">
    {children}
  </a>
));

export function RentTable({ rent, onRecord }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [first] = rent.data?.pages ?? [];
  const lines = rent.data?.pages.flatMap(({ items }) => items) ?? [];
  const press = (key: string, inside: boolean): boolean => {
    const buttons = [...(body.current?.querySelectorAll<HTMLElement>('[data-record]') ?? [])];
    const index = buttons.findIndex((button) => button.closest('tr')?.contains(document.activeElement));
    const chosen = buttons[index];
    if (!inside || buttons.length === 0) return false;
    if (key === 'ArrowDown') buttons[index + 1]?.focus();
    else if (key === 'ArrowUp' && chosen) buttons[index - 1]?.focus();
    // R records only the row whose button has the focus.
    else if (key === 'r' && chosen && chosen === document.activeElement) chosen.click();
    else if (key === 'r' && landlord()?.keyShortcuts === true) (chosen ?? buttons[0])?.focus();
    else return false;
    return true;
  };
  usePageKeys(body, press);
  if (first && lines.length === 0) return <EmptyState title="No rent found" words="Try another search or filter." />;
  return (
    <Table
      caption="Rent for the month"
      busy={rent.isPlaceholderData}
      foot={rent.hasNextPage && <MoreButton list={rent} variant="quiet" size="small" />}
    >
      <TableHead>
        <HeadCell className="w-[27%]">Tenancy</HeadCell>
        <HeadCell className="w-[12%] md:max-lg:hidden">Due</HeadCell>
        <HeadCell className="w-[17%]">Received</HeadCell>
        <HeadCell end className="w-[12%]">
          Outstanding
        </HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell end className="w-[190px] md:max-lg:w-24">
          Actions
        </HeadCell>
      </TableHead>
      <TableBody ref={body}>
        {lines.map((line) => (
          <RentRow key={line.tenancyId} line={line} onRecord={onRecord} />
        ))}
      </TableBody>
    </Table>
  );
}

function RentRow({ line, onRecord }: { line: RentLine; onRecord: (payer: Payer) => void }) {
  const { tenancyId, names, propertyName, due, received, charged, left, lastPaid } = line;
  const today = useToday();
  const { mutate, isPending } = useRecordRent();
  const recordAll = () => isPending || mutate({ key: newKey(), input: { tenancyId, amount: left, date: today } });
  return (
    <TableRow className="max-md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Cell narrow="title" className="wrap-anywhere md:max-lg:min-w-[128px] max-md:col-span-2">
        <TenancyLink to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
          <bdi>{names}</bdi>
        </TenancyLink>
        <p className="text-s text-ink-2">{propertyName}</p>
      </Cell>
      <Cell narrow="hidden" className="figures md:max-lg:hidden">
        {formatDay(due)}
      </Cell>
      <Cell narrow={left > 0 ? 'wide' : 'hidden'}>
        <div className="min-w-[112px] flex-1 max-md:my-1">
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-mark bg-sunken">
            <div className="h-full bg-primary" style={{ width: `${Math.min(100, (received * 100) / charged)}%` }} />
          </div>
          <p className="figures flex flex-wrap justify-between gap-x-2 text-s">
            <span>{formatPence(received)}</span> <span className="text-ink-2">of {formatPence(charged)}</span>
          </p>
        </div>
      </Cell>
      <Cell end narrow={left > 0 ? 'figure' : 'hidden'} className="figures font-bold max-md:col-start-3">
        {left > 0 ? formatPence(left) : '–'}
      </Cell>
      <Cell>
        <State line={line} />
      </Cell>
      <Cell end narrow="beside" className="max-md:col-span-2 max-md:col-start-2">
        {left > 0 && (
          <span className="inline-flex flex-wrap items-center justify-end gap-1">
            <Button
              size="small"
              icon={Check}
              busy={isPending ? 'Recording...' : undefined}
              data-record
              aria-keyshortcuts="R"
              onClick={recordAll}
            >
              <span className="md:max-lg:sr-only">Record rent</span>
              <span className="sr-only">
                , {formatPence(left)} from {names}
              </span>
            </Button>
            <IconButton
              icon={EllipsisVertical}
              label={`Another amount or date, ${names}`}
              onClick={() => onRecord({ tenancyId, names, propertyName })}
            />
          </span>
        )}
        {left === 0 && lastPaid && <ReceiptButton id={lastPaid.id} names={names} />}
      </Cell>
    </TableRow>
  );
}

function ReceiptButton({ id, names }: { id: string; names: string }) {
  const { mutate, isPending } = useDownload('the receipt');
  return (
    <Button
      variant="quiet"
      size="small"
      icon={ReceiptText}
      busy={isPending ? 'Downloading...' : undefined}
      onClick={() => mutate(() => receiptOf(id))}
    >
      <span className="md:max-lg:sr-only">Receipt</span>
      <span className="sr-only"> for {names}</span>
    </Button>
  );
}

function State({ line }: { line: RentLine }) {
  const { tone, words, more } = rentState(line, useToday());
  return (
    <>
      {tone === 'late' && <Badge tone="red">{words}</Badge>}
      {tone === 'part' && <Badge tone="amber">{words}</Badge>}
      {(tone === 'paid' || tone === 'due') && (
        <span className="inline-flex items-center gap-[6px] whitespace-nowrap">
          <Icon of={tone === 'paid' ? CircleCheck : Clock} className={tone === 'paid' ? 'text-green' : 'text-ink-2'} />
          {words}
        </span>
      )}
      {more && <p className="text-s text-ink-2">{more}</p>}
      {line.disputed > 0 && <p className="text-s text-ink-2">{formatPence(line.disputed)} in dispute</p>}
    </>
  );
}
