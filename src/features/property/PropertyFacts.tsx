/** The page of a property below its head: picture and facts at the left, rent, status and quick actions at the right. */
import Pencil from 'lucide-react/icons/pencil';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { capitalise } from '../../shared/text.ts';
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { Facts } from '../../web/ui/Facts.tsx';
import { House } from '../../web/ui/House.tsx';
import { Loading, Skeleton } from '../../web/ui/Skeleton.tsx';
import { LinkButton } from './links.client.ts';
import { PropertyStatusBadge } from './PropertyStatusBadge.tsx';
import type { Property } from './property.ts';

const TWO = 'grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] items-start gap-5 max-lg:grid-cols-1';

export function PropertyFacts({ property }: { property: Property }) {
  const { id, propertyType, bedrooms, bathrooms, dateAdded, description, rent, status } = property;
  return (
    <div className={TWO}>
      <Card aria-labelledby="facts" className="overflow-clip">
        <House type={propertyType} seed={id} size="wide" className="aspect-[2/1]! border-b border-line" />
        <div className="p-5 max-md:p-4">
          <h2 id="facts" className="mb-3 text-m tracking-normal">
            Property Details
          </h2>
          <Facts
            facts={[
              { name: 'Property Type', value: capitalise(propertyType) },
              { name: 'Bedrooms', value: bedrooms.toLocaleString('en-GB') },
              { name: 'Bathrooms', value: bathrooms.toLocaleString('en-GB') },
              { name: 'Date Added', value: <span className="figures">{formatInstantAsDay(dateAdded)}</span> },
            ]}
          />
          {description && (
            <p className="mt-4 border-t border-line pt-4 wrap-anywhere whitespace-pre-line text-ink-2">
              <bdi>{description}</bdi>
            </p>
          )}
        </div>
      </Card>
      <div className="flex flex-col gap-5">
        <Card aria-label="Rent and status" className="flex items-start justify-between gap-3 px-5 py-4 max-md:px-4">
          <div className="min-w-0">
            <h2 className="text-s font-normal tracking-normal text-ink-2">Rent</h2>
            <p>
              <span className="figures text-xl leading-10 font-bold tracking-[-0.02em]">{formatPence(rent)}</span>{' '}
              <span className="text-ink-2">per month</span>
            </p>
          </div>
          <PropertyStatusBadge status={status} />
        </Card>
        <Card aria-labelledby="quick-actions">
          <CardHead id="quick-actions" title="Quick Actions" />
          <div className="px-5 py-4 max-md:px-4">
            <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} icon={Pencil} wide>
              Edit Property
            </LinkButton>
          </div>
        </Card>
      </div>
    </div>
  );
}

export function DetailPlaceholder() {
  return (
    <Loading label="Loading Property...">
      <div className={TWO}>
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
    </Loading>
  );
}
