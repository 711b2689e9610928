/** Current tenants on a property's page, for roles that cannot see tenants. */
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import { TEXTS } from './listed.ts';
import { useContacts } from './tenant.client.ts';

export function ContactsOfProperty({ propertyId }: { propertyId: string }) {
  const { data, error } = useContacts(propertyId);
  return (
    <Card aria-labelledby="tenants">
      <CardHead id="tenants" title="Tenants" />
      {error && !data && (
        <p role="alert" className="px-5 py-4 max-md:px-4">
          {TEXTS.listFailed}. {error.message}
        </p>
      )}
      {data?.items.length === 0 && <p className="px-5 py-4 text-ink-2 max-md:px-4">No current tenants</p>}
      <FirstRows label="Tenants" items={data?.items ?? []}>
        {({ name, phone }) => (
          <Row key={`${name} ${phone}`} end={<Phone number={phone} />}>
            <bdi>{name}</bdi>
          </Row>
        )}
      </FirstRows>
    </Card>
  );
}
