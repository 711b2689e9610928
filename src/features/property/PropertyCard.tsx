/** A property in the list, as a card. Every card is of one height: what is too long is cut, and told in full on its page. */
import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import type { Ref } from 'react';
import { LinkButton } from '../../web/links.client.ts';
import { PropertyPicture } from './PropertyPicture.tsx';
import { PropertyStatusBadge } from './PropertyStatusBadge.tsx';
import type { Property } from './property.ts';
import { bedsLine, placeLine, rentLine } from './words.ts';

type Props = {
  property: Property;
  ref?: Ref<HTMLLIElement> | undefined;
  /** Its place among all, for screen readers: the document holds only those near the window. */
  place: number;
  of: number;
};

export function PropertyCard({ property, ref, place, of }: Props) {
  const { id, address, description, status } = property;
  return (
    <li
      ref={ref}
      aria-posinset={place}
      aria-setsize={of}
      className="flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface hover:border-edge"
    >
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
    </li>
  );
}
