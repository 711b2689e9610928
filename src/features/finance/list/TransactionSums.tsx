/** Sums of the list's transactions by property and by category, with links to those transactions. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatPence } from '../../../shared/money.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead, ErrorState } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { categoryLabel, WITHOUT_PROPERTY } from '../../transaction/labels.ts';
import { NO_PROPERTY } from '../../transaction/listed.ts';
import type { TransactionFilter } from '../../transaction/transaction.ts';
import { type ChoicesProps, useFilterTexts } from './filter-texts.client.ts';
import type { FinanceSearch } from './search-params.ts';

type Props = ChoicesProps & { filter: TransactionFilter };

/** The sums in a dialog, for lists with more rows to load. A click on a name closes the dialog. */
export function SumsDialog({
  open,
  onOpenChange,
  onChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const show = (next: Partial<FinanceSearch>) => {
    onChange(next);
    onOpenChange(false);
  };
  const words = useFilterTexts(props.search).map(({ text }) => text);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="By property and category"
      description={<bdi>{words.join(', ') || 'All transactions'}</bdi>}
    >
      <DialogBody>
        <TransactionSums {...props} onChange={show} inDialog />
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogFoot>
    </Dialog>
  );
}

export function TransactionSums({ filter, onChange, inDialog = false }: Props & { inDialog?: boolean }) {
  const sums = useSums(filter);
  const { error, busy, retry } = useRetry(sums);
  const { data, isPlaceholderData } = sums;
  if (!data)
    return error ? (
      <ErrorState title="We could not load the totals" reason={error.message} busy={busy} onRetry={retry} />
    ) : null;
  if (data.categories.length === 0)
    return inDialog ? <p>These transactions do not count as income or expenses.</p> : null;
  const properties = data.properties.map(({ id, address, ...sum }) => ({
    key: id ?? NO_PROPERTY,
    name: address ?? WITHOUT_PROPERTY,
    show: { property: id ?? NO_PROPERTY },
    ...sum,
  }));
  const categories = data.categories.map(({ category, ...sum }) => ({
    key: category,
    name: categoryLabel(category),
    show: { category },
    ...sum,
  }));
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx(
        'grid items-start gap-6 aria-busy:opacity-60',
        !inDialog && 'mt-6 lg:grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))]',
      )}
    >
      <Sums title="By property" of="properties" lines={properties} onShow={onChange} />
      <Sums title="By category" of="categories" lines={categories} onShow={onChange} />
    </div>
  );
}

function useSums(filter: TransactionFilter) {
  return useQuery({
    queryKey: ['transactions', 'totals', 'sums', filter],
    queryFn: ({ signal }) => read(api.transactions.sums.$get({ query: filter }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

type Line = {
  key: string;
  name: string;
  income: number;
  expenses: number;
  show: { property: string } | { category: string };
};

const MAX_FOLDED_LINES = 12;
/** On a phone the name has its own line. */
const ROW = 'max-md:grid max-md:grid-cols-3';
const NAME = 'w-full py-2 text-left max-md:col-span-3 max-md:pb-0';
const NUMBER = 'figures py-2 pl-3 text-right whitespace-nowrap max-md:pl-0';

function Sums({
  title,
  of,
  lines,
  onShow,
}: {
  title: string;
  of: string;
  lines: Line[];
  onShow: ChoicesProps['onChange'];
}) {
  const [open, setOpen] = useState(false);
  const total = (name: 'income' | 'expenses') => lines.reduce((sum, line) => sum + line[name], 0);
  const folded = !open && lines.length > MAX_FOLDED_LINES;
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      <div className="px-5 pb-3 max-md:px-4">
        <table className="w-full border-collapse max-md:text-s">
          <thead>
            <tr className={cx(ROW, 'text-s text-ink-2')}>
              <th scope="col" className="py-2 text-left font-normal max-md:sr-only">
                <span className="sr-only">{title}</span>
              </th>
              {['Income', 'Expenses', 'Net'].map((name) => (
                <th key={name} scope="col" className="py-2 pl-3 text-right font-normal max-md:pl-0">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(folded ? lines.slice(0, MAX_FOLDED_LINES) : lines).map(({ key, name, income, expenses, show }) => (
              <tr key={key} className={cx(ROW, 'border-t border-line')}>
                <th scope="row" className={cx(NAME, 'font-normal')}>
                  <button
                    type="button"
                    title="Show these transactions"
                    className="cursor-pointer text-left wrap-anywhere underline decoration-edge underline-offset-2 hover:decoration-current"
                    onClick={() => onShow(show)}
                  >
                    <bdi>{name}</bdi>
                  </button>
                </th>
                <Money income={income} expenses={expenses} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className={cx(ROW, 'border-t border-edge font-bold')}>
              <th scope="row" className={NAME}>
                Total
              </th>
              <Money income={total('income')} expenses={total('expenses')} />
            </tr>
          </tfoot>
        </table>
        {lines.length > MAX_FOLDED_LINES && (
          <Button size="small" className="mt-2" aria-expanded={!folded} onClick={() => setOpen(folded)}>
            {folded ? `Show all ${lines.length.toLocaleString('en-GB')} ${of}` : 'Show fewer'}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Money({ income, expenses }: { income: number; expenses: number }): ReactNode {
  return [income, -expenses, income - expenses].map((pence, at) => (
    <td key={['income', 'expenses', 'net'][at]} className={NUMBER}>
      {formatPence(pence)}
    </td>
  ));
}
