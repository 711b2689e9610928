/** A list as a grid of cards of equal height. Only cards near the viewport are rendered. */
import type { ReactNode } from 'react';
import { useWindowRows } from '../../ui/table/window-rows.client.ts';
import type { ListedRecords } from './RecordPages.tsx';
import { CARD, CARD_GRID } from './RecordPlaceholders.tsx';

type Props<Item> = ListedRecords<Item> & {
  /** The key of the list's stored settings ('items'), and its accessible name ('Items'). */
  name: string;
  label: string;
  height: number;
  /** A card's content. All cards have the same height, so long texts are truncated. */
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
          // For screen readers, the position in the whole list, as only cards near the viewport are rendered.
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
