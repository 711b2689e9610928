/** Who a supplier is and how they are reached, at the left of their page. */
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Facts } from '../../web/ui/display/Facts.tsx';
import { Phone } from '../../web/ui/display/Phone.tsx';
import { FIELD_LABELS as LABELS } from './labels.ts';
import type { Supplier } from './supplier.ts';
import { websiteUrl } from './website.ts';

export function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const { name, serviceType, contactPerson, email, phone, website, address, notes } = supplier;
  return (
    <Card aria-labelledby="supplier-details">
      <CardHead id="supplier-details" title="Supplier Details" />
      <div className="p-5 max-md:p-4">
        <Facts
          facts={[
            { name: LABELS.name, value: <bdi>{name}</bdi>, long: true },
            { name: LABELS.serviceType, value: serviceType },
            { name: LABELS.contactPerson, value: <bdi>{contactPerson}</bdi> },
            { name: LABELS.phone, value: <Phone number={phone} /> },
            { name: LABELS.email, value: <a href={`mailto:${email}`}>{email}</a>, long: true },
            { name: LABELS.website, value: <Website address={website} />, long: true },
            { name: LABELS.address, value: <bdi className="whitespace-pre-line">{address}</bdi>, long: true },
          ]}
        />
        <section aria-labelledby="notes" className="mt-4 border-t border-line pt-4">
          <h3 id="notes" className="text-s font-normal text-ink-2">
            {LABELS.notes}
          </h3>
          {notes ? (
            <p className="wrap-anywhere whitespace-pre-line">
              <bdi>{notes}</bdi>
            </p>
          ) : (
            <p className="text-ink-2">No notes available.</p>
          )}
        </section>
      </div>
    </Card>
  );
}

function Website({ address }: { address: string }) {
  const url = websiteUrl(address);
  if (url === null) return <span className="text-ink-2">Not provided</span>;
  return (
    <a href={url} target="_blank" rel="noopener">
      <bdi>{address}</bdi>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
