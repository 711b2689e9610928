/** /dashboard/suppliers/$id: who a supplier is, how they are reached, and the properties they look after. */
import { useParams } from '@tanstack/react-router';
import { websiteUrl } from '../../shared/fields.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { QuickActions } from '../../web/records/detail/QuickActions.tsx';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { SupplierLogo } from './SupplierList.tsx';
import { PATHS, suppliers } from './supplier.client.ts';
import {
  deletionSummary,
  propertiesLine,
  SERVICED,
  SUPPLIER,
  type Supplier,
  type SupplierRecord,
  TEXTS,
} from './supplier.ts';

export function SupplierDetail() {
  const { id } = useParams({ from: PATHS.one });
  return (
    <RecordDetail
      resource={suppliers}
      id={id}
      texts={TEXTS}
      paths={PATHS}
      head={(supplier) => ({
        title: supplier.name,
        lead: <SupplierLogo supplier={supplier} size="large" />,
        line: supplier.serviceType,
      })}
      deletion={(supplier) => ({
        question: <DeletionQuestion supplier={supplier} />,
        done: deletionSummary(supplier, true),
      })}
    >
      {(supplier, record) => (
        <>
          <SupplierFacts supplier={supplier} />
          <div className="flex flex-col gap-5">
            <QuickActions thing="Supplier" email={supplier.email} phone={supplier.phone} />
            <LinkedRecords
              title={SERVICED}
              count={supplier.properties > 0 && propertiesLine(supplier.properties)}
              items={record?.servicedProperties.map(({ id: property, address: name, city }) => ({
                id: property,
                name,
                line: city,
              }))}
              to="/dashboard/properties/$id"
              loading="Loading properties..."
              none="No properties yet"
            />
          </div>
        </>
      )}
    </RecordDetail>
  );
}

function DeletionQuestion({ supplier }: { supplier: SupplierRecord }) {
  const { properties } = supplier;
  const summary = deletionSummary(supplier);
  return (
    <>
      <p className="font-bold text-ink wrap-anywhere">{supplier.name}</p>
      <p>{supplier.serviceType}</p>
      {summary && <p className="mt-3">{summary}</p>}
      {properties > 0 && <p>The properties stay.</p>}
    </>
  );
}

const { name, serviceType, contactPerson, phone, email, website, address } = SUPPLIER.shape;
const FACTS = { name, serviceType, contactPerson, phone, email, website, address };

function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const { notes } = supplier;
  return (
    <FactsCard
      title={TEXTS.detailTitle}
      fields={FACTS}
      record={supplier}
      own={{
        phone: <Phone number={supplier.phone} />,
        email: <a href={`mailto:${supplier.email}`}>{supplier.email}</a>,
        website: <Website typed={supplier.website} />,
      }}
    >
      <section aria-labelledby="notes" className="mt-4 border-t border-line pt-4">
        <h3 id="notes" className="text-s font-normal text-ink-2">
          {SUPPLIER.labels.notes}
        </h3>
        {notes ? (
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{notes}</bdi>
          </p>
        ) : (
          <p className="text-ink-2">{TEXTS.noNotes}</p>
        )}
      </section>
    </FactsCard>
  );
}

function Website({ typed }: { typed: string }) {
  const url = websiteUrl(typed);
  if (url === null) return <span className="text-ink-2">{TEXTS.noWebsite}</span>;
  return (
    <a href={url} target="_blank" rel="noopener">
      <bdi>{typed}</bdi>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
