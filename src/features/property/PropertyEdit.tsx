/** /dashboard/properties/edit/$id: the form opens only on what the server says now. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkBack } from '../../web/links.client.ts';
import { useReturnIfMissing } from '../../web/records/missing.client.ts';
import { useRetry } from '../../web/retry.client.ts';
import { Card } from '../../web/ui/Card.tsx';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { Loading, Skeleton } from '../../web/ui/Skeleton.tsx';
import { PropertyEditForm } from './PropertyEditForm.tsx';
import type { PropertyRecord } from './property.ts';
import { properties } from './queries.client.ts';
import { placeLine } from './words.ts';

const route = getRouteApi('/dashboard/properties/edit/$id');

export function PropertyEdit() {
  const { id } = route.useParams();
  return <EditOne key={id} id={id} />;
}

function EditOne({ id }: { id: string }) {
  const query = useQuery({ ...properties.byId(id), refetchOnWindowFocus: false, refetchOnReconnect: false });
  // Once open, the form stays on the version it was opened with: what comes later is compared when it is saved.
  const [opened, setOpened] = useState<PropertyRecord>();
  if (!opened && query.isSuccess && query.isFetchedAfterMount) setOpened(query.data);
  const missing = useReturnIfMissing(id, {
    error: query.error,
    words: 'Property not found',
    list: '/dashboard/properties',
    unlist: properties.unlist,
  });
  const { error, busy, retry } = useRetry(query);
  const failed = !opened && !missing ? error : null;
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead
        title="Edit Property"
        line={opened && <span className="wrap-anywhere">{`${opened.address}, ${placeLine(opened)}`}</span>}
        back={<LinkBack to="/dashboard/properties">Back</LinkBack>}
      />
      {opened && <PropertyEditForm property={opened} />}
      {failed && <ErrorState title="Error loading property data" reason={failed.message} busy={busy} onRetry={retry} />}
      {!opened && !failed && <FormPlaceholder />}
    </div>
  );
}

const FIELDS = ['Address', 'City', 'Type', 'Rooms', 'Rent'];

function FormPlaceholder() {
  return (
    <Loading label="Loading Property...">
      <Card pad className="flex flex-col gap-6">
        {FIELDS.map((field) => (
          <div key={field} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}
