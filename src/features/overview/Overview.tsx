/** The first screen after signing in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { api, read } from '../../web/http/api.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { House } from '../../web/ui/brand/House.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Stat, StatLink, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';

const FigureLink = createLink(StatLink);

/** How many properties the landlord has. The key begins as those of the properties do, so that a change renews it. */
const propertyCount = queryOptions({
  queryKey: ['properties', 'count'],
  queryFn: async ({ signal }) => {
    const { total } = await read(api.properties.$get({ query: { limit: '1' } }, { init: { signal } }));
    return total;
  },
});

export function Overview() {
  const { name } = useLandlord();
  const query = useQuery(propertyCount);
  const { data: count } = query;
  const { error, busy, retry } = useRetry(query);
  return (
    <>
      <PageHead
        title="Dashboard"
        line={`Welcome, ${name}.`}
        actions={
          count !== undefined &&
          count > 0 && (
            <>
              <LinkButton to="/dashboard/properties/add" variant="primary" icon={Plus}>
                Add Property
              </LinkButton>
              <LinkButton to="/dashboard/finance" search={{ open: 'new' }} icon={Plus}>
                Add Transaction
              </LinkButton>
            </>
          )
        }
      />
      {count !== undefined && <Figures count={count} />}
      {count === undefined && !error && <FiguresLoading />}
      {count === undefined && error && (
        <ErrorState title="Failed to load properties" reason={error.message} onRetry={retry} busy={busy} />
      )}
    </>
  );
}

function Figures({ count }: { count: number }) {
  if (count === 0) {
    return (
      <EmptyState
        title="Start with your first property"
        words="Its address, rooms and rent are enough to begin."
        drawing={<House type="terraced" seed="" />}
        action={
          <LinkButton to="/dashboard/properties/add" variant="primary" icon={Plus}>
            Add your first property
          </LinkButton>
        }
      />
    );
  }
  return (
    <StatStrip label="Figures">
      <FigureLink to="/dashboard/properties" name="Total Properties" value={count} compare="View your properties" />
    </StatStrip>
  );
}

function FiguresLoading() {
  return (
    <Loading label="Loading your dashboard...">
      <StatStrip label="Figures">
        <Stat name="Total Properties" value={<Skeleton className="my-3 h-5 w-10" />} />
      </StatStrip>
    </Loading>
  );
}
