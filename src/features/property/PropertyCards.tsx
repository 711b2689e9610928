/** The list as cards, as many beside each other as there is room for. */
import { useWindowRows } from '../../web/ui/window-rows.client.ts';
import { PropertyCard } from './PropertyCard.tsx';
import type { Property } from './property.ts';

/** Also the grid of the placeholders, so that nothing moves when the cards come. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-5 max-md:gap-4';

export type ListedProperties = {
  items: readonly Property[];
  /** How many there are in all, those not yet asked for included. */
  total: number;
  /** Called when the last of `items` come near. */
  onNearEnd: () => void;
};

export function PropertyCards({ items, total, onNearEnd }: ListedProperties) {
  const { container, sample, first, end, above, below } = useWindowRows({
    name: 'properties/cards',
    count: items.length,
    estimate: 424,
    gap: 20,
    overscan: 2,
    onNearEnd,
  });
  return (
    <ul
      ref={container}
      aria-label="Properties"
      className={CARD_GRID}
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {items.slice(first, end).map((property, index) => (
        <PropertyCard
          key={property.id}
          ref={index === 0 ? sample : undefined}
          property={property}
          place={first + index + 1}
          of={total}
        />
      ))}
    </ul>
  );
}
