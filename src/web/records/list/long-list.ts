/** Joins pages to a single list without copying all records for each new page, as a list may have a thousand pages. */

export type LongList<Item> = {
  readonly length: number;
  slice(first: number, end: number): Item[];
};

export function joined<Item>(pages: readonly { items: readonly Item[] }[]): LongList<Item> {
  let length = 0;
  const starts = pages.map(({ items }) => {
    length += items.length;
    return length - items.length;
  });
  return {
    length,
    slice(first, end) {
      const found: Item[] = [];
      for (let page = pageOf(starts, first); page < pages.length && found.length < end - first; page++) {
        const start = starts[page] ?? 0;
        found.push(...(pages[page]?.items.slice(Math.max(0, first - start), end - start) ?? []));
      }
      return found;
    },
  };
}

function pageOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
