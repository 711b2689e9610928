import { Link } from '@tanstack/react-router';
import FileText from 'lucide-react/icons/file-text';
import FileX from 'lucide-react/icons/file-x';
import Image from 'lucide-react/icons/image';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { May, useMay } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Badge } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, DetailSection } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { FileMark } from '../../../web/ui/form/FileShown.tsx';
import { FirstRows, Row, RowLink } from '../../../web/ui/table/Rows.tsx';
import { standing } from '../../compliance/marks.ts';
import { describeFile, type StoredFile } from '../../file/file.ts';
import type { PropertyBills } from '../bills.ts';
import { type Certificate, earlierOf } from '../documents.ts';
import type { PropertyRecord } from '../property.ts';
import { certificateLine, electricalLine, replacedLine } from './detail-lines.ts';
import { EditLink } from './PropertyFacts.tsx';

type Props = { property: PropertyRecord; today: string };

/** Renewed and older certificates are collapsed under 'Earlier'. */
export function PropertyCertificates({ property: { id, certificates }, today }: Props) {
  const earlier = earlierOf(certificates);
  const rowOf = (certificate: Certificate) => {
    const newer = certificates.find((other) => other.id === certificate.replacedBy);
    return (
      <FileRow
        key={certificate.id}
        name={certificate.name}
        mark={!earlier.includes(certificate) && <EndMark day={certificate.expirationDate} today={today} />}
        lines={[
          certificateLine(certificate),
          electricalLine(certificate),
          newer ? replacedLine(newer) : '',
          certificate.notes,
        ]}
        sum={certificate.cost}
        file={certificate.file}
      />
    );
  };
  return (
    <Papers
      propertyId={id}
      tab="certificates"
      title="Certificates"
      papers={certificates.filter((certificate) => !earlier.includes(certificate))}
      none="No certificates yet"
      add="Add a certificate"
      foot={
        earlier.length > 0 && (
          <div className="border-t border-line">
            <Disclosure title="Earlier" line={counted(earlier.length, 'certificate')}>
              <div className="-mx-5 -mt-2 -mb-5 border-t border-line max-md:-mx-4">
                <FirstRows label="Earlier certificates" items={earlier}>
                  {rowOf}
                </FirstRows>
              </div>
            </Disclosure>
          </div>
        )
      }
    >
      {rowOf}
    </Papers>
  );
}

function EndMark({ day, today }: { day: string | null; today: string }) {
  if (day === null) return null;
  const expiryState = standing(day, today);
  if (expiryState === 'valid') return null;
  return expiryState === 'expired' ? <Badge tone="red">Expired</Badge> : <Badge tone="amber">Expiring</Badge>;
}

type InvoicesProps = { property: PropertyRecord; bills: PropertyBills };

/** Invoices and Finance bills, with one row for those that are both. */
export function PropertyInvoices({ property: { id, invoices }, bills: { items = [], add, adding } }: InvoicesProps) {
  const billOf = new Map(items.flatMap((bill) => (bill.invoiceId ? [[bill.invoiceId, bill.id]] : [])));
  const mayAdd = useMay('money.change');
  const known = new Set(invoices.map((invoice) => invoice.id));
  const papers = [
    ...invoices.map(({ id: invoiceId, ...invoice }) => ({ ...invoice, id: invoiceId, bill: billOf.get(invoiceId) })),
    ...items
      .filter(({ invoiceId }) => invoiceId === null || !known.has(invoiceId))
      .map(({ date, ...bill }) => ({ ...bill, invoiceDate: date, bill: bill.id })),
  ];
  return (
    <Papers
      propertyId={id}
      tab="invoices"
      title="Invoices"
      papers={papers}
      none="No invoices yet"
      add="Add an invoice"
      foot={
        <p className="flex justify-between gap-4 border-t border-line px-5 py-3 font-bold max-md:px-4">
          <span>Total</span>
          <span className="figures">{formatPence(papers.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}</span>
        </p>
      }
    >
      {({ id: paperId, description, invoiceDate, amount, file, bill }) => (
        <FileRow
          key={paperId}
          name={description || 'Invoice'}
          lines={[invoiceDate ? formatDay(invoiceDate) : '']}
          sum={amount}
          file={file}
          foot={
            bill ? (
              <Link to="/dashboard/finance" search={{ open: bill }} className="relative">
                In Finance
              </Link>
            ) : !mayAdd ? undefined : amount && invoiceDate ? (
              <Button
                size="small"
                className="relative"
                busy={adding === paperId ? 'Adding...' : undefined}
                onClick={() => add(paperId)}
              >
                Add to Finance
              </Button>
            ) : (
              'Enter an amount and date to add this to Finance'
            )
          }
        />
      )}
    </Papers>
  );
}

type PapersProps<Paper> = {
  propertyId: string;
  /** The form's tab that the link opens. */
  tab: 'certificates' | 'invoices';
  title: string;
  papers: readonly Paper[];
  none: string;
  add: string;
  foot?: ReactNode;
  children: (paper: Paper) => ReactNode;
};

function Papers<Paper>(props: PapersProps<Paper>) {
  const { propertyId: id, tab, title, papers, none, add, foot, children } = props;
  if (papers.length === 0) {
    return (
      <section
        aria-labelledby={tab}
        className="flex flex-wrap items-center gap-x-4 rounded-card border border-line bg-surface px-5 py-2 max-md:px-4"
      >
        <h2 id={tab} className="text-m tracking-normal">
          {title}
        </h2>
        <p className="min-w-0 flex-1 text-s text-ink-2">{none}</p>
        <May need="properties.change">
          <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab }} variant="quiet" size="small">
            {add}
          </LinkButton>
        </May>
      </section>
    );
  }
  const link = (
    <EditLink id={id} tab={tab}>
      {add}
    </EditLink>
  );
  return (
    <DetailSection id={tab} title={title} aside={link}>
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
  mark?: ReactNode;
  lines: readonly string[];
  sum: number | null;
  file: StoredFile | null;
  foot?: ReactNode;
};

function FileRow({ name, mark, lines, sum, file, foot }: FileRowProps) {
  const end = sum !== null && <span className="figures">{formatPence(sum)}</span>;
  return (
    <Row
      lead={<FileMark of={iconOf(file)} />}
      end={end}
      line={
        <>
          <Lines lines={lines} file={file} />
          {foot && <div className="mt-1">{foot}</div>}
        </>
      }
    >
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
            <bdi>{file.name}</bdi> · {describeFile(file)}
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
