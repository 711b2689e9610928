/** The certificates of a property, each with the file that opens. */
import FileText from 'lucide-react/icons/file-text';
import FileX from 'lucide-react/icons/file-x';
import Image from 'lucide-react/icons/image';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Badge } from '../../../web/ui/display/Badge.tsx';
import { Card, DetailSection, EmptyState } from '../../../web/ui/display/Card.tsx';
import { FileMark } from '../../../web/ui/form/FileShown.tsx';
import { FirstRows, Row, RowLink } from '../../../web/ui/table/Rows.tsx';
import { fileWords, type StoredFile } from '../../file/file.ts';
import { standing } from '../compliance/compliance.ts';
import type { PropertyRecord } from '../property.ts';
import { certificateLine } from './detail-lines.ts';
import { EditLink } from './PropertyFacts.tsx';

type Props = { property: PropertyRecord; today: string };

export function PropertyCertificates({ property: { id, certificates }, today }: Props) {
  if (certificates.length === 0) {
    return (
      <DetailSection id="certificates" title="Certificates">
        <EmptyState
          level={3}
          title="No certificates yet"
          words="Keep gas, electrical and energy certificates here, with their dates and files."
          action={
            <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab: 'certificates' }}>
              Add a certificate
            </LinkButton>
          }
        />
      </DetailSection>
    );
  }
  return (
    <DetailSection
      id="certificates"
      title="Certificates"
      beside={
        <EditLink id={id} tab="certificates">
          Add a certificate
        </EditLink>
      }
    >
      <Card>
        <FirstRows label="Certificates" items={certificates}>
          {(certificate) => (
            <FileRow
              key={certificate.id}
              name={certificate.name}
              mark={<EndMark day={certificate.expirationDate} today={today} />}
              lines={[certificateLine(certificate), certificate.notes]}
              end={certificate.cost !== null && <span className="figures">{formatPence(certificate.cost)}</span>}
              file={certificate.file}
            />
          )}
        </FirstRows>
      </Card>
    </DetailSection>
  );
}

/** Only what needs something is marked. */
function EndMark({ day, today }: { day: string | null; today: string }) {
  if (day === null) return null;
  const stands = standing(day, today);
  if (stands === 'valid') return null;
  return stands === 'expired' ? <Badge tone="red">Expired</Badge> : <Badge tone="amber">Expiring</Badge>;
}

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

type FileRowProps = {
  name: string;
  /** Beside the name: a badge. */
  mark?: ReactNode;
  /** Below the name, each on a line of its own. */
  lines: readonly string[];
  /** At the right: a sum. */
  end: ReactNode;
  file: StoredFile | null;
};

function FileRow({ name, mark, lines, end, file }: FileRowProps) {
  return (
    <Row lead={<FileMark of={iconOf(file)} />} end={end} line={<Lines lines={lines} file={file} />}>
      <span className="flex flex-wrap items-center gap-x-2">
        {file ? (
          <RowLink href={file.url} target="_blank" rel="noopener">
            <bdi>{name}</bdi>
            <span className="sr-only"> (opens in a new tab)</span>
          </RowLink>
        ) : (
          <bdi>{name}</bdi>
        )}
        {mark}
      </span>
    </Row>
  );
}

function Lines({ lines, file }: Pick<FileRowProps, 'lines' | 'file'>) {
  return (
    <>
      {[...new Set(lines)].filter(Boolean).map((text) => (
        <p key={text} className="wrap-anywhere whitespace-pre-line">
          <bdi>{text}</bdi>
        </p>
      ))}
      <p className="wrap-anywhere text-ink-3">
        {file ? (
          <>
            <bdi>{file.name}</bdi> · {fileWords(file)}
          </>
        ) : (
          'No file'
        )}
      </p>
    </>
  );
}

function iconOf(file: StoredFile | null) {
  if (!file) return FileX;
  return file.contentType.startsWith('image/') ? Image : FileText;
}
