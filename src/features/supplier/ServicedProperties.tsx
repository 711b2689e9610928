/** The properties that a supplier looks after, each leading to its page. */
import { createLink } from '@tanstack/react-router';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { FirstRows } from '../../web/ui/table/FirstRows.tsx';
import { Row, RowLink } from '../../web/ui/table/Rows.tsx';
import { propertiesLine, SERVICED } from './labels.ts';
import type { Supplier, SupplierRecord } from './supplier.ts';

const LeadingRow = createLink(RowLink);

/** `record` is missing while it is still on its way. */
export function ServicedProperties({ supplier, record }: { supplier: Supplier; record: SupplierRecord | undefined }) {
  return (
    <Card aria-labelledby="serviced">
      <CardHead id="serviced" title={SERVICED}>
        {supplier.properties > 0 && propertiesLine(supplier)}
      </CardHead>
      {record ? <Listed record={record} /> : <Placeholder />}
    </Card>
  );
}

function Listed({ record: { servicedProperties } }: { record: SupplierRecord }) {
  if (servicedProperties.length === 0) return <p className="px-5 py-4 text-ink-2 max-md:px-4">No properties yet</p>;
  return (
    <FirstRows label={SERVICED} items={servicedProperties}>
      {({ id, address, city }) => (
        <Row key={id} line={city}>
          <LeadingRow to="/dashboard/properties/$id" params={{ id }}>
            <bdi>{address}</bdi>
          </LeadingRow>
        </Row>
      )}
    </FirstRows>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading properties..." className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </Loading>
  );
}
