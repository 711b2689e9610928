import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { DocumentRecord } from '../../../features/document/document.ts';
import { LinksCard } from '../../../features/guest-link/LinksCard.tsx';
import { BundleCard } from '../../../features/served/bundle/BundleCard.tsx';
import { GivenTo } from '../../../features/served/GivenTo.tsx';
import { PapersCard } from '../../../features/served/PapersCard.tsx';
import { useMissingPapers, usePapers, useServedOf } from '../../../features/served/served.client.ts';
import type { MissingPapers as Missing, Place } from '../../../features/served/served.ts';
import { counted } from '../../../shared/text.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { TWO_COLUMNS } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';

export function PapersOfHome({ place, className }: { place: Place; className: string }) {
  const { data, error } = usePapers(place);
  if (!error && !data?.items.length) return null;
  return (
    <div className={`${TWO_COLUMNS} ${className}`}>
      <PapersCard place={place} />
      <div className="flex min-w-0 flex-col gap-5">
        <LinksCard place={place} />
        <BundleCard place={place} />
      </div>
    </div>
  );
}

const notGiven = (count: number) =>
  `${counted(count, 'paper')} ${count === 1 ? 'has' : 'have'} not been given to everyone`;

export function MissingPapersOfHome({ place }: { place: Place }) {
  const { data } = usePapers(place);
  const count = data?.items.filter(({ missing }) => missing.length > 0).length ?? 0;
  if (count === 0) return null;
  return (
    <Banner tone="amber" className="mx-5 mt-4 mb-1 max-md:mx-4">
      {`${notGiven(count)}. `}
      <a href="#papers">See who</a>
    </Banner>
  );
}

const Plain = createLink((props: ComponentProps<'a'>) => <a {...props} />);
const MAX_HOMES_NAMED = 3;

export function MissingPapers() {
  const { data } = useMissingPapers();
  if (!data || data.papers === 0) return null;
  const { papers, homes } = data;
  const more = homes.length - MAX_HOMES_NAMED;
  return (
    <Banner tone="amber" className="mb-4">
      {`${notGiven(papers)}: `}
      {homes.slice(0, MAX_HOMES_NAMED).map((home, place) => (
        <span key={home.tenancyId}>
          {place > 0 && ', '}
          <Home {...home} />
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'more home', 'more homes')}`}.
    </Banner>
  );
}

function Home({ propertyId, tenancyId, name }: Missing['homes'][number]) {
  return propertyId ? (
    <Plain to="/dashboard/properties/$id" params={{ id: propertyId }}>
      <bdi>{name}</bdi>
    </Plain>
  ) : (
    <Plain to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
      <bdi>{name}</bdi>
    </Plain>
  );
}

/** Shows to whom a document was given, and who still needs it in the first home that it belongs to. */
export function ServiceOfDocument({ document: { id, title, number, links } }: { document: DocumentRecord }) {
  const { data, error } = useServedOf(id);
  const home = links.find(({ kind }) => kind === 'tenancy') ?? links.find(({ kind }) => kind === 'property');
  const place = home?.kind === 'tenancy' ? { tenancyId: home.recordId } : { propertyId: home?.recordId };
  const papers = usePapers(place, { enabled: home !== undefined });
  if (error) return <p className="text-red">{`We could not load who it was given to. ${error.message}`}</p>;
  if (!data || papers.isLoading)
    return (
      <Loading label="Loading...">
        <Skeleton className="h-4 w-3/5" />
      </Loading>
    );
  const missing = papers.data?.items.find(({ documentId }) => documentId === id)?.missing ?? [];
  return <GivenTo paper={{ title, served: data.items, missing, versionNumber: number }} />;
}
