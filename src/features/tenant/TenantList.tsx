/** /dashboard/tenants: everybody who rents or has rented. */
import { Link } from '@tanstack/react-router';
import Eye from 'lucide-react/icons/eye';
import HouseIcon from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { CardLine, QUIET_LINK } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { House } from '../../web/ui/brand/House.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { Cell, HeadCell } from '../../web/ui/table/Table.tsx';
import { leaseEndText, leaseLine } from './lease.ts';
import { TenantDeleteDialog } from './MovingOut.tsx';
import { HomeOfTenant, LeaseBadge, TenantAvatar } from './TenantParts.tsx';
import { PATHS, tenants } from './tenant.client.ts';
import { STATE_OPTIONS, TENANT_LIST, TEXTS, type Tenant } from './tenant.ts';

const FILTERS = [{ name: 'state', label: 'Lease status', placeholder: 'All statuses', options: STATE_OPTIONS }];

export function TenantList() {
  /** Stays while its question closes. */
  const [asked, setAsked] = useState<Tenant>();
  const [asking, setAsking] = useState(false);
  const ask = (tenant: Tenant) => {
    setAsked(tenant);
    setAsking(true);
  };
  return (
    <>
      <RecordList
        resource={tenants}
        texts={TEXTS}
        paths={PATHS}
        list={TENANT_LIST}
        filters={FILTERS}
        drawing={<House type="flat" seed="" />}
        card={{
          height: 252,
          placeholder: CARD_PLACEHOLDER,
          render: (tenant) => <TenantCard tenant={tenant} onDelete={ask} />,
        }}
        table={{
          head: HEAD,
          placeholder: ROW_PLACEHOLDER,
          cells: (tenant) => <TenantCells tenant={tenant} onDelete={ask} />,
        }}
      />
      {asked && <TenantDeleteDialog tenant={asked} open={asking} onOpenChange={setAsking} />}
    </>
  );
}

type ItemProps = { tenant: Tenant; onDelete: (tenant: Tenant) => void };

function NameLink({ tenant: { id, name }, className = '' }: { tenant: Tenant; className?: string }) {
  return (
    <Link
      to={PATHS.one}
      params={{ id }}
      title={name}
      className={`clip block text-inherit no-underline hover:underline ${className}`}
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

function TenantCard({ tenant, onDelete }: ItemProps) {
  const { id, name, email, phone, rentAmount } = tenant;
  const today = useToday();
  return (
    <div className="flex flex-1 flex-col p-4">
      <div className="flex items-center gap-3">
        <TenantAvatar tenant={tenant} size="large" />
        <div className="min-w-0">
          <h2 className="text-m tracking-normal">
            <NameLink tenant={tenant} />
          </h2>
          <p className="clip text-ink-2" title={email}>
            <bdi>{email}</bdi>
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-1 border-t border-line pt-3 max-md:gap-0 max-md:pt-1">
        <CardLine icon={PhoneIcon}>
          <Phone number={phone} />
        </CardLine>
        <CardLine icon={HouseIcon}>
          <HomeOfTenant tenant={tenant} />
        </CardLine>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="figures font-bold">{formatPence(rentAmount)}/mo</p>
        <LeaseBadge lease={tenant} />
      </div>
      <p className="clip mt-1 mb-4 text-s text-ink-2">{leaseLine(tenant, today)}</p>
      <div className="mt-auto flex items-center gap-2">
        <LinkButton to={PATHS.one} params={{ id }} aria-label={`View, ${name}`} className="flex-1">
          View
        </LinkButton>
        <LinkButton to={PATHS.edit} params={{ id }} aria-label={`Edit, ${name}`} variant="quiet" icon={Pencil}>
          Edit
        </LinkButton>
        <IconButton icon={Trash2} label={`Delete, ${name}`} title="Delete" onClick={() => onDelete(tenant)} />
      </div>
    </div>
  );
}

const CARD_PLACEHOLDER = (
  <div className="flex flex-col gap-3 p-4">
    <div className="flex items-center gap-3">
      <Skeleton className="size-14 flex-none rounded-pill!" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
    <Skeleton className="mt-2 h-4 w-2/5" />
    <Skeleton className="h-4 w-3/5" />
    <Skeleton className="mt-1 h-4 w-1/3" />
    <Skeleton className="mb-1 h-3 w-4/5" />
    <Skeleton className="h-control w-full" />
  </div>
);

const HEAD = (
  <>
    <HeadCell>Name</HeadCell>
    <HeadCell className="w-[20%] max-xl:hidden">Email</HeadCell>
    <HeadCell className="w-[138px] max-lg:hidden">Phone</HeadCell>
    <HeadCell className="w-[24%] max-xl:w-[26%]">Property</HeadCell>
    <HeadCell className="w-[150px]">Lease End</HeadCell>
    <HeadCell end className="w-[124px]">
      Actions
    </HeadCell>
  </>
);

function TenantCells({ tenant, onDelete }: ItemProps) {
  const { id, name, email, phone } = tenant;
  const look = { variant: 'quiet', size: 'icon-small' } as const;
  return (
    <>
      <Cell narrow="title">
        <div className="flex items-center gap-3">
          <TenantAvatar tenant={tenant} />
          <div className="min-w-0">
            <NameLink tenant={tenant} className="font-bold" />
            <p className="clip text-s text-ink-2 xl:hidden">
              <bdi>{email}</bdi>
            </p>
          </div>
        </div>
      </Cell>
      <Cell narrow="hidden" className="max-xl:hidden">
        <a href={`mailto:${email}`} title={email} className="clip block text-ink-2 no-underline hover:underline">
          <bdi>{email}</bdi>
        </a>
      </Cell>
      <Cell narrow="hidden" className="figures max-lg:hidden">
        <p className={QUIET_LINK}>
          <Phone number={phone} />
        </p>
      </Cell>
      <Cell narrow="title">
        <HomeOfTenant tenant={tenant} />
      </Cell>
      <Cell label="Lease End:">
        <span className="figures">{leaseEndText(tenant)}</span>{' '}
        <span className="md:block">
          <LeaseBadge lease={tenant} quiet />
        </span>
      </Cell>
      <Cell end narrow="beside">
        <LinkButton to={PATHS.one} params={{ id }} aria-label={`View, ${name}`} title="View" {...look} icon={Eye} />
        <LinkButton to={PATHS.edit} params={{ id }} aria-label={`Edit, ${name}`} title="Edit" {...look} icon={Pencil} />
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete, ${name}`}
          title="Delete"
          onClick={() => onDelete(tenant)}
        />
      </Cell>
    </>
  );
}

const ROW_PLACEHOLDER = (
  <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
    <Skeleton className="size-8 flex-none rounded-pill!" />
    <Skeleton className="h-4 w-1/4" />
    <Skeleton className="h-4 w-1/4 max-md:hidden" />
    <Skeleton className="ml-auto h-4 w-24" />
  </div>
);
