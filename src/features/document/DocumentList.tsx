import { useQuery } from '@tanstack/react-query';
import { createLink, Link, useSearch } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type ReactNode, useState } from 'react';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import type { Column } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem, MenuLink } from '../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { propertyChoice } from '../property/PropertyPicker.tsx';
import { aboutLine, DocumentMark, DocumentName, Given, Hit, LinkedRecord } from './DocumentParts.tsx';
import { documents, PATHS } from './document.client.ts';
import type { Document } from './document.ts';
import { DOCUMENT_LIST, DOCUMENT_TYPES, TEXTS, TYPE_LABELS } from './listed.ts';

const FILTERS = [
  {
    name: 'type',
    label: 'Type',
    placeholder: 'All types',
    options: DOCUMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
  },
  {
    name: 'served',
    label: 'Served',
    placeholder: 'Served or not',
    options: [
      { value: 'yes', label: 'Served' },
      { value: 'no', label: 'Not served' },
    ],
  },
] as const;

/** Days before its end date from which a document is marked. */
const SOON_DAYS = 60;

/** `missing` lists papers that were not given to everybody. */
export function DocumentList({ missing }: { missing: ReactNode }) {
  return (
    <RecordList
      resource={documents}
      texts={TEXTS}
      counts={[TEXTS.one, 'documents']}
      paths={PATHS}
      list={DOCUMENT_LIST}
      filters={FILTERS}
      columns={COLUMNS}
      note={
        <>
          {missing}
          <OnlyOf />
        </>
      }
      aside={() => (
        <Link to="/dashboard/documents/tidy" className="ml-4">
          Time to tidy
        </Link>
      )}
    />
  );
}

/** A banner with the record to which the list is limited. */
function OnlyOf() {
  const { propertyId = '', tenantId, tenancyId, supplierId } = useSearch({ from: '/dashboard/documents' });
  const { data: property } = useQuery(propertyChoice(propertyId));
  const other = (tenantId && 'a tenant') || (tenancyId && 'a tenancy') || (supplierId && 'a supplier');
  if (!propertyId && !other) return null;
  return (
    <Banner
      tone="blue"
      className="mb-4"
      action={
        <LinkButton to={PATHS.list} size="small">
          Show all
        </LinkButton>
      }
    >
      Only documents of {propertyId ? <bdi>{property?.address ?? 'a property'}</bdi> : other}.
    </Banner>
  );
}

function Title({ document }: { document: Document }) {
  const { q = '' } = useSearch({ from: '/dashboard/documents' });
  return (
    <div className="flex items-center gap-3">
      <DocumentMark type={document.type} />
      <div className="min-w-0">
        <DocumentName document={document} className="font-bold" />
        <p className="clip text-s text-ink-2">{aboutLine(document)}</p>
        <Hit around={document.around} q={q} />
      </div>
    </div>
  );
}

function Ends({ day }: { day: string }) {
  const left = daysBetween(useToday(), day);
  const words = left < 0 ? 'Expired' : left <= SOON_DAYS && `${counted(left, 'day')} left`;
  return (
    <span className={left < 0 ? 'text-red' : left <= SOON_DAYS ? 'text-amber' : ''}>
      <span className="figures">{formatDay(day)}</span>
      {words && <span className="block text-s max-md:ml-2 max-md:inline">{words}</span>}
    </span>
  );
}

const RenewDialog = lazyDialog(async () => (await import('./RenewDialog.tsx')).RenewDialog);
const LinkItem = createLink(MenuLink);

function Actions({ document }: { document: Document }) {
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { id, title, validUntil } = document;
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${title}`} />}>
        {validUntil && <MenuItem onClick={() => setOpen(true)}>Renew</MenuItem>}
        <LinkItem to={PATHS.edit} params={{ id }}>
          Edit
        </LinkItem>
      </Menu>
      <RenewDialog key={openings} document={document} open={open} onOpenChange={setOpen} />
    </>
  );
}

/** Only documents can be served, so a certificate's file can be copied to the documents. */
function KeptActions({ document: { title, type, file, links } }: { document: Document }) {
  const propertyId = links.find(({ kind }) => kind === 'property')?.recordId;
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${title}`} />}>
      <LinkItem to={PATHS.add} search={{ ...(propertyId && { propertyId }), type }} state={{ copyOf: file }}>
        Add to documents
      </LinkItem>
    </Menu>
  );
}

const COLUMNS: Column<Document>[] = [
  { title: 'Document', narrow: 'title', cell: (document) => <Title document={document} /> },
  {
    title: 'Belongs to',
    head: 'w-[24%]',
    cell: ({ links: [first, ...more] }) =>
      first ? (
        <span className="clip block text-ink-2">
          <LinkedRecord link={first} className="text-inherit no-underline hover:underline">
            <bdi>{first.name}</bdi>
          </LinkedRecord>
          {more.length > 0 && ` and ${more.length} more`}
        </span>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  {
    title: 'Valid until',
    label: 'Valid until',
    head: 'w-[130px] max-lg:hidden',
    className: 'max-lg:hidden',
    narrow: 'hidden',
    cell: ({ validUntil }) => (validUntil ? <Ends day={validUntil} /> : <span className="text-ink-3">–</span>),
  },
  {
    title: 'Given to',
    label: 'Given to',
    head: 'w-[22%] max-xl:hidden',
    className: 'max-xl:hidden',
    narrow: 'hidden',
    need: 'people.see',
    cell: ({ given }) => <Given given={given} />,
  },
  {
    title: 'Actions',
    need: PATHS.change,
    silent: true,
    end: true,
    head: 'w-[4.5rem]',
    narrow: 'beside',
    className: 'max-md:row-start-2',
    cell: (document) =>
      document.kind === 'document' ? <Actions document={document} /> : <KeptActions document={document} />,
  },
];
