/**
 * Renders only rows near the viewport. Lists of fewer than 200 items are rendered whole, so that the browser's search
 * works. All rows have the same measured height, so that Back returns to the same row.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { renderedEnds } from './rows-in-view.client.ts';

type Settings = {
  /** The list's name and layout ('items/cards'), the key of its measurements. */
  name: string;
  /** `count` is the number of loaded items, not rows. `total` is -1 if unknown. */
  count: number;
  total: number;
  /** Initial estimate of a row's height in pixels. */
  estimate: number;
  gap?: number;
  /** Rows rendered beyond the viewport on each side. */
  overscan: number;
  /** Called, possibly often, when the viewport is near the last items. */
  onNearEnd: () => void;
};

type WindowRows = {
  /** Props of the element with the list and its empty space. If it is a grid, its columns are counted. */
  container: { ref: RefCallback<HTMLElement>; 'data-rows': string };
  /** Props of any one item, whose height applies to all rows. */
  sample: { 'data-row': string };
  /** The items to render, from `first` to `end`, exclusive. */
  first: number;
  end: number;
  /** Pixels of empty space above the first item and below the last. */
  above: number;
  below: number;
};

type Measured = { height: number; columns: number; top: number };
const WHOLE_BELOW = 200;

const IN_BROWSER = 'document' in globalThis;
const NO_WINDOW = { width: 0, height: 0 };

const measurements = new Map<string, Measured>();

export function useWindowRows({ name, count, total, estimate, gap = 0, overscan, onNearEnd }: Settings): WindowRows {
  const [measured, setMeasured] = useState(
    (): Measured =>
      measurements.get(name) ?? { height: estimate, columns: 1, top: 0, ...(IN_BROWSER && measure(name)) },
  );
  const { height, columns, top } = measured;
  const rows = Math.ceil(count / columns);
  // The server renders all items it has.
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
  const updateMeasured = useCallback(
    (changes: Partial<Measured>) =>
      setMeasured((known) => {
        const next = { ...known, ...changes };
        if (next.height === known.height && next.columns === known.columns && next.top === known.top) return known;
        measurements.set(name, next);
        return next;
      }),
    [name],
  );
  const container = useCallback(
    (element: HTMLElement | null) => {
      if (!element || whole) return undefined;
      // Measures before the next paint, as measuring now would force a layout during React's commit. The whole page is
      // observed, as a banner above moves the list, and not the sample, which changes on every frame while scrolling.
      return watchSize(document.body, () => updateMeasured(measure(name)));
    },
    [updateMeasured, name, whole],
  );

  const shown = virtualizer.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * columns;
  const end = whole ? count : Math.min(((shown.at(-1)?.index ?? -1) + 1) * columns, count);
  const nearEnd = whole || (rows > 0 && (shown.at(-1)?.index ?? 0) >= rows - 1 - overscan);
  useEffect(() => {
    renderedEnds.set(name, end);
    return () => void renderedEnds.delete(name);
  }, [name, end]);
  // Runs after each render, as the loaded rows may not fill the window yet.
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

/** Unlike the virtualizer's default, does not measure on mount, which would force a layout during React's commit. */
const onResize: NonNullable<Parameters<typeof useWindowVirtualizer>[0]['observeElementRect']> = (_, changed) => {
  const notify = () => changed({ width: innerWidth, height: innerHeight });
  window.addEventListener('resize', notify, { passive: true });
  return () => window.removeEventListener('resize', notify);
};

/** Calls `changed` before the next paint and on every change of size. Returns a function that stops observing. */
function watchSize(element: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Measures the list in the document, at first the list that the server rendered, so that the first render is right. */
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
