import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { lazy, type ReactNode, Suspense } from 'react';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useLandlord, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Stat, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { RecentActivities } from './activity/RecentActivities.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { cardsFor, headLine, OVERVIEW_BLOCK, propertiesIn } from './figures.ts';
import { MonthChart } from './MonthChart.tsx';
import { Cards, PropertyStatus, Suppliers, Tenants } from './OverviewCards.tsx';
import type { Overview as Figures } from './overview.ts';

const FirstProperty = lazy(async () => ({ default: (await import('./FirstProperty.tsx')).FirstProperty }));

const overview = queryOptions({
  queryKey: [...SHARED_KEY, 'overview'],
  queryFn: ({ signal }) => read(api.overview.$get({}, { init: { signal } })),
  initialData: fromDocument,
});

/** The figures in the document, removed from it so that the next user never sees them. */
function fromDocument(): Figures | undefined {
  const block = document.getElementById(OVERVIEW_BLOCK);
  block?.remove();
  return block?.textContent ? (JSON.parse(block.textContent) as Figures) : undefined;
}

/** `attention` renders the first notices, with components of app/notification. */
type Slots = { attention: (figures: Pick<Figures, 'attention'>) => ReactNode };

export function Overview({ attention }: Slots) {
  const { name } = useLandlord();
  const query = useQuery(overview);
  const { error, busy, retry } = useRetry(query);
  const { data } = query;
  const steps = data?.steps && (
    <May need="owner">
      <FirstSteps steps={data.steps} />
    </May>
  );
  if (data && propertiesIn(data) > 0) return <Portfolio figures={data} steps={steps} attention={attention} />;
  if (data) {
    return (
      <>
        <PageHead title="Dashboard" line={`Welcome, ${name}.`} />
        {steps}
        <Suspense>
          <FirstProperty>{(sample) => <Parts figures={sample} />}</FirstProperty>
        </Suspense>
      </>
    );
  }
  return (
    <>
      <PageHead title="Dashboard" />
      {error ? (
        <ErrorState title="We could not load your dashboard" reason={error.message} onRetry={retry} busy={busy} />
      ) : (
        <FiguresLoading />
      )}
    </>
  );
}

function Portfolio({ figures, steps, attention }: Slots & { figures: Figures; steps: ReactNode }) {
  return (
    <>
      <PageHead
        title="Dashboard"
        line={headLine(figures, { today: useToday(), rights: useLandlord().account.rights })}
        actions={
          <>
            <May need="properties.add">
              <LinkButton to="/dashboard/properties/add" icon={Plus} className="max-md:px-3!">
                Add Property
              </LinkButton>
            </May>
            <May need="money.change">
              <LinkButton
                to="/dashboard/finance"
                search={{ open: 'new' }}
                variant="primary"
                icon={Plus}
                className="max-md:px-3!"
              >
                Add Transaction
              </LinkButton>
            </May>
          </>
        }
      />
      {steps}
      <Parts figures={figures} above={attention(figures)} linked>
        <Card aria-labelledby="activities">
          <CardHead id="activities" title="Recent Activities">
            <Link to="/dashboard/activity">All activities</Link>
          </CardHead>
          <RecentActivities label="Recent Activities" activities={figures.activities} />
        </Card>
      </Parts>
    </>
  );
}

/** Warns that unjoined tenancies of one home each add a full rent to Monthly Revenue. */
function CountedTwice({ propertyId, propertyName, count }: NonNullable<Figures['unasked']>) {
  const more = count > 1 ? ` and ${counted(count - 1, 'more property', 'more properties')}` : '';
  return (
    <Banner tone="blue">
      {`${propertyName}${more} ${count > 1 ? 'have' : 'has'} more than one tenancy. Monthly Revenue adds up the rent of each tenancy. `}
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        Are they on one agreement?
      </Link>
    </Banner>
  );
}

type PartsProps = {
  figures: Figures;
  linked?: boolean;
  above?: ReactNode;
  children?: ReactNode;
};

function Parts({ figures, linked = false, above, children }: PartsProps) {
  return (
    <div className="flex flex-col gap-6 max-md:gap-5">
      {above}
      <Cards figures={figures} linked={linked} />
      {figures.unasked && (
        <May need="people.change">
          <CountedTwice {...figures.unasked} />
        </May>
      )}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-5 max-lg:grid-cols-1">
        <May need="money.see">
          <MonthChart months={figures.months} linked={linked} />
        </May>
        <May need="people.see">
          <PropertyStatus figures={figures} linked={linked} />
        </May>
        {children}
        <div className={cx('grid content-start gap-5', !children && 'col-span-full md:grid-cols-2')}>
          <May need="people.see">
            <Tenants figures={figures} linked={linked} />
          </May>
          <May need="suppliers.see">
            <Suppliers figures={figures} linked={linked} />
          </May>
        </div>
      </div>
    </div>
  );
}

function FiguresLoading() {
  return (
    <Loading label="Loading your dashboard..." className="flex flex-col gap-6">
      <StatStrip label="Figures">
        {cardsFor(useLandlord().account.rights).map(({ name }) => (
          <Stat
            key={name}
            name={name}
            value={<Skeleton className="my-3 h-5 w-24" />}
            compare={<Skeleton className="mt-1 h-3 w-32" />}
          />
        ))}
      </StatStrip>
      <Card className="h-[400px]" />
    </Loading>
  );
}
