import Eye from 'lucide-react/icons/eye';
import HouseIcon from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatPence } from '../../shared/money.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import {
  CardLine,
  CardLines,
  type Column,
  emailColumn,
  nameColumn,
  phoneColumn,
  RecordCard,
} from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { House } from '../../web/ui/brand/House.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { leaseEndText, leaseLine } from './lease.ts';
import { STATE_OPTIONS, TENANT_LIST, TEXTS } from './listed.ts';
import { HomeOfTenant, LeaseBadge, TenantAvatar } from './TenantParts.tsx';
import { PATHS, tenants } from './tenant.client.ts';
import type { Tenant } from './tenant.ts';

const TenantDeleteDialog = lazyDialog(async () => (await import('./MovingOut.tsx')).TenantDeleteDialog);

const FILTERS = [{ name: 'state', label: 'Lease status', placeholder: 'All statuses', options: STATE_OPTIONS }];

export function TenantList() {
  /** The tenant stays set while the dialog closes. */
  const [toDelete, setToDelete] = useState<Tenant>();
  const [isDeleting, setDeleting] = useState(false);
  const confirmDelete = (tenant: Tenant) => {
    setToDelete(tenant);
    setDeleting(true);
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
        card={{ height: 252, render: (tenant) => <TenantCard tenant={tenant} onDelete={confirmDelete} /> }}
        columns={[...COLUMNS, actionsColumn(confirmDelete)]}
        round
      />
      {toDelete && <TenantDeleteDialog tenant={toDelete} open={isDeleting} onOpenChange={setDeleting} />}
    </>
  );
}

type ItemProps = { tenant: Tenant; onDelete: (tenant: Tenant) => void };

function TenantCard({ tenant, onDelete }: ItemProps) {
  const { name, email, phone, rentAmount } = tenant;
  return (
    <RecordCard
      paths={PATHS}
      record={tenant}
      lead={<TenantAvatar tenant={tenant} size="large" />}
      line={<bdi title={email}>{email}</bdi>}
      view="View"
      actions={<IconButton icon={Trash2} label={`Delete, ${name}`} title="Delete" onClick={() => onDelete(tenant)} />}
    >
      <CardLines>
        <CardLine icon={PhoneIcon}>
          <Phone number={phone} />
        </CardLine>
        <CardLine icon={HouseIcon}>
          <HomeOfTenant tenant={tenant} />
        </CardLine>
      </CardLines>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="figures font-bold">{formatPence(rentAmount)}/mo</p>
        <LeaseBadge lease={tenant} />
      </div>
      <p className="clip mt-1 mb-4 text-s text-ink-2">{leaseLine(tenant, useToday())}</p>
    </RecordCard>
  );
}

const COLUMNS: Column<Tenant>[] = [
  nameColumn('Name', PATHS, (tenant) => ({
    name: tenant.name,
    lead: <TenantAvatar tenant={tenant} />,
    line: (
      <>
        <bdi className="md:max-lg:hidden xl:hidden">{tenant.email}</bdi>
        <span className="figures hidden md:max-lg:inline [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center [&_a]:text-inherit">
          <Phone number={tenant.phone} />
        </span>
      </>
    ),
  })),
  emailColumn('w-[20%]'),
  // On medium screens the phone number is below the name.
  phoneColumn({ head: 'w-[138px] max-lg:hidden', className: 'figures md:max-lg:hidden' }),
  {
    title: 'Property',
    narrow: 'title',
    head: 'w-[24%] max-xl:w-[26%]',
    cell: (tenant) => <HomeOfTenant tenant={tenant} />,
  },
  {
    title: 'Lease End',
    label: 'Lease End:',
    head: 'w-[150px]',
    cell: (tenant) => (
      <>
        <span className="figures">{leaseEndText(tenant)}</span>{' '}
        <span className="md:block">
          <LeaseBadge lease={tenant} quiet />
        </span>
      </>
    ),
  },
];

function actionsColumn(onDelete: ItemProps['onDelete']): Column<Tenant> {
  const look = { variant: 'quiet', size: 'icon-small' } as const;
  return {
    title: 'Actions',
    end: true,
    narrow: 'beside',
    head: 'w-[124px]',
    cell: (tenant) => {
      const { id, name } = tenant;
      const params = { id };
      return (
        <>
          <LinkButton to={PATHS.one} params={params} aria-label={`View, ${name}`} title="View" {...look} icon={Eye} />
          <May need={PATHS.change}>
            <LinkButton
              to={PATHS.edit}
              params={params}
              aria-label={`Edit, ${name}`}
              title="Edit"
              {...look}
              icon={Pencil}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={`Delete, ${name}`}
              title="Delete"
              onClick={() => onDelete(tenant)}
            />
          </May>
        </>
      );
    },
  };
}
