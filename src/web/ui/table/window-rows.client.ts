/**
 * Long lists in a page that scrolls as a whole: only the rows near the window are in the document, the others are empty
 * room above and below. A list of fewer than 200 is there as a whole, so that the browser's own search finds all of it. All rows of a list are of one height, which is measured on one of them; so the scroll bar is true
 * from the first moment, and Back lands on the very row that was left.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { drawn } from './rows-in-view.client.ts';

type Settings = {
  /** Names the list and its look ('items/cards'): what was measured is remembered under it. */
  name: string;
  /** Items that have come, not rows; and all there are, where that is known. */
  count: number;
  total: number;
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
  /** Props of the element that begins where the list begins, the empty room included. Where it is a grid, its columns are counted. */
  container: { ref: RefCallback<HTMLElement>; 'data-rows': string };
  /** Props of any one item: its height is that of all rows. */
  sample: { 'data-row': string };
  /** The items to draw: from `first` up to, not including, `end`. */
  first: number;
  end: number;
  /** Pixels of empty room above the first item and below the last. */
  above: number;
  below: number;
};

/** Pixels: of a row, and of what stands above the list. */
type Measured = { height: number; columns: number; top: number };
const WHOLE_BELOW = 200;

const IN_BROWSER = 'document' in globalThis;
const NO_WINDOW = { width: 0, height: 0 };

const remembered = new Map<string, Measured>();

export function useWindowRows({ name, count, total, estimate, gap = 0, overscan, onNearEnd }: Settings): WindowRows {
  const [measured, setMeasured] = useState(
    (): Measured => remembered.get(name) ?? { height: estimate, columns: 1, top: 0, ...(IN_BROWSER && measure(name)) },
  );
  const { height, columns, top } = measured;
  const rows = Math.ceil(count / columns);
  // The document that the server draws holds what it was given.
  const whole = !IN_BROWSER || (total >= 0 && total < WHOLE_BELOW);
  const [initialRect] = useState(() => (IN_BROWSER ? { width: innerWidth, height: innerHeight } : NO_WINDOW));

  const virtualizer = useWindowVirtualizer({
    count: whole ? 0 : rows,
    estimateSize: () => height,
    gap,
    overscan,
    scrollMargin: top,
    initialRect,
    observeElementRect: onResize,
  });
  // The virtualizer caches sizes. Clearing its cache renders the list again, so not on mount.
  const heightInCache = useRef(height);
  useLayoutEffect(() => {
    if (height > 0 && height !== heightInCache.current) virtualizer.measure();
    heightInCache.current = height;
  }, [virtualizer, height]);
  const learn = useCallback(
    (news: Partial<Measured>) =>
      setMeasured((known) => {
        const next = { ...known, ...news };
        if (next.height === known.height && next.columns === known.columns && next.top === known.top) return known;
        remembered.set(name, next);
        return next;
      }),
    [name],
  );
  const container = useCallback(
    (element: HTMLElement | null) => {
      if (!element || whole) return undefined;
      // Before the next paint: measuring at once would force a layout in the middle of React's commit. The whole page is observed, as
      // a banner or a toolbar that wraps moves the list. Observing the sample would cost every frame, as it changes while scrolling.
      return watchSize(document.body, () => learn(measure(name)));
    },
    [learn, name, whole],
  );

  const shown = virtualizer.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * columns;
  const end = whole ? count : Math.min(((shown.at(-1)?.index ?? -1) + 1) * columns, count);
  const nearEnd = whole || (rows > 0 && (shown.at(-1)?.index ?? 0) >= rows - 1 - overscan);
  useEffect(() => {
    drawn.set(name, end);
    return () => void drawn.delete(name);
  }, [name, end]);
  // After each render: what is asked for may have come and still not fill the window.
  useEffect(() => {
    if (nearEnd) onNearEnd();
  });

  return {
    container: { ref: container, 'data-rows': name },
    sample: { 'data-row': name },
    first,
    end,
    above: (shown[0]?.start ?? top) - top,
    below: Math.max(0, virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)),
  };
}

/** Unlike the virtualizer's own it does not measure on mount, which would force a layout in the middle of React's commit. */
const onResize: NonNullable<Parameters<typeof useWindowVirtualizer>[0]['observeElementRect']> = (_, changed) => {
  const look = () => changed({ width: innerWidth, height: innerHeight });
  window.addEventListener('resize', look, { passive: true });
  return () => window.removeEventListener('resize', look);
};

/** Calls before the next frame, and whenever the element's size changes; answers how to stop. */
function watchSize(element: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Of the list in the document; the first time that is the one the server drew, so that the first render needs no correction. */
function measure(name: string): Partial<Measured> {
  const rows = document.querySelector(`[data-rows="${name}"]`);
  const row = document.querySelector(`[data-row="${name}"]`);
  return {
    ...(rows && { columns: columnsOf(rows), top: Math.round(rows.getBoundingClientRect().top + window.scrollY) }),
    ...(row && { height: row.getBoundingClientRect().height }),
  };
}

function columnsOf(element: Element): number {
  const columns = getComputedStyle(element).gridTemplateColumns;
  return columns === 'none' ? 1 : columns.split(' ').length;
}
