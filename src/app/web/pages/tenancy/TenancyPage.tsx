import { useParams, useSearch } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { outsideEngland } from '../../../../features/property/home/nation.ts';
import { LedgerCard } from '../../../../features/rent/ledger/LedgerCard.tsx';
import type { Ledger } from '../../../../features/rent/ledger/ledger.ts';
import { useLedger } from '../../../../features/rent/rent.client.ts';
import { TEXTS } from '../../../../features/tenancy/listed.ts';
import { groundEightOn, rentOwed, rentOwedOn } from '../../../../features/tenancy/rules/arrears.ts';
import { driftLine } from '../../../../features/tenancy/rules/four-weekly.ts';
import { notAssured } from '../../../../features/tenancy/rules/nation.ts';
import { tenancies } from '../../../../features/tenancy/tenancy.client.ts';
import { paidByText, type Tenancy, type TenancyRecord } from '../../../../features/tenancy/tenancy.ts';
import { daysBetween, formatDay, isDay } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { counted } from '../../../../shared/text.ts';
import { useMay, useToday } from '../../../../web/http/session.client.ts';
import { DetailPage } from '../../../../web/records/detail/DetailPage.tsx';
import { Button, Icon } from '../../../../web/ui/display/Button.tsx';
import { TWO_COLUMNS } from '../../../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../../../web/ui/display/Loading.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../../web/ui/overlay/open-count.client.ts';
import { DocumentsOf, PapersOf } from '../CardsOf.tsx';
import { CollectionCard, DepositCard, RentCard, ServiceCard, TenancyCard } from './TenancyCards.tsx';

// The lazy cards are last in their column, so that the page does not shift when they load.
const EmailsCard = lazy(async () => ({
  default: (await import('../../../../features/reminder/EmailsCard.tsx')).EmailsCard,
}));
const ResidentsCard = lazy(async () => ({
  default: (await import('../../../../features/resident/right-to-rent/ResidentsCard.tsx')).ResidentsCard,
}));
const RequestsCard = lazy(async () => ({
  default: (await import('../../../../features/request/RequestsCard.tsx')).RequestsCard,
}));
const IncreaseDialog = lazyDialog(
  async () => (await import('../../../../features/tenancy/increase/IncreaseDialog.tsx')).IncreaseDialog,
);
const StatementDialog = lazyDialog(
  async () => (await import('../../../../features/rent-statement/StatementDialog.tsx')).StatementDialog,
);
const AgentStatementDialog = lazyDialog(
  async () => (await import('../../../../features/agent/statement/AgentStatementDialog.tsx')).AgentStatementDialog,
);
const DepositDeduction = lazyDialog(
  async () => (await import('../../../../features/rent/payments/DepositDeduction.tsx')).DepositDeduction,
);
const RecordRent = lazyDialog(async () => (await import('../../../../features/rent/RecordRent.tsx')).RecordRent);
const EditTenancy = lazyDialog(
  async () => (await import('../../../../features/tenancy/TenancyDialogs.tsx')).EditTenancy,
);
const EndTenancy = lazyDialog(async () => (await import('../../../../features/ending/EndTenancy.tsx')).EndTenancy);
const CollectionDialog = lazyDialog(
  async () => (await import('../../../../features/agent/CollectionDialog.tsx')).CollectionDialog,
);
const BaseRatesDialog = lazyDialog(
  async () => (await import('../../../../features/interest/BaseRatesDialog.tsx')).BaseRatesDialog,
);
const ChangeRent = lazyDialog(async () => (await import('../../../../features/tenancy/TenancyDialogs.tsx')).ChangeRent);

type Open =
  | 'agent'
  | 'record'
  | 'kept'
  | 'statement'
  | 'increase'
  | 'edit'
  | 'deposit'
  | 'service'
  | 'rent'
  | 'collection'
  | 'rates'
  | 'end'
  | undefined;

export function TenancyPage() {
  const { id } = useParams({ from: '/dashboard/tenancies/$id' });
  const { on } = useSearch({ from: '/dashboard/tenancies/$id' });
  const today = useToday();
  const day = on && isDay(on) ? on : today;
  const { data: ledger, error } = useLedger(id, day === today ? undefined : day);
  const [open, setOpen] = useState<Open>();
  const [last, setLast] = useState<Open>();
  const openings = useOpenCount(open !== undefined);
  const mayEnd = useMay('people.change');
  const show = (next: Open) => {
    setOpen(next);
    setLast(next);
  };
  const dialog = (what: Open) => ({ open: open === what, onOpenChange: () => setOpen(undefined) });
  return (
    <DetailPage<Tenancy, TenancyRecord>
      resource={tenancies}
      id={id}
      title="Tenancy"
      head={({ names, propertyName }) => ({ title: names || 'Tenancy', line: propertyName ?? 'No property' })}
      list={{ to: '/dashboard/rent', words: 'Rent' }}
      words={{ failed: TEXTS.detailFailed, missing: TEXTS.notFound }}
      actions={(tenancy) => (
        <>
          {mayEnd && tenancy?.ended === null && tenancy.tenants.length > 0 && (
            <Button onClick={() => show('end')}>End tenancy</Button>
          )}
          <Button disabled={!tenancy} onClick={() => show('statement')}>
            Statement
          </Button>
          <Button variant="primary" icon={Plus} disabled={!tenancy} onClick={() => show('record')}>
            Record rent
          </Button>
        </>
      )}
      placeholder={<Placeholder />}
    >
      {(_, tenancy) =>
        tenancy ? (
          <>
            <Figures tenancy={tenancy} ledger={ledger} day={day} />
            <div className={`${TWO_COLUMNS} mt-5`}>
              <LedgerCard
                id={id}
                ledger={ledger}
                failed={error?.message}
                day={day}
                tenancy={tenancy}
                onRates={() => show('rates')}
              />
              <div className="flex min-w-0 flex-col gap-5">
                <TenancyCard tenancy={tenancy} onEdit={() => show('edit')} />
                <CollectionCard tenancy={tenancy} onEdit={() => show('collection')} onStatement={() => show('agent')} />
                <RentCard tenancy={tenancy} onChange={() => show('rent')} onIncrease={() => show('increase')} />
                <DepositCard tenancy={tenancy} onEdit={() => show('deposit')} onKept={() => show('kept')} />
                <ServiceCard tenancy={tenancy} onEdit={() => show('service')} />
                <DocumentsOf link={{ tenancyId: id }} />
                <Suspense>
                  <ResidentsCard tenancyId={id} tenants={tenancy.tenants} outside={outsideEngland(tenancy)} />
                  {tenancy.propertyId && <RequestsCard propertyId={tenancy.propertyId} tenancyId={id} />}
                  <EmailsCard tenancy={tenancy} />
                </Suspense>
              </div>
            </div>
            <PapersOf place={{ tenancyId: id }} className="mt-5" />
            {last === 'record' && (
              <RecordRent
                key={openings}
                {...dialog('record')}
                payer={{ tenancyId: id, names: tenancy.names, propertyName: tenancy.propertyName }}
              />
            )}
            {(last === 'edit' || last === 'deposit' || last === 'service') && (
              <EditTenancy key={openings} part={last} tenancy={tenancy} {...dialog(last)} />
            )}
            {last === 'collection' && <CollectionDialog key={openings} tenancy={tenancy} {...dialog('collection')} />}
            {last === 'statement' && (
              <StatementDialog
                key={openings}
                id={id}
                first={ledger?.entries.at(-1)?.date ?? tenancy.chargesFrom}
                {...dialog('statement')}
              />
            )}
            {last === 'agent' && tenancy.agent && (
              <AgentStatementDialog key={openings} agent={tenancy.agent} {...dialog('agent')} />
            )}
            {last === 'end' && <EndTenancy key={openings} tenancy={tenancy} {...dialog('end')} />}
            {last === 'kept' && <DepositDeduction key={openings} tenancy={tenancy} {...dialog('kept')} />}
            {last === 'increase' && <IncreaseDialog key={openings} tenancy={tenancy} {...dialog('increase')} />}
            {last === 'rates' && <BaseRatesDialog key={openings} {...dialog('rates')} />}
            {last === 'rent' && <ChangeRent key={openings} tenancy={tenancy} {...dialog('rent')} />}
          </>
        ) : (
          <Placeholder />
        )
      }
    </DetailPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading tenancy..." className="flex flex-col gap-5">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

function Figures({ tenancy, ledger, day }: { tenancy: TenancyRecord; ledger: Ledger | undefined; day: string }) {
  const { rent } = tenancy;
  const owed = ledger?.balance ?? 0;
  const [oldest] = ledger?.unpaid ?? [];
  const late = oldest ? daysBetween(oldest.date, day) : 0;
  const behind = ledger && rentOwed(rentOwedOn({ ...tenancy, on: day, unpaid: ledger.unpaid }));
  const fact = ledger ? groundEightOn({ ...tenancy, on: day, unpaid: ledger.unpaid }) : null;
  const exemptionText = notAssured(tenancy, 'Ground 8');
  const { lastPayment, nextDue } = ledger ?? {};
  const payments = (ledger?.entries ?? []).flatMap(({ kind, date, amount, note }) =>
    kind === 'payment' ? [{ date, amount: -amount, text: note }] : [],
  );
  const drift = driftLine(payments, tenancy, day);
  const wait = <Skeleton className="h-5 w-28" />;
  return (
    <>
      <StatStrip label="Figures">
        <Stat
          name={owed < 0 ? 'In credit' : 'Owed'}
          value={ledger ? formatPence(Math.abs(owed)) : wait}
          compare={
            owed > 0 && late > 0 ? (
              <span className="inline-flex items-start gap-[6px] text-red">
                <Icon of={CircleAlert} className="mt-[2px]" />
                {`${counted(late, 'day')} late`}
              </span>
            ) : (
              (owed <= 0 && 'No rent is owed') || '\u00a0'
            )
          }
        />
        <Stat
          name="Behind"
          value={ledger ? (behind ? `${behind.words} of rent` : '–') : wait}
          compare={oldest && owed > 0 ? `Since ${formatDay(oldest.date)}` : '\u00a0'}
        />
        <Stat
          name="Rent"
          value={formatPence(rent)}
          compare={`${paidByText(tenancy)}${nextDue ? `, next on ${formatDay(nextDue.date)}` : ''}`}
        />
        <Stat
          name="Last payment"
          value={ledger ? (lastPayment ? formatPence(lastPayment.amount) : '–') : wait}
          compare={
            lastPayment
              ? `${formatDay(lastPayment.date)}, ${counted(daysBetween(lastPayment.date, day), 'day')} ago`
              : 'No payments yet'
          }
        />
      </StatStrip>
      {drift && (
        <p className="mt-3 flex items-start gap-2 text-s text-ink-2">
          <Icon of={Info} className="mt-[3px]" />
          {drift}
        </p>
      )}
      {fact && late > 0 && (
        <p className="mt-3 flex items-start gap-2 text-s text-ink-2">
          <Icon of={Info} className="mt-[3px]" />
          <span>
            {exemptionText ?? (
              <>
                In England, Ground 8: {fact.text}{' '}
                <a href={fact.source.link} target="_blank" rel="noopener">
                  Source<span className="sr-only"> (opens in a new tab)</span>
                </a>
              </>
            )}
          </span>
        </p>
      )}
    </>
  );
}
