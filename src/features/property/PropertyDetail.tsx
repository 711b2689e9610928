/** /dashboard/properties/$id: one property with all that is kept of it, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { londonDay } from '../../shared/dates.ts';
import { LinkBack } from '../../web/links.client.ts';
import { useReturnIfMissing } from '../../web/records/missing.client.ts';
import { useRetry } from '../../web/retry.client.ts';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { useLandlord } from '../account/queries.client.ts';
import { DetailPlaceholder } from './DetailPlaceholder.tsx';
import { PropertyActions } from './PropertyActions.tsx';
import { PropertyCertificates } from './PropertyCertificates.tsx';
import { PropertyCompliance } from './PropertyCompliance.tsx';
import { PropertyFacts } from './PropertyFacts.tsx';
import { PropertyHistory } from './PropertyHistory.tsx';
import { PropertyInvoices } from './PropertyInvoices.tsx';
import type { PropertyRecord } from './property.ts';
import { properties } from './queries.client.ts';
import { placeLine } from './words.ts';

const route = getRouteApi('/dashboard/properties/$id');

export function PropertyDetail() {
  const { id } = route.useParams();
  return <DetailOfOne key={id} id={id} />;
}

function DetailOfOne({ id }: { id: string }) {
  const query = useQuery(properties.byId(id));
  const { error, busy, retry } = useRetry(query);
  const missing = useReturnIfMissing(id, {
    error: query.error,
    words: 'Property not found',
    list: '/dashboard/properties',
    unlist: properties.unlist,
  });
  const record = query.data;
  const property = record ?? (error ? undefined : properties.shownInList(id));
  const back = <LinkBack to="/dashboard/properties">Properties</LinkBack>;
  if (property && !missing) {
    return (
      <>
        <PageHead
          title={property.address}
          line={<span className="wrap-anywhere">{placeLine(property)}</span>}
          back={back}
          actions={<PropertyActions id={id} record={record} />}
        />
        <PropertyFacts property={property} record={record} />
        {record ? <Parts property={record} /> : <DetailPlaceholder facts={false} />}
      </>
    );
  }
  return (
    <>
      <PageHead title="Property Details" back={back} />
      {error && !missing ? (
        <ErrorState
          title="There was an error loading the property details."
          reason={error.message}
          busy={busy}
          onRetry={retry}
        />
      ) : (
        <DetailPlaceholder facts />
      )}
    </>
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
