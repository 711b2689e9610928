/** At the right of the page of a property: rent and status, who lives there, what to do next, and who stands surety. */
import Pencil from 'lucide-react/icons/pencil';
import UserPlus from 'lucide-react/icons/user-plus';
import { formatPence } from '../../shared/money.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { GuarantorCard } from '../guarantor/GuarantorCard.tsx';
import { PropertyStatusBadge } from './PropertyStatusBadge.tsx';
import { useAroundProperty } from './page-slots.client.ts';
import type { Property, PropertyRecord } from './property.ts';

const INSIDE = 'px-5 py-4 max-md:px-4';

/** `record` is missing while it is still on its way. */
export function PropertyAside({ property, record }: { property: Property; record: PropertyRecord | undefined }) {
  const { id, rent, status } = property;
  const { Tenants, Suppliers } = useAroundProperty();
  return (
    <div className="flex flex-col gap-5 md:max-lg:grid md:max-lg:grid-cols-2">
      <Card aria-label="Rent and status" className={`flex items-start justify-between gap-3 ${INSIDE}`}>
        <div className="min-w-0">
          <h2 className="text-s font-normal tracking-normal text-ink-2">Rent</h2>
          <p className="flex flex-wrap items-baseline gap-x-1">
            <span className="figures text-xl leading-10 font-bold tracking-[-0.02em]">{formatPence(rent)}</span>{' '}
            <span className="text-ink-2">per month</span>
          </p>
        </div>
        <PropertyStatusBadge status={status} />
      </Card>
      <Tenants propertyId={id} assign={<AssignTenant id={id} small />} />
      <Card aria-labelledby="quick-actions">
        <CardHead id="quick-actions" title="Quick Actions" />
        <div className={`flex flex-wrap gap-2 *:flex-auto ${INSIDE}`}>
          <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} icon={Pencil}>
            Edit Property
          </LinkButton>
          <AssignTenant id={id} />
        </div>
      </Card>
      <Suppliers propertyId={id} />
      {record && <GuarantorCard record={record} title="Guarantor" />}
    </div>
  );
}

/** The form of a new tenant finds the property in the state of the navigation. */
function AssignTenant({ id, small = false }: { id: string; small?: boolean }) {
  return (
    <LinkButton
      to="/dashboard/tenants/add"
      state={{ propertyId: id }}
      icon={UserPlus}
      {...(small && { variant: 'quiet', size: 'small', className: '-mr-[10px]' })}
    >
      Assign Tenant
    </LinkButton>
  );
}
