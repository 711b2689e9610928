/** /dashboard/suppliers/$id: who a supplier is, how they are reached, and the properties they look after. */
import { createLink, useParams } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import PhoneIcon from 'lucide-react/icons/phone';
import { dialled } from '../../shared/phone.ts';
import { FactsCard, RecordDetail } from '../../web/records/RecordDetail.tsx';
import { ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { FirstRows, Row, RowLink } from '../../web/ui/table/Rows.tsx';
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
  websiteUrl,
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
            <QuickActions supplier={supplier} />
            <ServicedProperties supplier={supplier} record={record} />
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

function QuickActions({ supplier }: { supplier: Supplier }) {
  const number = dialled(supplier.phone);
  return (
    <Card aria-labelledby="quick-actions">
      <CardHead id="quick-actions" title="Quick Actions" />
      <div className="flex flex-wrap gap-2 px-5 py-4 *:flex-auto max-md:px-4">
        <ButtonLink href={`mailto:${supplier.email}`} icon={Mail}>
          Email Supplier
        </ButtonLink>
        {number !== null && (
          <ButtonLink href={`tel:${number}`} icon={PhoneIcon}>
            Call Supplier
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

const LinkedRow = createLink(RowLink);

function ServicedProperties({ supplier, record }: { supplier: Supplier; record: SupplierRecord | undefined }) {
  return (
    <Card aria-labelledby="serviced">
      <CardHead id="serviced" title={SERVICED}>
        {supplier.properties > 0 && propertiesLine(supplier.properties)}
      </CardHead>
      {!record && (
        <Loading label="Loading properties..." className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </Loading>
      )}
      {record?.servicedProperties.length === 0 && <p className="px-5 py-4 text-ink-2 max-md:px-4">No properties yet</p>}
      {record && record.servicedProperties.length > 0 && (
        <FirstRows label={SERVICED} items={record.servicedProperties}>
          {({ id, address: place, city }) => (
            <Row key={id} line={city}>
              <LinkedRow to="/dashboard/properties/$id" params={{ id }}>
                <bdi>{place}</bdi>
              </LinkedRow>
            </Row>
          )}
        </FirstRows>
      )}
    </Card>
  );
}
