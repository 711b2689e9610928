import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { AGES, type Age, rentOwed } from '../tenancy/rules/arrears.ts';
import { arrearsFile } from './documents.client.ts';
import { ExportButton } from './ExportButton.tsx';
import { ARREARS_SORTS, queriesOf, type RentSearch } from './listed.ts';
import { arrearsOn } from './rent.client.ts';
import type { Arrears, ArrearsLine } from './rent.ts';

type Props = {
  search: Pick<RentSearch, 'on' | 'by' | 'age'>;
  change: (next: Partial<RentSearch>) => void;
  /** Whether to render null if no rent is in arrears today. */
  hiddenWhenNone: boolean;
};

/** The search does not filter arrears, as a changing list above the month's would shift the page while typing. */
export function ArrearsSection({ search, change, hiddenWhenNone }: Props) {
  const today = useToday();
  const query = queriesOf(search, today).arrears;
  const { on, sort } = query;
  const { age } = search;
  const arrears = useInfiniteQuery(arrearsOn(query));
  const { error, busy, retry } = useRetry(arrears);
  const [first] = arrears.data?.pages ?? [];
  if (hiddenWhenNone && on === today && !error && (first?.owed.count ?? 0) === 0) return null;
  return (
    <section aria-labelledby="arrears" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="arrears">Arrears</h2>
        <p className="min-w-0 flex-1 text-s text-ink-2 max-lg:order-last max-lg:basis-full">
          {first && summary(first)}
        </p>
        <Select
          aria-label="Sort arrears by"
          options={Object.entries(ARREARS_SORTS).map(([value, label]) => ({ value, label }))}
          value={sort}
          onChange={({ target }) => change({ by: target.value as RentSearch['by'] })}
        />
        <span className="inline-flex items-center gap-2 text-s text-ink-2">
          On{' '}
          <DateInput
            key={on}
            aria-label="Arrears on"
            className="w-40"
            value={on}
            onChange={(day) => isDay(day) && change({ on: day === today ? undefined : day })}
          />
        </span>
        <ExportButton label="arrears" file={() => arrearsFile(query)} />
      </div>
      {error && !first && (
        <ErrorState
          level={3}
          title="We could not load the arrears"
          reason={error.message}
          busy={busy}
          onRetry={retry}
        />
      )}
      {!error && !first && (
        <Loading label="Loading arrears...">
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
      {first && first.owed.count > 0 && (
        <>
          <Ages ageing={first.ageing} chosen={age} onChoose={(next) => change({ age: next })} />
          {first.found === 0 && (
            <p className="rounded-b-card border border-t-0 border-line bg-surface px-5 py-4 text-ink-2">
              No arrears match your filter.
            </p>
          )}
          <Table
            caption={`Arrears on ${formatDay(on)}`}
            busy={arrears.isPlaceholderData}
            className="rounded-t-none border-t-0"
            foot={arrears.hasNextPage && <MoreButton list={arrears} variant="quiet" size="small" />}
          >
            <TableHead>
              <HeadCell className="w-[30%]">Tenancy</HeadCell>
              <HeadCell end className="w-[12%]">
                Owed
              </HeadCell>
              <HeadCell className="w-[17%]">Behind</HeadCell>
              <HeadCell className="md:max-lg:hidden">Since</HeadCell>
              <HeadCell>Last payment</HeadCell>
              <HeadCell end>
                <span className="sr-only">Actions</span>
              </HeadCell>
            </TableHead>
            <TableBody>
              {arrears.data?.pages
                .flatMap(({ items }) => items)
                .map((line) => (
                  <Row key={line.tenancyId} line={line} />
                ))}
            </TableBody>
          </Table>
        </>
      )}
      {first?.owed.count === 0 && (
        <p className="rounded-card border border-line bg-surface px-5 py-4 text-ink-2">
          {on === today ? 'No rent is in arrears.' : `No rent was in arrears on ${formatDay(on)}.`}
        </p>
      )}
    </section>
  );
}

function summary({ owed, earlier }: Arrears): string {
  if (owed.count === 0) return '';
  const all = `${formatPence(owed.amount)} owed by ${counted(owed.count, 'tenancy', 'tenancies')}`;
  return earlier > 0 ? `${all}, ${formatPence(earlier)} from earlier months` : all;
}

type AgesProps = Pick<Arrears, 'ageing'> & { chosen: Age | undefined; onChoose: (age: Age | undefined) => void };

function Ages({ ageing, chosen, onChoose }: AgesProps) {
  const max = Math.max(1, ...ageing);
  return (
    <fieldset className="grid grid-cols-6 overflow-clip rounded-t-card border border-line bg-surface max-lg:grid-cols-3 max-md:grid-cols-2 *:-mt-px *:-ml-px *:border-t *:border-l *:border-line">
      <legend className="sr-only">By age</legend>
      {AGES.map(({ id, label }, index) => {
        const amount = ageing[index] ?? 0;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen === id}
            disabled={amount === 0 && chosen !== id}
            onClick={() => onChoose(chosen === id ? undefined : id)}
            className="px-5 py-3 text-left enabled:cursor-pointer enabled:hover:bg-hover aria-pressed:bg-primary-soft aria-pressed:forced-choice focus-visible:-outline-offset-2! max-md:px-4"
          >
            <span className="block text-s text-ink-2">{label}</span>
            <span className="figures">{formatPence(amount)}</span>
            <span aria-hidden="true" className="mt-2 block h-1 rounded-mark bg-sunken">
              <span className="block h-full rounded-mark bg-primary" style={{ width: `${(amount * 100) / max}%` }} />
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

function Row({ line }: { line: ArrearsLine }) {
  const { tenancyId, names, propertyName, owed, disputed, since, days, lastPayment } = line;
  const inRent = rentOwed(line);
  return (
    <TableRow>
      <Cell narrow="title" className="wrap-anywhere md:min-w-[128px]">
        <b>
          <bdi>{names}</bdi>
        </b>
        <p className="text-s text-ink-2">{propertyName}</p>
      </Cell>
      <Cell end narrow="figure" className="figures font-bold">
        {formatPence(owed)}
        {disputed > 0 && <p className="text-s font-normal text-ink-2">{formatPence(disputed)} in dispute</p>}
      </Cell>
      <Cell className="max-md:text-s">
        {counted(days, 'day')}
        <p className="text-s text-ink-2 max-md:inline max-md:before:content-[',_']">
          {inRent && `${inRent.words} of rent`}
        </p>
      </Cell>
      <Cell narrow="beside" label="Since" className="figures max-md:text-s md:max-lg:hidden">
        {formatDay(since)}
      </Cell>
      <Cell label="Last payment" className="figures max-md:text-s">
        {lastPayment ? formatDay(lastPayment.date) : 'No payments yet'}
        {lastPayment && (
          <p className="text-s text-ink-2 max-md:inline max-md:before:content-[',_']">
            {formatPence(lastPayment.amount)}
          </p>
        )}
      </Cell>
      <Cell end narrow="beside">
        <LinkButton
          to="/dashboard/tenancies/$id"
          params={{ id: tenancyId }}
          variant="quiet"
          size="small"
          aria-label={`Ledger for ${names}`}
        >
          Ledger
        </LinkButton>
      </Cell>
    </TableRow>
  );
}
