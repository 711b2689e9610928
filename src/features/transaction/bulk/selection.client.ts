/** The rows selected for a bulk change. Another search or filter clears the selection. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { MAX_AT_ONCE, type Transaction, type TransactionFilter } from '../transaction.ts';

const NONE: ReadonlySet<string> = new Set();
const TOO_MANY = `At most ${MAX_AT_ONCE.toLocaleString('en-GB')} transactions at a time`;

/** `last`: the row that was pressed last, where a range starts. */
type State = { of: string; ids: ReadonlySet<string>; last?: string };

type Page<Row> = { items: readonly Row[] };
type Asked = { pages: readonly Page<Transaction>[] | undefined; filter: TransactionFilter };

export function useSelection({ pages = [], filter }: Asked) {
  const of = JSON.stringify(filter);
  const [state, setState] = useState<State>({ of, ids: NONE });
  const ids = state.of === of ? state.ids : NONE;
  /** Their current versions, without those no longer in the list. */
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
  // Stable, so that a row renders again only when it changes.
  const select = useCallback(
    (id: string, { on, range }: { on: boolean; range: boolean }) =>
      setState((now) => {
        const { ids: before, last } = now.of === of ? now : { ids: NONE };
        const meant = range ? between(shown.current, last, id) : [id];
        const next = new Set(before);
        for (const one of meant)
          if (on) next.add(one);
          else next.delete(one);
        return { of, ids: next, last: id };
      }),
    [of],
  );
  const selectLoaded = (on: boolean) => {
    if (!on) return replace(NONE);
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id));
    if (all.length > MAX_AT_ONCE) toast.info(TOO_MANY, { description: 'The first of them are selected.' });
    return replace(new Set(all.slice(0, MAX_AT_ONCE)));
  };

  return {
    ids,
    rows,
    loaded,
    /** Whether all loaded rows are selected, up to the limit. */
    all: loaded > 0 && rows.length === Math.min(loaded, MAX_AT_ONCE),
    tooMany: rows.length > MAX_AT_ONCE ? TOO_MANY : undefined,
    /** One row, or with `range` all rows from the one pressed before. */
    select,
    selectLoaded,
    clear: () => replace(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The ids from one row to another in the list's order, both included; only `to` where `from` is not shown. */
export function between(pages: readonly Page<{ id: string }>[], from: string | undefined, to: string): string[] {
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
