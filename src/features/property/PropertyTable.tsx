/** The list as a table; on a phone each row is a small card. */

import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import type { Ref } from 'react';
import { capitalise } from '../../shared/text.ts';
import { LinkButton } from '../../web/links.client.ts';
import { Cell, HeadCell, TableBody, TableHead, TableRow } from '../../web/ui/Table.tsx';
import { useWindowRows } from '../../web/ui/window-rows.client.ts';
import type { ListedProperties } from './PropertyCards.tsx';
import { PropertyPicture } from './PropertyPicture.tsx';
import { PropertyStatusBadge } from './PropertyStatusBadge.tsx';
import type { Property } from './property.ts';
import { placeLine, rentLine } from './words.ts';

/** Said again because browsers drop a table's meaning when a phone's layout changes its display. */
const TABLE = { role: 'table' } as const;

export function PropertyTable({ items, total, onNearEnd }: ListedProperties) {
  const { container, sample, first, end, above, below } = useWindowRows({
    name: 'properties/table',
    count: items.length,
    estimate: 61,
    overscan: 8,
    onNearEnd,
  });
  return (
    <div className="rounded-card border border-line bg-surface">
      <table {...TABLE} aria-rowcount={total + 1} className="table table-fixed [--row:60px] [--table-top:57px]">
        <caption className="sr-only">Properties</caption>
        <TableHead>
          <HeadCell>Address</HeadCell>
          <HeadCell className="w-[140px] max-lg:hidden">Type</HeadCell>
          <HeadCell end className="w-[68px]">
            Beds
          </HeadCell>
          <HeadCell className="w-[144px]">Status</HeadCell>
          <HeadCell end className="w-[164px]">
            Rent
          </HeadCell>
          <HeadCell end className="w-[72px]">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <Room ref={container} height={above} />
        <TableBody>
          {items.slice(first, end).map((property, index) => (
            <PropertyRow
              key={property.id}
              ref={index === 0 ? sample : undefined}
              property={property}
              place={first + index + 1}
            />
          ))}
        </TableBody>
        <Room height={below} />
      </table>
    </div>
  );
}

type RoomProps = { height: number; ref?: Ref<HTMLTableSectionElement> };

/** Empty room where rows are that are not in the document. */
function Room({ height, ref }: RoomProps) {
  return <tbody ref={ref} aria-hidden="true" className="block" style={{ height }} />;
}

type RowProps = { property: Property; ref: Ref<HTMLTableRowElement> | undefined; place: number };

function PropertyRow({ property, ref, place }: RowProps) {
  const { id, address, propertyType, bedrooms, status } = property;
  return (
    <TableRow ref={ref} aria-rowindex={place + 1}>
      <Cell narrow="title">
        <div className="flex items-center gap-3">
          <div className="w-16 flex-none overflow-clip rounded-mark border border-line">
            <PropertyPicture property={property} size="thumb" />
          </div>
          <div className="min-w-0">
            <Link
              to="/dashboard/properties/$id"
              params={{ id }}
              title={address}
              className="clip block font-bold text-inherit no-underline hover:underline"
            >
              <bdi>{address}</bdi>
            </Link>
            <p className="clip text-s text-ink-2">{placeLine(property)}</p>
          </div>
        </div>
      </Cell>
      <Cell narrow="hidden" className="text-ink-2 max-lg:hidden">
        {capitalise(propertyType)}
      </Cell>
      <Cell end narrow="hidden">
        {bedrooms.toLocaleString('en-GB')}
      </Cell>
      <Cell>
        <PropertyStatusBadge status={status} />
      </Cell>
      <Cell end className="max-md:font-bold">
        {rentLine(property)}
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2">
        <LinkButton
          to="/dashboard/properties/edit/$id"
          params={{ id }}
          aria-label={`Edit, ${address}`}
          title="Edit"
          variant="quiet"
          size="icon"
          icon={Pencil}
        />
      </Cell>
    </TableRow>
  );
}
