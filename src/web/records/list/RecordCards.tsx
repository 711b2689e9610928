/** A list as cards of one height, as many beside each other as there is room for; only those near the window are in the document. */
import type { ReactNode } from 'react';
import { useWindowRows } from '../../ui/table/window-rows.client.ts';
import type { ListedRecords } from './RecordPages.tsx';
import { CARD, CARD_GRID } from './RecordPlaceholders.tsx';

type Props<Item> = ListedRecords<Item> & {
  /** Names the list for what is remembered of it ('items'), and for screen readers ('Items'). */
  name: string;
  label: string;
  /** Height of a card in pixels, before one was measured. */
  height: number;
  /** What stands in a card. What is too long is cut there, and told in full on the record's page: all cards are of one height. */
  children: (item: Item) => ReactNode;
};

export function RecordCards<Item extends { id: string }>(props: Props<Item>) {
  const { items, total, onNearEnd, name, label, height, children } = props;
  const { container, sample, first, end, above, below } = useWindowRows({
    name: `${name}/cards`,
    count: items.length,
    total,
    estimate: height,
    gap: 20,
    overscan: 2,
    onNearEnd,
  });
  return (
    <ul {...container} aria-label={label} className={CARD_GRID} style={{ paddingTop: above, paddingBottom: below }}>
      {items.slice(first, end).map((item, index) => (
        <li
          key={item.id}
          {...(index === 0 && sample)}
          // Its place among all, for screen readers: the document holds only those near the window.
          aria-posinset={first + index + 1}
          aria-setsize={total}
          className={`${CARD} hover:border-edge`}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
