/** The invoices of a property, each with the file that opens, and what they come to. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card } from '../../web/ui/display/Card.tsx';
import { DetailSection } from '../../web/ui/display/DetailSection.tsx';
import { EmptyState } from '../../web/ui/display/EmptyState.tsx';
import { FirstRows } from '../../web/ui/table/FirstRows.tsx';
import { EditLink } from './EditLink.tsx';
import { FileRow } from './FileRow.tsx';
import type { PropertyRecord } from './property.ts';

export function PropertyInvoices({ property: { id, invoices } }: { property: PropertyRecord }) {
  if (invoices.length === 0) {
    return (
      <DetailSection id="invoices" title="Invoices">
        <EmptyState
          level={3}
          title="No invoices yet"
          words="Keep what repairs and services cost, with the invoice as a file."
          action={
            <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab: 'invoices' }}>
              Add an invoice
            </LinkButton>
          }
        />
      </DetailSection>
    );
  }
  return (
    <DetailSection
      id="invoices"
      title="Invoices"
      beside={
        <EditLink id={id} tab="invoices">
          Add an invoice
        </EditLink>
      }
    >
      <Card>
        <FirstRows label="Invoices" items={invoices}>
          {({ id: invoiceId, description, invoiceDate, amount, file }) => (
            <FileRow
              key={invoiceId}
              name={description || 'Invoice'}
              lines={[invoiceDate ? formatDay(invoiceDate) : '']}
              end={amount !== null && <span className="figures">{formatPence(amount)}</span>}
              file={file}
            />
          )}
        </FirstRows>
        <p className="flex justify-between gap-4 border-t border-line px-5 py-3 font-bold max-md:px-4">
          <span>Total</span>
          <span className="figures">{formatPence(invoices.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}</span>
        </p>
      </Card>
    </DetailSection>
  );
}
