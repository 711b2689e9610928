/** Picture and facts at the left of the page of a property, and what stands at their right. */
import { formatInstantAsDay } from '../../shared/dates.ts';
import { capitalise } from '../../shared/text.ts';
import { Card } from '../../web/ui/display/Card.tsx';
import { TWO_COLUMNS } from '../../web/ui/display/DetailSection.tsx';
import { Facts } from '../../web/ui/display/Facts.tsx';
import { keysLine } from './detail-words.ts';
import { EditLink } from './EditLink.tsx';
import { PropertyAside } from './PropertyAside.tsx';
import { PropertyPicture } from './PropertyPicture.tsx';
import type { Property, PropertyRecord } from './property.ts';

/** `record` is missing while it is still on its way: what a list has shown of the property stands at once. */
export function PropertyFacts({ property, record }: { property: Property; record: PropertyRecord | undefined }) {
  const { propertyType, bedrooms, bathrooms, dateAdded, description } = property;
  const keys = record && keysLine(record);
  return (
    <div className={TWO_COLUMNS}>
      <Card aria-labelledby="facts" className="overflow-clip">
        <Photo property={property} />
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
              ...(keys ? [{ name: 'Keys', value: <bdi>{keys}</bdi> }] : []),
            ]}
          />
          {description && (
            <p className="mt-4 border-t border-line pt-4 wrap-anywhere whitespace-pre-line text-ink-2">
              <bdi>{description}</bdi>
            </p>
          )}
        </div>
      </Card>
      <PropertyAside property={property} record={record} />
    </div>
  );
}

/** The photo opens whole in a new tab: here it is cut to its frame. */
function Photo({ property }: { property: Property }) {
  const { id, address, imageUrl } = property;
  if (imageUrl) {
    return (
      <a
        href={imageUrl}
        target="_blank"
        rel="noopener"
        className="block border-b border-line focus-visible:-outline-offset-2!"
      >
        <PropertyPicture property={property} size="wide" alt={`Photo of ${address}`} />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <div className="relative border-b border-line">
      <PropertyPicture property={property} size="wide" />
      <p className="absolute right-3 bottom-2 rounded-mark bg-surface px-2 text-s text-ink-2 max-md:hidden">
        No photo yet.{' '}
        <EditLink id={id} tab="basic-details">
          Add a photo
        </EditLink>
      </p>
    </div>
  );
}
