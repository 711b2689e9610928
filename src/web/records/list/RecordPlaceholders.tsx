import type { ReactNode } from 'react';
import { Loading } from '../../ui/display/Loading.tsx';
import type { ListView } from '../../ui/table/view.client.ts';

/** Cards and placeholders use the same grid, so that the layout does not shift. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-5 max-md:gap-4';
export const CARD = 'flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface';

export type Placeholder = { card: ReactNode; row: ReactNode };

type Props = { label: string; view: ListView; placeholder: Placeholder; count: number };

export function RecordPlaceholders({ label, view, placeholder: { card, row }, count }: Props) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <Loading label={label}>
      {view === 'cards' ? (
        <div className={CARD_GRID}>
          {places.map((place) => (
            <div key={place} className={CARD}>
              {card}
            </div>
          ))}
        </div>
      ) : (
        <div className="rounded-card border border-line bg-surface *:not-first:border-t *:not-first:border-line">
          <div className="h-10 max-md:hidden" />
          {places.map((place) => (
            <div key={place}>{row}</div>
          ))}
        </div>
      )}
    </Loading>
  );
}
