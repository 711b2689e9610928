/** /dashboard/properties/$id: one property, with what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { LinkBack } from './links.client.ts';
import { useReturnIfMissing } from './missing.client.ts';
import { PropertyActions } from './PropertyActions.tsx';
import { DetailPlaceholder, PropertyFacts } from './PropertyFacts.tsx';
import { propertyById } from './queries.client.ts';
import { placeLine } from './words.ts';

const route = getRouteApi('/dashboard/properties/$id');

export function PropertyDetail() {
  const { id } = route.useParams();
  const query = useQuery(propertyById(id));
  const missing = useReturnIfMissing(id, query.error);
  const property = query.data;
  const back = <LinkBack to="/dashboard/properties">Properties</LinkBack>;
  if (property && !missing) {
    return (
      <>
        <PageHead
          title={property.address}
          line={<span className="wrap-anywhere">{placeLine(property)}</span>}
          back={back}
          actions={<PropertyActions property={property} />}
        />
        <PropertyFacts property={property} />
      </>
    );
  }
  return (
    <>
      <PageHead title="Property Details" back={back} />
      {query.isError && !missing ? (
        <ErrorState
          title="There was an error loading the property details."
          reason={query.error.message}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <DetailPlaceholder />
      )}
    </>
  );
}
