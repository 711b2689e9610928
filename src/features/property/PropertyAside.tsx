/** At the right of the page of a property: rent and status, who lives there, what to do next, and who stands surety. */
import Pencil from 'lucide-react/icons/pencil';
import UserPlus from 'lucide-react/icons/user-plus';
import { formatPence } from '../../shared/money.ts';
import { LinkButton } from '../../web/links.client.ts';
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { FactLines } from '../../web/ui/Facts.tsx';
import { PropertyStatusBadge } from './PropertyStatusBadge.tsx';
import type { Property, PropertyRecord } from './property.ts';

const INSIDE = 'px-5 py-4 max-md:px-4';

/** `record` is missing while it is still on its way. */
export function PropertyAside({ property, record }: { property: Property; record: PropertyRecord | undefined }) {
  const { id, rent, status } = property;
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
      <Card aria-labelledby="current-tenants">
        <CardHead id="current-tenants" title="Current Tenants" />
        <div className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${INSIDE}`}>
          <p className="text-ink-2">No tenants yet</p>
          <AssignTenant id={id} small />
        </div>
      </Card>
      <Card aria-labelledby="quick-actions">
        <CardHead id="quick-actions" title="Quick Actions" />
        <div className={`flex flex-wrap gap-2 *:flex-auto ${INSIDE}`}>
          <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} icon={Pencil}>
            Edit Property
          </LinkButton>
          <AssignTenant id={id} />
        </div>
      </Card>
      {record && <Guarantor property={record} />}
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

function Guarantor({ property }: { property: PropertyRecord }) {
  const { guarantorName, guarantorAddress, guarantorPhone, guarantorAltContact } = property;
  const facts = [
    { name: 'Name', value: <bdi>{guarantorName}</bdi>, kept: guarantorName },
    { name: 'Address', value: <bdi className="whitespace-pre-line">{guarantorAddress}</bdi>, kept: guarantorAddress },
    { name: 'Phone', value: <Phone number={guarantorPhone} />, kept: guarantorPhone },
    { name: 'Alternative Contact', value: <bdi>{guarantorAltContact}</bdi>, kept: guarantorAltContact },
  ].filter(({ kept }) => kept);
  if (facts.length === 0) return null;
  return (
    <Card aria-labelledby="guarantor">
      <CardHead id="guarantor" title="Guarantor" />
      <div className="px-5 py-[2px] max-md:px-4">
        <FactLines facts={facts} />
      </div>
    </Card>
  );
}

/** What is no number, as 'ask at the shop', is not called. */
function Phone({ number }: { number: string }) {
  const digits = number.replace(/[^\d+]/g, '');
  return digits.length < 6 ? <bdi>{number}</bdi> : <a href={`tel:${digits}`}>{number}</a>;
}
