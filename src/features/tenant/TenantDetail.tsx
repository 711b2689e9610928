import { Link } from '@tanstack/react-router';
import House from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import { type ComponentType, type ReactNode, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { QuickActions } from '../../web/records/detail/QuickActions.tsx';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, TWO_COLUMNS } from '../../web/ui/display/Card.tsx';
import { FactLines, Stat } from '../../web/ui/display/Facts.tsx';
import { GuarantorCard } from '../guarantor/GuarantorCard.tsx';
import { hasGuarantor } from '../guarantor/guarantor.ts';
import { daysRemaining, hasMovedOut, leasePeriod } from './lease.ts';
import { TEXTS } from './listed.ts';
import { DeletionQuestion, MovedOutDialog, PeriodicQuestion } from './MovingOut.tsx';
import { LeaseBadge, TenantAvatar } from './TenantParts.tsx';
import { PATHS, tenants, useSettle } from './tenant.client.ts';
import { homeLine, TENANT, type Tenant, type TenantRecord } from './tenant.ts';

type Props = {
  Activity: ComponentType<{ about: string }>;
  Documents: ComponentType<{ tenantId: string }>;
  Repairs: ComponentType<{ tenantId: string }>;
  Rent: RentOf;
  /** Rent status and this year's money of a tenancy, with `lease` between them. */
  Summary: ComponentType<{ tenancyId: string; lease: ReactNode }>;
};
type RentOf = ComponentType<{ tenancyId: string }>;

export function TenantDetail({ Activity, Documents, Repairs, Rent, Summary }: Props) {
  return (
    <RecordDetail
      resource={tenants}
      texts={TEXTS}
      paths={PATHS}
      head={(tenant) => ({
        title: tenant.name,
        lead: <TenantAvatar tenant={tenant} size="large" />,
        mark: (
          <p>
            <span className="sr-only">Lease Status: </span>
            <LeaseBadge lease={tenant} />
          </p>
        ),
      })}
      deletion={(tenant, close) => ({
        question: <DeletionQuestion tenant={tenant} close={close} />,
      })}
    >
      {(tenant, record) => (
        <div className="col-span-full">
          <May need={PATHS.change}>
            <PeriodicQuestion tenant={tenant} />
          </May>
          <Summary tenancyId={tenant.tenancyId} lease={<LeaseEnds tenant={tenant} />} />
          <div className={`${TWO_COLUMNS} lg:grid-rows-[auto_1fr]`}>
            <TenantFacts tenant={tenant} record={record} />
            <div className="flex flex-col gap-5 md:max-lg:grid md:max-lg:grid-cols-2 lg:row-span-2">
              <LeaseCard tenant={tenant} Rent={Rent} />
              <QuickActions thing={TEXTS.One} email={tenant.email} phone={tenant.phone} even>
                <May need={PATHS.change}>
                  <LinkButton to={PATHS.edit} params={{ id: tenant.id }} icon={Pencil}>
                    Edit Details
                  </LinkButton>
                </May>
                {record?.property && (
                  <LinkButton to="/dashboard/properties/$id" params={{ id: record.property.id }} icon={House}>
                    View Property
                  </LinkButton>
                )}
              </QuickActions>
            </div>
            {hasGuarantor(tenant) && <GuarantorCard record={tenant} title="Guarantor Information" wide />}
          </div>
          <div className="mt-5 flex flex-col gap-5">
            <Repairs tenantId={tenant.id} />
            <Documents tenantId={tenant.id} />
          </div>
          <Activity about={tenant.id} />
        </div>
      )}
    </RecordDetail>
  );
}

const { email, phone, propertyId } = TENANT.shape;
const FACTS = { email, phone, propertyId };

/** `record` is undefined while loading. `tenant` may come from a list, to be shown immediately. */
function TenantFacts({ tenant, record }: { tenant: Tenant; record: TenantRecord | undefined }) {
  return (
    <FactsCard
      title={TEXTS.detailTitle}
      fields={FACTS}
      record={tenant}
      own={{
        propertyId: <Home tenant={tenant} record={record} />,
      }}
    />
  );
}

/** Link to the property, or the last known name of a deleted property. */
function Home({ tenant, record }: { tenant: Tenant; record: TenantRecord | undefined }) {
  if (tenant.propertyId === null) {
    if (!tenant.propertyName) return TEXTS.noProperty;
    return (
      <>
        Last lived at <bdi>{tenant.propertyName}</bdi>
      </>
    );
  }
  return (
    <Link to="/dashboard/properties/$id" params={{ id: tenant.propertyId }}>
      <bdi>{record?.property ? homeLine(record.property) : tenant.propertyName}</bdi>
    </Link>
  );
}

function LeaseEnds({ tenant }: { tenant: Tenant }) {
  const today = useToday();
  const { movedOut, leaseEnd } = tenant;
  if (movedOut !== null)
    return <Stat name={hasMovedOut(movedOut, today) ? 'Moved out' : 'Moves out'} value={formatDay(movedOut)} />;
  return (
    <Stat
      name="Lease ends"
      value={leaseEnd ? formatDay(leaseEnd) : 'No end date'}
      compare={leaseEnd ? daysRemaining(tenant, today) : 'Periodic'}
    />
  );
}

function LeaseCard({ tenant, Rent }: { tenant: Tenant; Rent: RentOf }) {
  const today = useToday();
  const { movedOut, rentAmount, depositAmount, tenancyId } = tenant;
  const gone = movedOut !== null && hasMovedOut(movedOut, today);
  return (
    <Card aria-labelledby="lease" className="px-5 pt-4 max-md:px-4">
      <h2 id="lease" className="text-s font-normal tracking-normal text-ink-2">
        Lease
      </h2>
      <p className="figures mb-2 text-l leading-8 font-bold tracking-[-0.01em]">
        {gone ? `Moved out ${formatDay(movedOut)}` : daysRemaining(tenant, today)}
      </p>
      <FactLines
        facts={[
          { name: 'Lease Period', value: leasePeriod(tenant) },
          { name: 'Rent Amount', value: `${formatPence(rentAmount)} per month` },
          { name: 'Security Deposit', value: formatPence(depositAmount) },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
        <Living tenant={tenant} gone={gone} />
      </div>
      <Rent tenancyId={tenancyId} />
    </Card>
  );
}

/** A single button for moving out and back in, so that it keeps the focus. */
function Living({ tenant, gone }: { tenant: Tenant; gone: boolean }) {
  const { movedOut } = tenant;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useSettle(tenant);
  const leaving = movedOut === null ? 'Lives there' : `Moves out ${formatDay(movedOut)}`;
  const staying = gone ? 'Mark as moved back in' : 'Cancel moving out';
  return (
    <>
      <p className="text-ink-2">{gone ? 'No longer lives there' : leaving}</p>
      <May need={PATHS.change}>
        <Button
          size="small"
          busy={isPending ? 'Saving...' : undefined}
          onClick={() => (movedOut === null ? setAsking(true) : mutate({ movedOut: null }))}
        >
          {movedOut === null ? 'Mark as moved out' : staying}
        </Button>
      </May>
      <MovedOutDialog tenant={tenant} open={asking} onOpenChange={setAsking} />
    </>
  );
}
