/** The list as cards. */
import { Link } from '@tanstack/react-router';
import House from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { CardLine } from '../../web/records/CardLine.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { RecordCards } from '../../web/records/RecordCards.tsx';
import type { ListedRecords } from '../../web/records/RecordPages.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { HomeOfTenant } from './HomeOfTenant.tsx';
import { LeaseBadge } from './LeaseBadge.tsx';
import { leaseLine } from './labels.ts';
import { TenantAvatar } from './TenantAvatar.tsx';
import type { Tenant } from './tenant.ts';

type Props = ListedRecords<Tenant> & { onDelete: (tenant: Tenant) => void };

export function TenantCards({ onDelete, ...listed }: Props) {
  return (
    <RecordCards {...listed} name="tenants" label="Tenants" height={252}>
      {(tenant) => <TenantCard tenant={tenant} onDelete={onDelete} />}
    </RecordCards>
  );
}

function TenantCard({ tenant, onDelete }: { tenant: Tenant; onDelete: (tenant: Tenant) => void }) {
  const { id, name, email, phone, rentAmount } = tenant;
  const today = useToday();
  return (
    <div className="flex flex-1 flex-col p-4">
      <div className="flex items-center gap-3">
        <TenantAvatar tenant={tenant} size="large" />
        <div className="min-w-0">
          <h2 className="text-m tracking-normal">
            <Link
              to="/dashboard/tenants/$id"
              params={{ id }}
              title={name}
              className="clip block text-inherit no-underline hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
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
        <CardLine icon={House}>
          <HomeOfTenant tenant={tenant} />
        </CardLine>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="figures font-bold">{formatPence(rentAmount)}/mo</p>
        <LeaseBadge lease={tenant} />
      </div>
      <p className="clip mt-1 mb-4 text-s text-ink-2">{leaseLine(tenant, today)}</p>
      <div className="mt-auto flex items-center gap-2">
        <LinkButton to="/dashboard/tenants/$id" params={{ id }} aria-label={`View, ${name}`} className="flex-1">
          View
        </LinkButton>
        <LinkButton
          to="/dashboard/tenants/edit/$id"
          params={{ id }}
          aria-label={`Edit, ${name}`}
          variant="quiet"
          icon={Pencil}
        >
          Edit
        </LinkButton>
        <IconButton icon={Trash2} label={`Delete, ${name}`} title="Delete" onClick={() => onDelete(tenant)} />
      </div>
    </div>
  );
}

export const SHAPE_OF_CARD = (
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
