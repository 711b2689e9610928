import Pencil from 'lucide-react/icons/pencil';
import { capitalise } from '../../shared/text.ts';
import { May, useMay } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { type Column, editColumn, NameLink, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { House } from '../../web/ui/brand/House.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { bedsLine, PROPERTY_LIST, placeLine, rentLine, STATUS_OPTIONS, statusLine, TEXTS } from './listed.ts';
import { ComplianceMarks, PropertyPicture, PropertyStatusBadge } from './PropertyPicture.tsx';
import { PATHS, properties, useTotals } from './property.client.ts';
import type { Property, PropertyQuery } from './property.ts';

const FILTERS = [
  { name: 'status', need: 'people.see', label: 'Status', placeholder: 'All statuses', options: STATUS_OPTIONS },
  {
    name: 'compliance',
    label: 'Compliance',
    placeholder: 'All compliance',
    options: [
      { value: 'expired', label: 'Expired' },
      { value: 'expiring', label: 'Expiring' },
      { value: 'not_recorded', label: 'Not recorded' },
    ],
  },
] as const;

export function PropertyList() {
  const seesRent = useMay('rent.see');
  return (
    <RecordList
      resource={properties}
      texts={TEXTS}
      paths={PATHS}
      list={PROPERTY_LIST}
      filters={FILTERS}
      drawing={<House type="terraced" seed="" />}
      card={{ height: 352, placeholder: CARD_PLACEHOLDER, render: (property) => <PropertyCard property={property} /> }}
      columns={COLUMNS}
      aside={(query) => (
        <May need="people.see">
          <Statuses query={query} />
        </May>
      )}
      foot={(query) => seesRent && <RentTotal query={query} />}
    />
  );
}

function Statuses({ query }: { query: PropertyQuery }) {
  const totals = useTotals(query);
  return totals && <span>, {statusLine(totals)}</span>;
}

function RentTotal({ query }: { query: PropertyQuery }) {
  const totals = useTotals(query);
  return (
    <p className="flex justify-end gap-4">
      <span className="text-ink-2">Rent total</span>
      <span className="figures font-bold">{totals ? rentLine(totals) : '…'}</span>
    </p>
  );
}

function PropertyCard({ property }: { property: Property }) {
  const { id, address, description, status, tenants } = property;
  return (
    <>
      <div className="relative h-28 overflow-clip border-b border-line">
        <PropertyPicture property={property} size="card" />
        <p className="absolute bottom-3 left-3 flex gap-2">
          <ComplianceMarks property={property} as="badges" />
        </p>
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h2 className="text-m tracking-normal">
          <NameLink to={PATHS.one} id={id} name={address} />
        </h2>
        <div className="flex items-center justify-between gap-2">
          <p className="clip text-ink-2">{placeLine(property)}</p>
          <PropertyStatusBadge status={status} />
        </div>
        <div className="mt-3 flex justify-between gap-3 border-t border-line pt-3">
          <May need="rent.see">
            <p className="figures font-bold">{rentLine(property)}</p>
          </May>
          <p className="clip text-ink-2">{bedsLine(property)}</p>
        </div>
        <May need="people.see">
          <p className="clip" title={tenants.join(', ')}>
            <bdi>{tenants.join(', ') || <span className="text-ink-2">No tenant</span>}</bdi>
          </p>
        </May>
        <p className="clip mt-1 mb-4 min-h-5 text-s text-ink-2">
          <bdi>{description}</bdi>
        </p>
        <div className="mt-auto flex gap-2">
          <LinkButton to={PATHS.one} params={{ id }} aria-label={`View Details, ${address}`} className="flex-1">
            View Details
          </LinkButton>
          <May need={PATHS.change}>
            <LinkButton to={PATHS.edit} params={{ id }} aria-label={`Edit, ${address}`} variant="quiet" icon={Pencil}>
              Edit
            </LinkButton>
          </May>
        </div>
      </div>
    </>
  );
}

const CARD_PLACEHOLDER = (
  <>
    <Skeleton className="h-28 rounded-none!" />
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="mt-3 h-4 w-4/5" />
      <Skeleton className="mb-5 h-3 w-full" />
      <Skeleton className="h-control w-full" />
    </div>
  </>
);

const COLUMNS: Column<Property>[] = [
  nameColumn('Address', PATHS, (property) => ({
    name: property.address,
    lead: (
      <div className="w-16 flex-none overflow-clip rounded-mark border border-line">
        <PropertyPicture property={property} size="thumb" />
      </div>
    ),
    line: placeLine(property),
  })),
  {
    title: 'Type',
    narrow: 'hidden',
    head: 'w-[136px] max-xl:hidden',
    className: 'text-ink-2 max-xl:hidden',
    cell: ({ propertyType }) => capitalise(propertyType),
  },
  {
    title: 'Beds',
    end: true,
    narrow: 'hidden',
    head: 'w-[76px]',
    cell: ({ bedrooms }) => (bedrooms === 0 ? 'Studio' : bedrooms.toLocaleString('en-GB')),
  },
  {
    title: 'Tenants',
    need: 'people.see',
    narrow: 'hidden',
    head: 'w-[180px] max-lg:hidden',
    className: 'max-lg:hidden',
    cell: ({ tenants }) => (
      <p className="clip text-ink-2" title={tenants.join(', ')}>
        <bdi>{tenants.join(', ') || '—'}</bdi>
      </p>
    ),
  },
  {
    title: 'Status',
    head: 'w-[160px]',
    cell: (property) => (
      <div className="flex flex-col items-start gap-px max-md:flex-row max-md:gap-3">
        <PropertyStatusBadge status={property.status} />
        <ComplianceMarks property={property} max={1} small />
      </div>
    ),
  },
  { title: 'Rent', need: 'rent.see', end: true, head: 'w-[164px]', className: 'max-md:font-bold', cell: rentLine },
  editColumn(PATHS, ({ address }) => address),
];
