/** The selection for a bulk change: rows, or all matches of a filter. A new search or filter clears the selection. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { isLocked, MAX_BULK_ROWS, MAX_FILTERED_ROWS } from '../../transaction/listed.ts';
import type { Chosen } from '../../transaction/transaction.client.ts';
import type { Transaction, TransactionListFilter } from '../../transaction/transaction.ts';
import { totalsFilterOf } from '../list/search-params.ts';

const NONE: ReadonlySet<string> = new Set();
const LIMIT = MAX_BULK_ROWS.toLocaleString('en-GB');
const TOO_MANY = `Choose ${LIMIT} transactions or fewer`;
const TOO_MANY_OF_FILTER = `Choose ${MAX_FILTERED_ROWS.toLocaleString('en-GB')} transactions or fewer`;

type Whole = { count: number; asOf: string };

type State = { of: string; ids: ReadonlySet<string>; last?: string; whole?: Whole };

type Page<Row> = { items: readonly Row[] };
type Params = {
  pages: readonly Page<Transaction>[] | undefined;
  filter: TransactionListFilter;
  /** Totals of the filter; undefined while loading. */
  totals: Whole | undefined;
};

export function useSelection({ pages = [], filter, totals }: Params) {
  const of = JSON.stringify(filter);
  const [state, setState] = useState<State>({ of, ids: NONE });
  const ids = state.of === of ? state.ids : NONE;
  const whole = state.of === of ? state.whole : undefined;
  /** Current versions of the selected rows that are still in the list. */
  const rows = useMemo(
    () => (ids.size === 0 ? [] : pages.flatMap(({ items }) => items.filter(({ id }) => ids.has(id)))),
    [pages, ids],
  );
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
  const shown = useRef(pages);
  useLayoutEffect(() => {
    shown.current = pages;
  }, [pages]);

  const replace = useCallback((next: ReadonlySet<string>) => setState({ of, ids: next }), [of]);
  // A stable callback, so that only changed rows render.
  const select = useCallback(
    (id: string, { on, range }: { on: boolean; range: boolean }) =>
      setState((now) => {
        const { ids: before, last } = now.of === of ? now : { ids: NONE };
        const affected = range ? between(shown.current, last, id) : [id];
        const next = new Set(before);
        for (const one of affected)
          if (on) next.add(one);
          else next.delete(one);
        return { of, ids: next, last: id };
      }),
    [of],
  );
  const selectLoaded = (on: boolean) => {
    if (!on) return replace(NONE);
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id));
    if (all.length > MAX_BULK_ROWS) toast.info(TOO_MANY, { description: `The first ${LIMIT} are selected.` });
    return replace(new Set(all.slice(0, MAX_BULK_ROWS)));
  };

  const total = totals?.count ?? loaded;
  const selectAll = () => {
    if (total <= Math.min(loaded, MAX_BULK_ROWS)) selectLoaded(true);
    else if (total > MAX_FILTERED_ROWS) toast.info(TOO_MANY_OF_FILTER, { description: 'Narrow the filter.' });
    else if (totals) setState({ of, ids, whole: { count: totals.count, asOf: totals.asOf } });
  };
  const chosen: Chosen = whole
    ? { filter: { ...totalsFilterOf(filter), asOf: whole.asOf } }
    : { rows: rows.map(({ id, version }) => ({ id, version })) };

  return {
    has: (id: string) => whole !== undefined || ids.has(id),
    rows,
    count: whole?.count ?? rows.length,
    total,
    chosen,
    /** `all` means all loaded rows, up to the limit; `complete` means all matches. */
    all: whole !== undefined || (loaded > 0 && rows.length === Math.min(loaded, MAX_BULK_ROWS)),
    complete: whole !== undefined || rows.length === total,
    /** Whether any selected row can be deleted or marked as paid; true for all matches, which may not be loaded. */
    changeable: whole !== undefined || rows.some((row) => !isLocked(row)),
    tooMany: !whole && rows.length > MAX_BULK_ROWS ? TOO_MANY : undefined,
    selectAll,
    /** Selects a row, or with `range` all rows from the last clicked row. */
    select,
    selectLoaded,
    clear: () => replace(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** Returns the ids from one row to another in list order, inclusive; only `to` if either is not shown. */
export function between(pages: readonly Page<{ id: string }>[], from: string | undefined, to: string): string[] {
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
