import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isRefusal } from '../../../shared/app-error.ts';
import { May, useMay, useToday } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Found } from '../../../web/records/list/ListPage.tsx';
import { RecordPages } from '../../../web/records/list/RecordPages.tsx';
import { Scene } from '../../../web/ui/brand/House.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { EmptyState } from '../../../web/ui/display/Card.tsx';
import { screenHeading } from '../../../web/ui/display/PageHead.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { NOT_LETTINGS } from '../../bank-row/entry.ts';
import { countLine, countOf, PERSONAL_LABEL, TEXTS } from '../../transaction/labels.ts';
import { useSummary } from '../../transaction/summary.client.ts';
import { isShown, setPersonal, transactions, useMarkAsPaid, useTotals } from '../../transaction/transaction.client.ts';
import type { Transaction, TransactionListFilter } from '../../transaction/transaction.ts';
import { SelectionBar } from '../bulk/SelectionBar.tsx';
import { useSelection } from '../bulk/selection.client.ts';
import type { OpenDialog } from '../dialogs/TransactionDialogs.tsx';
import type { RowHandlers } from './RowActions.tsx';
import { type FinanceSearch, filterOf, isNarrowed, NOT_NARROWED, newTypeOf, totalsFilterOf } from './search-params.ts';
import { ROW_SKELETON, TransactionTable } from './TransactionTable.tsx';
import { FilterChips, TransactionToolbar } from './TransactionToolbar.tsx';

/** Code that is loaded after the rows. */
const sumsParts = () => import('./TransactionSums.tsx');
const TransactionSums = lazy(async () => ({ default: (await sumsParts()).TransactionSums }));
const SumsDialog = lazyDialog(async () => (await sumsParts()).SumsDialog);
const dialogs = () => import('../dialogs/TransactionDialogs.tsx');
const RowDialog = lazyDialog(async () => (await dialogs()).RowDialog);

type Props = {
  search: FinanceSearch;
  onChange: (next: Partial<FinanceSearch>) => void;
  /** Opens the dialog of a new transaction, an expense by default. Stable between renders. */
  onAdd: (type?: Transaction['type']) => void;
};

export function TransactionList({ search, onChange, onAdd }: Props) {
  const filter = filterOf(search, useToday());
  const sums = totalsFilterOf(filter);
  const list = useInfiniteQuery(transactions.list(filter));
  const totals = useTotals(sums);
  const summary = useSummary();
  const narrowed = isNarrowed(search);
  const selection = useSelection({ pages: list.data?.pages, filter, totals: totals.data });
  const [dialog, setDialog] = useState<OpenDialog>();
  const mayChange = useMay('money.change');
  const opens = mayChange ? 'edit' : 'view';
  const [summing, setSumming] = useState(false);
  const keepFocus = useKeptFocus(list.data);
  const pay = useMarkAsPaid(keepFocus);
  const { mutate: changePersonal } = useMutation({ mutationFn: setPersonal, onSuccess: keepFocus });
  const handlers = useMemo<RowHandlers>(
    () => ({
      edit: (transaction) => setDialog({ action: opens, transaction, open: true }),
      remove: (transaction) => setDialog({ action: 'remove', transaction, open: true }),
      split: (transaction) => setDialog({ action: 'split', transaction, open: true }),
      pay,
      setPersonal: (transaction) =>
        changePersonal({ row: transaction, personal: transaction.category !== NOT_LETTINGS }),
    }),
    [pay, changePersonal, opens],
  );
  const add = useCallback(() => onAdd(), [onAdd]);
  useOpened(search.open, filter, (transaction, hidden) => {
    if (transaction) setDialog({ action: opens, transaction, open: true });
    const type = newTypeOf(search.open);
    if (type && mayChange) onAdd(type);
    onChange({ ...(hidden && NOT_NARROWED), open: undefined });
  });
  const { data, isPlaceholderData } = list;
  const empty = data !== undefined && !isPlaceholderData && data.pages.every(({ items }) => items.length === 0);
  const count = totals.isError ? '' : countOf(totals.data?.count, summary.data?.count);

  return (
    <>
      <h2 className="sr-only">{TEXTS.title}</h2>
      <Found line={totals.data && countLine(totals.data.count)} q={search.q} />
      {(!empty || narrowed) && (
        <>
          <TransactionToolbar
            search={search}
            onChange={onChange}
            count={totals.data?.count}
            current={data !== undefined && !isPlaceholderData}
          />
          <FilterChips search={search} onChange={onChange} count={count} />
        </>
      )}
      <PersonalSwitch count={summary.data?.personal ?? 0} search={search} onChange={onChange} />
      {empty ? (
        <EmptyTransactions narrowed={narrowed} onAdd={add} onClear={() => onChange(NOT_NARROWED)} />
      ) : (
        <RecordPages
          name={transactions.noun}
          list={list}
          view="table"
          words={{ loading: TEXTS.loadingList, failed: TEXTS.listFailed }}
          placeholder={{ card: null, row: ROW_SKELETON }}
        >
          {(listed) => (
            <TransactionTable
              {...listed}
              total={totals.data?.count ?? -1}
              filter={sums}
              onSums={() => setSumming(true)}
              narrowed={narrowed}
              selection={selection}
              handlers={handlers}
            />
          )}
        </RecordPages>
      )}
      {data && !empty && !list.hasNextPage && (
        <Suspense>
          <TransactionSums filter={sums} search={search} onChange={onChange} />
        </Suspense>
      )}
      <SelectionBar selection={selection} personal={search.category === NOT_LETTINGS} />
      {mayChange && selection.count === 0 && (!empty || narrowed) && <PhoneAddButton onAdd={add} />}
      <SumsDialog filter={sums} search={search} onChange={onChange} open={summing} onOpenChange={setSumming} />
      {dialog && <RowDialog {...dialog} onOpenChange={(open) => setDialog((now) => now && { ...now, open })} />}
    </>
  );
}

/** Switches between the transactions not for the lets and the others. */
function PersonalSwitch({ count, search, onChange }: Pick<Props, 'search' | 'onChange'> & { count: number }) {
  const shown = search.category === NOT_LETTINGS;
  if (count === 0 && !shown) return null;
  return (
    <p className="mb-2 text-s text-ink-2">
      {shown ? 'We leave these out of totals, exports and suggestions. ' : `${countLine(count)} left out of totals. `}
      <Button
        size="small"
        variant="quiet"
        className="-ml-1"
        onClick={() => onChange({ category: shown ? undefined : NOT_LETTINGS })}
      >
        {shown ? 'Back to the lets' : PERSONAL_LABEL}
      </Button>
    </p>
  );
}

type Opened = (transaction: Transaction | undefined, hidden: boolean) => void;

/** Passes the transaction in the URL to `onRead` once, with whether filters hide it; undefined if new or missing. */
function useOpened(open: FinanceSearch['open'], filter: TransactionListFilter, onRead: Opened): void {
  const isNew = newTypeOf(open) !== undefined;
  const id = isNew ? undefined : open;
  const { data, error, isFetching } = useQuery({ ...transactions.byId(id ?? ''), enabled: id !== undefined });
  const read = useEffectEvent(onRead);
  const isHidden = useEffectEvent(async () => !error && data !== undefined && !(await isShown(data, filter)));
  useEffect(() => {
    if (isNew) return read(undefined, false);
    if (open === undefined || isFetching || !(data || error)) return undefined;
    if (error) toast.error(isRefusal(error, 'not_found') ? TEXTS.notFound : TEXTS.listFailed);
    let cancelled = false;
    void isHidden().then((hidden) => cancelled || read(error ? undefined : data, hidden));
    return () => {
      cancelled = true;
    };
  }, [open, isNew, data, error, isFetching]);
}

/** Focuses the heading after a change that removed the focused row. Returns a callback for successful changes. */
function useKeptFocus(data: unknown): () => void {
  const changed = useRef(false);
  useEffect(() => {
    if (!data || !changed.current || document.activeElement !== document.body) return;
    changed.current = false;
    screenHeading()?.focus();
  }, [data]);
  return useCallback(() => {
    changed.current = true;
  }, []);
}

function PhoneAddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="md:hidden">
      <div className="h-12" />
      <div className="fixed inset-x-0 bottom-0 z-30 bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-bar">
        <Button variant="primary" icon={Plus} wide onClick={onAdd}>
          Add Transaction
        </Button>
      </div>
    </div>
  );
}

type EmptyProps = { narrowed: boolean; onAdd: () => void; onClear: () => void };

function EmptyTransactions({ narrowed, onAdd, onClear }: EmptyProps) {
  const mayAdd = useMay('money.change');
  if (narrowed) {
    return (
      <EmptyState
        title={TEXTS.empty}
        words="No results match your search and filters."
        action={<Button onClick={onClear}>{TEXTS.clear}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={TEXTS.empty}
      drawing={<Scene of="chart" />}
      words={
        mayAdd &&
        'Start with what a property has cost: a repair, an insurance premium, a bill. Each becomes a row here, and the figures above update automatically.'
      }
      action={
        mayAdd && (
          <>
            <Button icon={Plus} onClick={onAdd}>
              Add an expense
            </Button>
            <May need="banks.change">
              <LinkButton to="/dashboard/finance" search={{ tab: 'accounts' }} variant="quiet">
                Connect a bank
              </LinkButton>
            </May>
          </>
        )
      }
    />
  );
}
