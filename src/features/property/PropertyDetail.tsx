/** /dashboard/properties/$id: one property with all that is kept of it, and what can be done with it. */
import { getRouteApi } from '@tanstack/react-router';
import { londonDay } from '../../shared/dates.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { RecordDetail } from '../../web/records/RecordDetail.tsx';
import { DetailPlaceholder } from './DetailPlaceholder.tsx';
import { placeLine } from './labels.ts';
import { PropertyActions } from './PropertyActions.tsx';
import { PropertyCertificates } from './PropertyCertificates.tsx';
import { PropertyCompliance } from './PropertyCompliance.tsx';
import { PropertyFacts } from './PropertyFacts.tsx';
import { PropertyHistory } from './PropertyHistory.tsx';
import { PropertyInvoices } from './PropertyInvoices.tsx';
import type { PropertyRecord } from './property.ts';
import { properties } from './queries.client.ts';

const route = getRouteApi('/dashboard/properties/$id');

export function PropertyDetail() {
  const { id } = route.useParams();
  return (
    <RecordDetail
      cache={properties}
      id={id}
      title="Property Details"
      head={(property) => ({ title: property.address, line: placeLine(property) })}
      list={{ to: '/dashboard/properties', words: 'Properties' }}
      words={{ failed: 'There was an error loading the property details.', missing: 'Property not found' }}
      actions={PropertyActions}
      placeholder={<DetailPlaceholder facts />}
    >
      {(property, record) => (
        <>
          <PropertyFacts property={property} record={record} />
          {record ? <Parts property={record} /> : <DetailPlaceholder facts={false} />}
        </>
      )}
    </RecordDetail>
  );
}

function Parts({ property }: { property: PropertyRecord }) {
  // The server's day, not this browser's: it is told anew with each look at the session.
  const today = londonDay(new Date(useLandlord().now));
  return (
    <>
      <PropertyCompliance property={property} today={today} />
      <div className="mt-10 grid grid-cols-2 items-start gap-x-5 gap-y-8 max-lg:grid-cols-1">
        <PropertyCertificates property={property} today={today} />
        <PropertyInvoices property={property} />
      </div>
      <PropertyHistory id={property.id} today={today} />
    </>
  );
}
