/** Grey shapes of the page of a property: all of it, or the part below the facts. */
import { Card } from '../../web/ui/display/Card.tsx';
import { TWO_COLUMNS } from '../../web/ui/display/DetailSection.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';

/** `facts`: whether those are missing as well, because no list has shown the property. */
export function DetailPlaceholder({ facts }: { facts: boolean }) {
  return (
    <Loading label="Loading Property...">
      {facts && (
        <div className={TWO_COLUMNS}>
          <Card className="overflow-clip">
            <Skeleton className="aspect-[2/1] rounded-none!" />
            <div className="flex flex-col gap-4 p-5">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-10 w-full" />
            </div>
          </Card>
          <Card pad>
            <Skeleton className="h-16 w-full" />
          </Card>
        </div>
      )}
      <Skeleton className="mt-10 mb-4 h-6 w-32" />
      <Card pad className="flex flex-col gap-6">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </Card>
    </Loading>
  );
}
