/** The list as a table; on a phone each row is a small card. */

import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import { capitalise } from '../../../shared/text.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import type { ListedRecords } from '../../../web/records/RecordPages.tsx';
import { RecordTable } from '../../../web/records/RecordTable.tsx';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { Cell, HeadCell } from '../../../web/ui/table/Table.tsx';
import { PropertyPicture, PropertyStatusBadge } from '../PropertyPicture.tsx';
import { type Property, placeLine, rentLine } from '../property.ts';

export function PropertyTable(listed: ListedRecords<Property>) {
  return (
    <RecordTable {...listed} name="properties" label="Properties" head={HEAD}>
      {(property) => <PropertyCells property={property} />}
    </RecordTable>
  );
}

const HEAD = (
  <>
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
  </>
);

function PropertyCells({ property }: { property: Property }) {
  const { id, address, propertyType, bedrooms, status } = property;
  return (
    <>
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
    </>
  );
}

export const SHAPE_OF_ROW = (
  <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
    <Skeleton className="h-9 w-16" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="ml-auto h-4 w-20" />
  </div>
);
