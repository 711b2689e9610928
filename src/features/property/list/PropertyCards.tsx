/** The list as cards. */

import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import { LinkButton } from '../../../web/records/links.client.ts';
import { RecordCards } from '../../../web/records/RecordCards.tsx';
import type { ListedRecords } from '../../../web/records/RecordPages.tsx';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { PropertyPicture, PropertyStatusBadge } from '../PropertyPicture.tsx';
import { bedsLine, type Property, placeLine, rentLine } from '../property.ts';

export function PropertyCards(listed: ListedRecords<Property>) {
  return (
    <RecordCards {...listed} name="properties" label="Properties" height={424}>
      {(property) => <PropertyCard property={property} />}
    </RecordCards>
  );
}

function PropertyCard({ property }: { property: Property }) {
  const { id, address, description, status } = property;
  return (
    <>
      <PropertyPicture property={property} size="card" className="border-b border-line" />
      <div className="flex flex-1 flex-col p-4">
        <h2 className="text-m tracking-normal">
          <Link
            to="/dashboard/properties/$id"
            params={{ id }}
            title={address}
            className="clip block text-inherit no-underline hover:underline"
          >
            <bdi>{address}</bdi>
          </Link>
        </h2>
        <div className="flex items-center justify-between gap-2">
          <p className="clip text-ink-2">{placeLine(property)}</p>
          <PropertyStatusBadge status={status} />
        </div>
        <div className="mt-3 flex justify-between gap-3 border-t border-line pt-3">
          <p className="figures font-bold">{rentLine(property)}</p>
          <p className="clip text-ink-2">{bedsLine(property)}</p>
        </div>
        <p className="clip mt-1 mb-4 min-h-5 text-s text-ink-2">
          <bdi>{description}</bdi>
        </p>
        <div className="mt-auto flex gap-2">
          <LinkButton
            to="/dashboard/properties/$id"
            params={{ id }}
            aria-label={`View Details, ${address}`}
            className="flex-1"
          >
            View Details
          </LinkButton>
          <LinkButton
            to="/dashboard/properties/edit/$id"
            params={{ id }}
            aria-label={`Edit, ${address}`}
            variant="quiet"
            icon={Pencil}
          >
            Edit
          </LinkButton>
        </div>
      </div>
    </>
  );
}

export const SHAPE_OF_CARD = (
  <>
    <Skeleton className="aspect-video rounded-none!" />
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mb-5 h-3 w-full" />
      <Skeleton className="h-control w-full" />
    </div>
  </>
);
