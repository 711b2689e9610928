/** The rows that are selected for one change of many. Another search or filter begins anew. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../../web/records/pages.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { between } from './selection-range.ts';
import { MAX_AT_ONCE, type Transaction, type TransactionFilter } from './transaction.ts';

const NONE: ReadonlySet<string> = new Set();
const TOO_MANY = `At most ${MAX_AT_ONCE.toLocaleString('en-GB')} transactions at a time`;

/** `last`: the row whose box was pressed last, where a range begins. */
type Held = { of: string; ids: ReadonlySet<string>; last?: string };

type Asked = { pages: readonly Page<Transaction>[] | undefined; filter: TransactionFilter };

export function useSelection({ pages = [], filter }: Asked) {
  const of = JSON.stringify(filter);
  const [held, setHeld] = useState<Held>({ of, ids: NONE });
  const ids = held.of === of ? held.ids : NONE;
  /** As they are now; one that has gone from the list is selected no more. */
  const rows = useMemo(
    () => (ids.size === 0 ? [] : pages.flatMap(({ items }) => items.filter(({ id }) => ids.has(id)))),
    [pages, ids],
  );
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
  const shown = useRef(pages);
  useLayoutEffect(() => {
    shown.current = pages;
  }, [pages]);

  const hold = useCallback((next: ReadonlySet<string>) => setHeld({ of, ids: next }), [of]);
  // The same function in every render, so that a row is drawn again only when it changes.
  const select = useCallback(
    (id: string, { on, range }: { on: boolean; range: boolean }) =>
      setHeld((now) => {
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
    if (!on) return hold(NONE);
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id));
    if (all.length > MAX_AT_ONCE) toast.info(TOO_MANY, { description: 'The first of them are selected.' });
    return hold(new Set(all.slice(0, MAX_AT_ONCE)));
  };

  return {
    ids,
    rows,
    loaded,
    /** Whether all that is loaded is selected, as far as may be. */
    all: loaded > 0 && rows.length === Math.min(loaded, MAX_AT_ONCE),
    tooMany: rows.length > MAX_AT_ONCE ? TOO_MANY : undefined,
    /** One row, or with `range` all from the one that was pressed before. */
    select,
    selectLoaded,
    clear: () => hold(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;
