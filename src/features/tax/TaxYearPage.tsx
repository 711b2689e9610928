/** /dashboard/tax/$year: the boxes of a tax return, open questions, and the bridge from Finance. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import FolderDown from 'lucide-react/icons/folder-down';
import { type ComponentType, Suspense, useState } from 'react';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { FIRST_YEAR, yearLabel } from '../../shared/tax-years.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useMay, useTaxYears, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, EmptyState, ErrorState, TWO_COLUMNS } from '../../web/ui/display/Card.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead, useTitle } from '../../web/ui/display/PageHead.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { useOwners } from '../owner/owner.client.ts';
import { BoxTable, LineTable } from './BoxTable.tsx';
import { waitingText } from './rules/sums.ts';
import { taxYear, taxYearOf, UPDATES_SOURCE } from './rules/tax-year.ts';
import { thresholdOf } from './rules/who.ts';
import { figuresOf } from './tax.client.ts';
import {
  type EstimateYear,
  FIRST_UPDATES,
  isEstimateYear,
  type TaxFigures,
  type TaxPeriodQuery,
  type TaxYearFigures,
} from './tax.ts';

const LinesDialog = lazyDialog(async () => (await import('./LinesDialog.tsx')).LinesDialog);
const LettingsDialog = lazyDialog(async () => (await import('./LettingsDialog.tsx')).LettingsDialog);

type Figures = z.infer<typeof TaxYearFigures>;
const UPDATES = ['1', '2', '3', '4'] as const;

type OfYear = { year: string; owner?: string | undefined };

/** Parts of the page that other nouns provide, composed in app/web/pages/TaxPage.tsx. */
export type TaxSlots = {
  Estimate: ComponentType<{ year: EstimateYear; owner: string | undefined }>;
  YearEnd: ComponentType<{ of: OfYear }>;
  Quarters: ComponentType<{ of: OfYear }>;
  Updates: ComponentType<{ of: OfYear }>;
};

export function TaxYearPage({ slots }: { slots: TaxSlots }) {
  const years = useTaxYears();
  const today = useToday();
  const newest = years[0] ?? taxYearOf(today).year;
  const { year: named } = useParams({ strict: false });
  const year = named && named >= FIRST_YEAR && taxYear(named) ? named : newest;
  const { update: requestedUpdate, owner: requestedOwner } = useSearch({ strict: false });
  const { data: owners, isPending } = useOwners();
  const owner = owners && owners.length > 1 ? owners.find(({ id }) => id === requestedOwner) : undefined;
  const update = year >= FIRST_UPDATES ? UPDATES.find((one) => one === requestedUpdate) : undefined;
  const query = useQuery({ ...figuresOf({ year, update, owner: owner?.id }), enabled: !requestedOwner || !isPending });
  const { error, busy, retry } = useRetry(query);
  const navigate = useNavigate();
  const { data: figures } = query;
  const current = figures?.updates.find((one) => String(one.update) === update);
  useTitle(`Tax year ${yearLabel(year)}`);
  const open = (next: { year?: string; update?: string | undefined; owner?: string | undefined }) => {
    const { year: to, ...search } = { year, update, owner: owner?.id, ...next };
    // Drops the update for another year, because its dates differ.
    const period = to === year && search.update ? { update: search.update } : {};
    void navigate({
      to: '/dashboard/tax/$year',
      params: { year: to },
      search: { ...period, ...(search.owner && { owner: search.owner }) },
      replace: to === year,
    });
  };
  // Such as /dashboard/tax/2025.
  if (named && named !== year) return <Navigate to="/dashboard/tax" replace />;
  return (
    <>
      <PageHead
        title={`Tax year ${yearLabel(year)}`}
        line={figures ? `${formatDay(figures.from)} – ${formatDay(figures.to)}` : '\u00a0'}
        actions={
          <span className="contents print:hidden">
            <Select
              aria-label="Tax year"
              options={years.map((value) => ({ value, label: yearLabel(value) }))}
              value={year}
              onChange={({ target }) => open({ year: target.value })}
            />
            {figures && figures.year === year && figures.updates.length > 0 && (
              <Select
                aria-label="Period"
                placeholder="Whole year"
                options={figures.updates.map((one) => ({
                  value: String(one.update),
                  label: `To ${formatDay(one.to)}`,
                }))}
                value={update ?? ''}
                onChange={({ target }) => open({ update: target.value })}
              />
            )}
            {owners && owners.length > 1 && (
              <Select
                aria-label="Owner"
                placeholder="All owners"
                options={owners.map(({ id, name }) => ({ value: id, label: name }))}
                value={owner?.id ?? ''}
                onChange={({ target }) => open({ owner: target.value })}
              />
            )}
            {owner?.kind !== 'company' && (
              <ButtonLink
                href={
                  update
                    ? `/api/tax-updates/${year}/${update}/export${addressOf({ owner: owner?.id })}`
                    : `/api/tax/${year}/export${addressOf({ owner: owner?.id })}`
                }
                download
                icon={Download}
                title="Export"
              >
                <span className="max-md:sr-only">Export</span>
              </ButtonLink>
            )}
            <ButtonLink href={`/api/tax/${year}/bundle${addressOf({ owner: owner?.id })}`} download icon={FolderDown}>
              For your accountant
            </ButtonLink>
          </span>
        }
      />
      <div className="-mt-4 mb-4 -ml-2.5 flex flex-wrap print:hidden">
        <LinkButton to="/dashboard/tax/mileage" variant="quiet" size="small">
          Mileage
        </LinkButton>
        <LinkButton to="/dashboard/tax/loans" variant="quiet" size="small">
          Loans
        </LinkButton>
        <Settings />
        {year >= FIRST_UPDATES && owner?.kind !== 'company' && (
          <Suspense fallback={null}>
            <slots.Quarters of={{ year, ...(owner && { owner: owner.id }) }} />
          </Suspense>
        )}
      </div>
      {owner?.kind === 'company' ? (
        <Banner tone="blue">
          {`${owner.name} is a company, which does not send a Self Assessment return. It has no boxes and no quarterly updates here.`}
        </Banner>
      ) : (
        <>
          {!figures && !error && <TaxLoading />}
          {!figures && error && (
            <ErrorState title="We could not load this tax year" reason={error.message} onRetry={retry} busy={busy} />
          )}
          {current && <UpdateNote year={year} {...current} />}
          {year >= FIRST_UPDATES && (
            <Suspense fallback={null}>
              <slots.Updates of={{ year, ...(owner && { owner: owner.id }) }} />
            </Suspense>
          )}
          {figures && <Year slots={slots} figures={figures} update={update} owner={owner?.id} />}
        </>
      )}
    </>
  );
}

function addressOf(query: TaxPeriodQuery): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

type UpdateNoteProps = Figures['updates'][number] & { year: string };

function UpdateNote({ year, update, from, to, due }: UpdateNoteProps) {
  const { income, over } = thresholdOf(year);
  return (
    <Banner tone="blue" className="mb-5">
      <b>{`Update ${update}`}</b>
      {` covers ${formatDay(from)} to ${formatDay(to)} and is due on ${formatDay(due)}. Quarterly updates are for landlords whose rents and self-employment in ${yearLabel(income)} were over ${formatPence(over)}, before costs. `}
      <a href={UPDATES_SOURCE.link} target="_blank" rel="noopener">
        {UPDATES_SOURCE.name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </Banner>
  );
}

type YearProps = { slots: TaxSlots; figures: Figures } & TaxPeriodQuery;

function Year({ slots, figures, ...period }: YearProps) {
  const { update, owner } = period;
  const { year, from, to, lines, waiting } = figures;
  const mayChange = useMay('money.change');
  if (lines.length === 0 && figures.mileage.journeys === 0)
    return (
      <EmptyState
        title={`No paid transactions between ${formatDay(from)} and ${formatDay(to)}`}
        words={
          mayChange
            ? 'Connect a bank account, import a statement or add a transaction, and we will fill in the boxes.'
            : 'The boxes fill in from paid transactions.'
        }
        action={<LinkButton to="/dashboard/finance">Open Finance</LinkButton>}
      />
    );
  const withEstimate = !update && isEstimateYear(year);
  return (
    <div className="flex flex-col gap-5">
      {waiting.rows > 0 && (
        <Banner
          tone="amber"
          action={
            <LinkButton
              to="/dashboard/tax/$year/questions"
              params={{ year }}
              search={owner ? { owner } : {}}
              size="small"
            >
              {mayChange ? 'Answer' : 'See them'}
            </LinkButton>
          }
        >
          <b>{waitingText(waiting)}.</b> Until then {waiting.rows === 1 ? 'it is' : 'they are'} not in any box.
        </Banner>
      )}
      <div className={withEstimate ? TWO_COLUMNS : undefined}>
        <div className="flex min-w-0 flex-col gap-5">
          <BoxTable figures={figures} {...period} />
          {!owner && (
            <Card>
              <Disclosure title="From Finance to the boxes" line="Only paid transactions count, on their date">
                <Bridge steps={figures.bridge} />
              </Disclosure>
            </Card>
          )}
          {!update && (
            <Suspense>
              <slots.YearEnd of={{ year, owner }} />
            </Suspense>
          )}
          <LineTable title="Not in any box" figures={figures} {...period} lines={['capital', 'private', 'not_tax']} />
        </div>
        {withEstimate && (
          <Suspense>
            <slots.Estimate year={year} owner={owner} />
          </Suspense>
        )}
      </div>
      <p className="text-s text-ink-2">
        These figures come from your records and answers. They are not tax advice. Check them before you use them.
      </p>
    </div>
  );
}

function Bridge({ steps }: { steps: TaxFigures['bridge'] }) {
  return (
    <table className="w-full text-s">
      <thead>
        <tr className="text-ink-2">
          <th scope="col" className="py-1 text-left font-normal">
            <span className="sr-only">Step</span>
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Income
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Costs
          </th>
        </tr>
      </thead>
      <tbody className="*:border-t *:border-line">
        {steps.map(({ id, label, income, costs }) => (
          <tr key={id} className={id === 'finance' || id === 'boxes' ? 'font-bold' : undefined}>
            <th scope="row" className="py-2 pr-3 text-left font-[inherit]">
              {label}
            </th>
            <td className="figures py-2 text-right whitespace-nowrap">{formatPence(income)}</td>
            <td className="figures py-2 pl-3 text-right whitespace-nowrap">{formatPence(costs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Settings() {
  const [shown, setShown] = useState<'lines' | 'lettings'>();
  const [last, setLast] = useState<'lines' | 'lettings'>('lines');
  const openings = useOpenCount(shown !== undefined);
  const show = (which: 'lines' | 'lettings') => {
    setLast(which);
    setShown(which);
  };
  const onOpenChange = (open: boolean) => setShown(open ? last : undefined);
  return (
    <>
      <LinkButton to="/dashboard/tax/owners" variant="quiet" size="small">
        Owners
      </LinkButton>
      <Button variant="quiet" size="small" onClick={() => show('lines')}>
        Categories
      </Button>
      <May need="tax.change">
        <Button variant="quiet" size="small" onClick={() => show('lettings')}>
          Commercial property
        </Button>
      </May>
      <LinesDialog open={shown === 'lines'} onOpenChange={onOpenChange} />
      <LettingsDialog key={openings} open={shown === 'lettings'} onOpenChange={onOpenChange} />
    </>
  );
}

function TaxLoading() {
  return (
    <Loading label="Loading the tax year...">
      <Card>
        <CardHead title="Boxes of the tax return" />
        <div className="flex flex-col gap-4 p-5">
          {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </div>
      </Card>
    </Loading>
  );
}
