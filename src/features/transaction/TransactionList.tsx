/** The tab of transactions: toolbar, what is filtered, the rows, and what is done with one or many of them. */
import { useMutation } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useCallback, useMemo, useState } from 'react';
import { RecordPages } from '../../web/records/RecordPages.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { AddTransactionDialog } from './AddTransactionDialog.tsx';
import { EmptyTransactions } from './EmptyTransactions.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FiltersOn } from './FiltersOn.tsx';
import { countOf } from './filter-words.ts';
import { transactions, useSummary, useTotals } from './queries.client.ts';
import type { RowDeeds } from './RowActions.tsx';
import { type Asked, RowDialogs } from './RowDialogs.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { markAsPaid } from './save.client.ts';
import { type FinanceSearch, filterOf, isNarrowed, NOT_NARROWED, totalsFilterOf } from './search-params.ts';
import { useSelection } from './selection.client.ts';
import { SHAPE_OF_ROW, TransactionTable } from './TransactionTable.tsx';
import { TransactionToolbar } from './TransactionToolbar.tsx';

type Props = { search: FinanceSearch; onChange: (next: Partial<FinanceSearch>) => void };

export function TransactionList({ search, onChange }: Props) {
  const filter = filterOf(search);
  const sums = totalsFilterOf(filter);
  const list = transactions.usePages(filter);
  const totals = useTotals(sums);
  const summary = useSummary();
  const narrowed = isNarrowed(search);
  const selection = useSelection({ pages: list.data?.pages, filter });
  const [adding, setAdding] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const { mutate: pay } = useMutation({ mutationFn: markAsPaid, onSuccess: keepFocus });
  const deeds = useMemo<RowDeeds>(
    () => ({
      edit: (transaction) => setAsked({ what: 'edit', transaction, open: true }),
      remove: (transaction) => setAsked({ what: 'remove', transaction, open: true }),
      pay,
    }),
    [pay],
  );
  const add = useCallback(() => setAdding(true), []);
  const { data, isPlaceholderData } = list;
  const empty = data !== undefined && !isPlaceholderData && data.pages.every(({ items }) => items.length === 0);
  const count = totals.isError ? '' : countOf(totals.data?.count, summary.data?.count);

  return (
    <>
      {(!empty || narrowed) && (
        <>
          <TransactionToolbar search={search} onChange={onChange} onExport={() => setExporting(true)} onAdd={add} />
          <FiltersOn search={search} onChange={onChange} count={count} />
        </>
      )}
      {empty ? (
        <EmptyTransactions narrowed={narrowed} onAdd={add} onClear={() => onChange(NOT_NARROWED)} />
      ) : (
        <RecordPages
          list={list}
          view="table"
          words={{ loading: 'Loading transactions...', failed: 'Failed to load transactions.' }}
          placeholder={{ card: null, row: SHAPE_OF_ROW }}
        >
          {(listed) => (
            <TransactionTable
              {...listed}
              total={totals.data?.count ?? -1}
              filter={sums}
              narrowed={narrowed}
              selection={selection}
              deeds={deeds}
            />
          )}
        </RecordPages>
      )}
      <SelectionBar selection={selection} />
      {selection.rows.length === 0 && <AddAtThumb onAdd={add} />}
      <AddTransactionDialog open={adding} onOpenChange={setAdding} />
      <RowDialogs asked={asked} onOpenChange={(open) => setAsked((now) => now && { ...now, open })} />
      <ExportDialog filter={filter} open={exporting} onOpenChange={setExporting} />
    </>
  );
}

/** A row that has left the list took the focus with it. */
function keepFocus(): void {
  requestAnimationFrame(() => document.activeElement === document.body && screenHeading()?.focus());
}

function AddAtThumb({ onAdd }: { onAdd: () => void }) {
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
