/**
 * Long lists in a page that scrolls as a whole: only the rows near the window are in the document, the others are empty
 * room above and below. All rows of a list are of one height, which is measured on one of them; so the scroll bar is true
 * from the first moment, and Back lands on the very row that was left.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Settings = {
  /** Names the list and its look ('properties/cards'): what was measured is remembered under it. */
  name: string;
  /** Items, not rows. */
  count: number;
  /** Height of a row in pixels, before one was measured. */
  estimate: number;
  /** Pixels between rows. */
  gap?: number;
  /** Rows kept beyond the window on each side. */
  overscan: number;
  /** Called when the last items come near; it may be called often. */
  onNearEnd: () => void;
};

type WindowRows = {
  /** The element around the items. Where it is a grid, its columns are counted. */
  container: RefCallback<HTMLElement>;
  /** Any one item: its height is that of all rows. */
  sample: RefCallback<HTMLElement>;
  /** The items to draw: from `first` up to, not including, `end`. */
  first: number;
  end: number;
  /** Pixels of empty room above the first item and below the last. */
  above: number;
  below: number;
};

type Measured = { height: number; columns: number };
const remembered = new Map<string, Measured>();

export function useWindowRows({ name, count, estimate, gap = 0, overscan, onNearEnd }: Settings): WindowRows {
  const [measured, setMeasured] = useState<Measured>(() => remembered.get(name) ?? { height: estimate, columns: 1 });
  const [top, setTop] = useState(0);
  const outer = useRef<HTMLElement | null>(null);
  const { height, columns } = measured;
  const rows = Math.ceil(count / columns);

  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => height,
    gap,
    overscan,
    scrollMargin: top,
  });
  // The virtualizer asks for a size once; when that size changes it has to be told.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  // What stands above the list (a banner, a toolbar that wraps) moves it without telling.
  useLayoutEffect(() => {
    if (outer.current) setTop(Math.round(outer.current.getBoundingClientRect().top + window.scrollY));
  });

  const learn = useCallback(
    (news: Partial<Measured>) =>
      setMeasured((known) => {
        const next = { ...known, ...news };
        if (next.height === known.height && next.columns === known.columns) return known;
        remembered.set(name, next);
        return next;
      }),
    [name],
  );
  const container = useCallback(
    (element: HTMLElement | null) => {
      outer.current = element;
      return watchSize(element, () => learn({ columns: columnsOf(element) }));
    },
    [learn],
  );
  const sample = useCallback(
    (element: HTMLElement | null) =>
      watchSize(element, () => learn({ height: element?.getBoundingClientRect().height ?? 0 })),
    [learn],
  );

  const shown = virtualizer.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * columns;
  const end = Math.min(((shown.at(-1)?.index ?? -1) + 1) * columns, count);
  const nearEnd = rows > 0 && (shown.at(-1)?.index ?? 0) >= rows - 1 - overscan;
  const tell = useRef(onNearEnd);
  useEffect(() => {
    tell.current = onNearEnd;
  });
  useEffect(() => {
    if (nearEnd) tell.current();
  }, [nearEnd, count]);

  return {
    container,
    sample,
    first,
    end,
    above: (shown[0]?.start ?? top) - top,
    below: Math.max(0, virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)),
  };
}

/** Calls at once, and whenever the element's size changes; answers how to stop. */
function watchSize(element: HTMLElement | null, changed: () => void): (() => void) | undefined {
  if (!element) return undefined;
  changed();
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  return () => observer.disconnect();
}

function columnsOf(element: HTMLElement | null): number {
  const columns = element ? getComputedStyle(element).gridTemplateColumns : 'none';
  return columns === 'none' ? 1 : columns.split(' ').length;
}
