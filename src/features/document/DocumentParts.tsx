import { Link } from '@tanstack/react-router';
import FileText from 'lucide-react/icons/file-text';
import Flame from 'lucide-react/icons/flame';
import ImageIcon from 'lucide-react/icons/image';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Zap from 'lucide-react/icons/zap';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { IconShape } from '../../web/ui/display/Button.tsx';
import { FileMark } from '../../web/ui/form/FileShown.tsx';
import type { Document, DocumentLink } from './document.ts';
import { type DocumentType, readingText, TYPE_LABELS } from './listed.ts';
import { hitLine } from './rules/hits.ts';

const ICONS: Partial<Record<DocumentType, IconShape>> = {
  gas: Flame,
  electrical: Zap,
  photo: ImageIcon,
  'right-to-rent': ShieldCheck,
};

export const DocumentMark = ({ type }: Pick<Document, 'type'>) => <FileMark of={ICONS[type] ?? FileText} />;

/** Links to the document, or to the record that has the file. */
export function DocumentName({ document, className = '' }: { document: Document; className?: string }) {
  const { id, kind, title, links } = document;
  const look = `clip block text-inherit no-underline hover:underline ${className}`;
  const name = <bdi>{title}</bdi>;
  const [owner] = links;
  if (kind === 'document') {
    return (
      <Link to="/dashboard/documents/$id" params={{ id }} title={title} data-name className={look}>
        {name}
      </Link>
    );
  }
  return owner ? (
    <LinkedRecord link={owner} className={look}>
      {name}
    </LinkedRecord>
  ) : (
    <span className={look}>{name}</span>
  );
}

type LinkedProps = { link: DocumentLink; className?: string; children: ReactNode };

const PAGES = {
  property: '/dashboard/properties/$id',
  tenant: '/dashboard/tenants/$id',
  tenancy: '/dashboard/tenancies/$id',
  supplier: '/dashboard/suppliers/$id',
  repair: '/dashboard/repairs/$id',
} as const;

/** A link to the record. Some kinds of records have no page. */
export function LinkedRecord({ link: { kind, recordId: id }, className, children }: LinkedProps) {
  const look = className ? { className } : {};
  if (kind === 'certificate' || kind === 'deadline') return <span {...look}>{children}</span>;
  if (kind === 'transaction')
    return (
      <Link to="/dashboard/finance" search={{ open: id }} {...look}>
        {children}
      </Link>
    );
  return (
    <Link to={PAGES[kind]} params={{ id }} {...look}>
      {children}
    </Link>
  );
}

const KEPT_WITH = {
  certificate: 'Kept with a certificate',
  invoice: 'Kept with an invoice',
  transaction: 'Kept with a transaction',
};

/** Type, pages, version and date, and whether the text can be searched. */
export function aboutLine(document: Document): string {
  const { kind, type, pages, number, day, withdrawn } = document;
  return [
    TYPE_LABELS[type],
    kind !== 'document' && KEPT_WITH[kind],
    withdrawn && 'Withdrawn',
    pages !== null && counted(pages, 'page'),
    number > 1 && `version ${number}`,
    day && `dated ${formatDay(day)}`,
    readingText(document),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The line of the text that matches the search. */
export function Hit({ around, q }: { around: string | null; q: string }) {
  const parts = hitLine(around, q);
  if (parts.length === 0) return null;
  return (
    <span className="clip block text-s text-ink-2">
      {parts.map(({ at, text, match }) => (match ? <mark key={at}>{text}</mark> : text))}
    </span>
  );
}

/** Shows 'Rohan Mehta, 12 May 2026, confirmed'. */
export function Given({ given }: Pick<Document, 'given'>) {
  if (given.length === 0) return <span className="text-ink-3">–</span>;
  const [first, ...others] = given;
  const more = others.length > 0 ? ` and ${counted(others.length, 'more')}`.replace(/s$/, '') : '';
  return (
    <>
      {first &&
        `${[first.name, formatDay(first.day), first.confirmed && 'confirmed'].filter(Boolean).join(', ')}${more}`}
    </>
  );
}
