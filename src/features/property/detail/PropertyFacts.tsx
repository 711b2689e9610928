import { Link } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ComponentType, ReactNode } from 'react';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { capitalise } from '../../../shared/text.ts';
import { May, useMay } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Card } from '../../../web/ui/display/Card.tsx';
import { Facts } from '../../../web/ui/display/Facts.tsx';
import { GuarantorCard } from '../../guarantor/GuarantorCard.tsx';
import type { PropertyBills } from '../bills.ts';
import type { FormTab } from '../form/form.ts';
import { PropertyPicture } from '../PropertyPicture.tsx';
import type { Property, PropertyRecord } from '../property.ts';
import { homeFactsLine, keysLine } from './detail-lines.ts';

/** Other nouns' parts of the page, composed in app/web/pages/property/PropertyPage.tsx. */
export type PropertySlots = {
  /** Tenants or only contacts, by the caller's rights. `assign` is the link to the form for a new tenant. */
  Tenants: ComponentType<{ propertyId: string; assign: ReactNode }>;
  Suppliers: ComponentType<{ propertyId: string }>;
  Compliance: ComponentType<{ property: PropertyRecord; today: string }>;
  Licences: ComponentType<{ property: PropertyRecord }>;
  Documents: ComponentType<{ propertyId: string; address: string }>;
  Repairs: ComponentType<{ propertyId: string }>;
  /** Rent status, `expires` and this year's money. */
  Summary: ComponentType<{ propertyId: string; expires: ReactNode }>;
  Money: ComponentType<{ propertyId: string }>;
  /** Hidden without loans. */
  Loans: ComponentType<{ propertyId: string }>;
  Bills: ComponentType<{ propertyId: string; children: (bills: PropertyBills) => ReactNode }>;
  /** Loads the effects of deleting the property on other records. */
  OtherRecords: ComponentType<{ propertyId: string; children: (texts: DeletionTexts[]) => ReactNode }>;
};

/** Sentences for the confirmation and the toast; '' for no message. */
export type DeletionTexts = { before: string; after: string };

/** `record` is undefined while loading. `property` may come from a list, to be shown immediately. */
type Props = { property: Property; record: PropertyRecord | undefined; slots: PropertySlots };

export function PropertyFacts({ property, record, slots }: Props) {
  const { propertyType, bedrooms, bathrooms, dateAdded, description } = property;
  const keys = record && keysLine(record);
  const homeFacts = record && homeFactsLine(record);
  return (
    // The photo fills the remaining height; on tablets it is next to the facts.
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] gap-5 max-lg:grid-cols-1">
      <Card aria-labelledby="facts" className="flex flex-col overflow-clip md:max-lg:grid md:max-lg:grid-cols-2">
        <Photo property={property} />
        <div className="p-5 max-md:p-4">
          <h2 id="facts" className="mb-3 text-m tracking-normal">
            Property Details
          </h2>
          <Facts
            facts={[
              { name: 'Property type', value: capitalise(propertyType) },
              { name: 'Bedrooms', value: bedrooms === 0 ? 'Studio' : bedrooms.toLocaleString('en-GB') },
              { name: 'Bathrooms', value: bathrooms.toLocaleString('en-GB') },
              { name: 'Date added', value: <span className="figures">{formatInstantAsDay(dateAdded)}</span> },
              ...(keys ? [{ name: 'Keys', value: <bdi>{keys}</bdi> }] : []),
            ]}
          />
          {homeFacts && (
            <dl className="mt-4 border-t border-line pt-4">
              <dt className="text-s text-ink-2">Facts for safety rules</dt>
              <dd>{homeFacts}</dd>
            </dl>
          )}
          {description && (
            <p className="mt-4 border-t border-line pt-4 wrap-anywhere whitespace-pre-line text-ink-2">
              <bdi>{description}</bdi>
            </p>
          )}
        </div>
      </Card>
      <PropertyAside property={property} record={record} slots={slots} />
    </div>
  );
}

const FRAME =
  'relative min-h-[240px] flex-1 border-line max-md:aspect-[2/1] max-md:min-h-0 not-md:border-b lg:border-b md:max-lg:border-r';

/** The photo is cropped and opens uncropped in a new tab. */
function Photo({ property }: { property: Property }) {
  const { id, address, imageUrl } = property;
  if (imageUrl) {
    return (
      <a href={imageUrl} target="_blank" rel="noopener" className={`block ${FRAME} focus-visible:-outline-offset-2!`}>
        <PropertyPicture property={property} size="wide" alt={`Photo of ${address}`} />
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <div className={FRAME}>
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

const INSIDE = 'px-5 py-4 max-md:px-4';

function PropertyAside({ property, record, slots: { Tenants, Money } }: Props) {
  const { id, rent } = property;
  const [seesRent, seesMoney] = [useMay('rent.see'), useMay('money.see')];
  return (
    <div className="flex flex-col gap-5 md:max-lg:grid md:max-lg:grid-cols-2">
      {(seesRent || seesMoney) && (
        <Card aria-label={seesRent ? 'Rent' : 'Money'}>
          {seesRent && (
            <div className={INSIDE}>
              <h2 className="text-s font-normal tracking-normal text-ink-2">Rent</h2>
              <p className="flex flex-wrap items-baseline gap-x-1">
                <span className="figures text-xl leading-10 font-bold tracking-[-0.02em]">{formatPence(rent)}</span>{' '}
                <span className="text-ink-2">per month</span>
              </p>
            </div>
          )}
          {seesMoney && <Money propertyId={id} />}
        </Card>
      )}
      <Tenants propertyId={id} assign={<AssignTenant id={id} />} />
      {record && (
        <div className="empty:hidden md:max-lg:col-span-2">
          <GuarantorCard record={record} title="Guarantor" />
        </div>
      )}
    </div>
  );
}

function AssignTenant({ id }: { id: string }) {
  return (
    <May need="people.change">
      <LinkButton
        to="/dashboard/tenants/add"
        state={{ propertyId: id }}
        icon={UserPlus}
        variant="quiet"
        size="small"
        className="-my-1 -mr-[10px] whitespace-nowrap"
      >
        Assign Tenant
      </LinkButton>
    </May>
  );
}

type EditProps = { id: string; tab: FormTab; children: ReactNode };

export function EditLink({ id, tab, children }: EditProps) {
  return (
    <May need="properties.change">
      <Link
        to="/dashboard/properties/edit/$id"
        params={{ id }}
        search={{ tab }}
        className="no-underline hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        {children}
      </Link>
    </May>
  );
}
