/** The certificates and invoices of a property, each with the file that opens. */
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
import { standing } from '../compliance/standing.ts';
import type { PropertyRecord } from '../property.ts';
import { certificateLine } from './detail-lines.ts';
import { EditLink } from './PropertyFacts.tsx';

type Props = { property: PropertyRecord; today: string };

export function PropertyCertificates({ property: { id, certificates }, today }: Props) {
  return (
    <Papers
      propertyId={id}
      tab="certificates"
      title="Certificates"
      papers={certificates}
      none="No certificates yet"
      hint="Keep gas, electrical and energy certificates here, with their dates and files."
      add="Add a certificate"
    >
      {(certificate) => (
        <FileRow
          key={certificate.id}
          name={certificate.name}
          mark={<EndMark day={certificate.expirationDate} today={today} />}
          lines={[certificateLine(certificate), certificate.notes]}
          sum={certificate.cost}
          file={certificate.file}
        />
      )}
    </Papers>
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
  return (
    <Papers
      propertyId={id}
      tab="invoices"
      title="Invoices"
      papers={invoices}
      none="No invoices yet"
      hint="Keep what repairs and services cost, with the invoice as a file."
      add="Add an invoice"
      foot={
        <p className="flex justify-between gap-4 border-t border-line px-5 py-3 font-bold max-md:px-4">
          <span>Total</span>
          <span className="figures">{formatPence(invoices.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}</span>
        </p>
      }
    >
      {({ id: invoiceId, description, invoiceDate, amount, file }) => (
        <FileRow
          key={invoiceId}
          name={description || 'Invoice'}
          lines={[invoiceDate ? formatDay(invoiceDate) : '']}
          sum={amount}
          file={file}
        />
      )}
    </Papers>
  );
}

type PapersProps<Paper> = {
  propertyId: string;
  /** Of the form, where they are added. */
  tab: 'certificates' | 'invoices';
  title: string;
  papers: readonly Paper[];
  none: string;
  hint: string;
  /** 'Add a certificate'. */
  add: string;
  /** Below the rows. */
  foot?: ReactNode;
  children: (paper: Paper) => ReactNode;
};

function Papers<Paper>(props: PapersProps<Paper>) {
  const { propertyId: id, tab, title, papers, none, hint, add, foot, children } = props;
  if (papers.length === 0) {
    const action = (
      <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab }}>
        {add}
      </LinkButton>
    );
    return (
      <DetailSection id={tab} title={title}>
        <EmptyState level={3} title={none} words={hint} action={action} />
      </DetailSection>
    );
  }
  const link = (
    <EditLink id={id} tab={tab}>
      {add}
    </EditLink>
  );
  return (
    <DetailSection id={tab} title={title} beside={link}>
      <Card>
        <FirstRows label={title} items={papers} first={3}>
          {children}
        </FirstRows>
        {foot}
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
  /** At the right, in pence. */
  sum: number | null;
  file: StoredFile | null;
};

function FileRow({ name, mark, lines, sum, file }: FileRowProps) {
  const end = sum !== null && <span className="figures">{formatPence(sum)}</span>;
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
