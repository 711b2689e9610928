/** The list as a table; on a phone each row is a small card. */
import { Link } from '@tanstack/react-router';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { LinkButton } from '../../web/records/links.client.ts';
import type { ListedRecords } from '../../web/records/RecordPages.tsx';
import { RecordTable } from '../../web/records/RecordTable.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { Cell, HeadCell } from '../../web/ui/table/Table.tsx';
import { HomeOfTenant, QUIET_LINK } from './HomeOfTenant.tsx';
import { LeaseBadge } from './LeaseBadge.tsx';
import { leaseEndWords } from './labels.ts';
import { TenantAvatar } from './TenantAvatar.tsx';
import type { Tenant } from './tenant.ts';

type Props = ListedRecords<Tenant> & { onDelete: (tenant: Tenant) => void };

export function TenantTable({ onDelete, ...listed }: Props) {
  return (
    <RecordTable {...listed} name="tenants" label="Tenants" head={HEAD}>
      {(tenant) => <TenantCells tenant={tenant} onDelete={onDelete} />}
    </RecordTable>
  );
}

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

function TenantCells({ tenant, onDelete }: { tenant: Tenant; onDelete: (tenant: Tenant) => void }) {
  const { id, name, email, phone } = tenant;
  return (
    <>
      <Cell narrow="title">
        <div className="flex items-center gap-3">
          <TenantAvatar tenant={tenant} />
          <div className="min-w-0">
            <Link
              to="/dashboard/tenants/$id"
              params={{ id }}
              title={name}
              className="clip block font-bold text-inherit no-underline hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
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
        <span className="figures">{leaseEndWords(tenant)}</span>{' '}
        <span className="md:block">
          <LeaseBadge lease={tenant} quiet />
        </span>
      </Cell>
      <Cell end narrow="beside">
        <LinkButton
          to="/dashboard/tenants/$id"
          params={{ id }}
          aria-label={`View, ${name}`}
          title="View"
          variant="quiet"
          size="icon-small"
          icon={Eye}
        />
        <LinkButton
          to="/dashboard/tenants/edit/$id"
          params={{ id }}
          aria-label={`Edit, ${name}`}
          title="Edit"
          variant="quiet"
          size="icon-small"
          icon={Pencil}
        />
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

export const SHAPE_OF_ROW = (
  <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
    <Skeleton className="size-8 flex-none rounded-pill!" />
    <Skeleton className="h-4 w-1/4" />
    <Skeleton className="h-4 w-1/4 max-md:hidden" />
    <Skeleton className="ml-auto h-4 w-24" />
  </div>
);
