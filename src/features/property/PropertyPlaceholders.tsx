/** Three placeholders in the shape of what is coming. */

import type { ListView } from '../../web/ui/list-view.client.ts';
import { Loading, Skeleton } from '../../web/ui/Skeleton.tsx';
import { CARD_GRID } from './PropertyCards.tsx';

const THREE = ['first', 'second', 'third'];

export function PropertyPlaceholders({ view }: { view: ListView }) {
  return (
    <Loading label="Loading properties...">
      {view === 'cards' ? (
        <div className={CARD_GRID}>
          {THREE.map((name) => (
            <CardPlaceholder key={name} />
          ))}
        </div>
      ) : (
        <div className="rounded-card border border-line bg-surface *:not-first:border-t *:not-first:border-line">
          {THREE.map((name) => (
            <RowPlaceholder key={name} />
          ))}
        </div>
      )}
    </Loading>
  );
}

function CardPlaceholder() {
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <Skeleton className="aspect-video rounded-none!" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-3 h-4 w-4/5" />
        <Skeleton className="mb-5 h-3 w-full" />
        <Skeleton className="h-control w-full" />
      </div>
    </div>
  );
}

function RowPlaceholder() {
  return (
    <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
      <Skeleton className="h-9 w-16" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="ml-auto h-4 w-20" />
    </div>
  );
}
