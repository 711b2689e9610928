/** The list as a table; on a phone each row is a small card. */
import { Link } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import { LinkButton } from '../../web/records/links.client.ts';
import type { ListedRecords } from '../../web/records/RecordPages.tsx';
import { RecordTable } from '../../web/records/RecordTable.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Phone } from '../../web/ui/display/Phone.tsx';
import { Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { Cell, HeadCell } from '../../web/ui/table/Table.tsx';
import { propertiesLine } from './labels.ts';
import { SupplierLogo } from './SupplierLogo.tsx';
import type { Supplier } from './supplier.ts';

export function SupplierTable(listed: ListedRecords<Supplier>) {
  return (
    <RecordTable {...listed} name="suppliers" label="Suppliers" head={HEAD}>
      {(supplier) => <SupplierCells supplier={supplier} />}
    </RecordTable>
  );
}

const HEAD = (
  <>
    <HeadCell>Company Name</HeadCell>
    <HeadCell className="w-[27%] max-xl:hidden">Email</HeadCell>
    <HeadCell className="w-[20%] max-xl:w-[26%]">Phone</HeadCell>
    <HeadCell className="w-[156px]">Properties</HeadCell>
    <HeadCell end className="w-[72px]">
      <span className="sr-only">Actions</span>
    </HeadCell>
  </>
);

function SupplierCells({ supplier }: { supplier: Supplier }) {
  const { id, name, email, phone, serviceType } = supplier;
  return (
    <>
      <Cell narrow="title">
        <div className="flex items-center gap-3">
          <SupplierLogo supplier={supplier} />
          <div className="min-w-0">
            <Link
              to="/dashboard/suppliers/$id"
              params={{ id }}
              title={name}
              className="clip block font-bold text-inherit no-underline hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            <p className="clip text-s text-ink-2">{serviceType}</p>
          </div>
        </div>
      </Cell>
      <Cell narrow="hidden" className="max-xl:hidden">
        <a href={`mailto:${email}`} title={email} className="clip block text-ink-2 no-underline hover:underline">
          <bdi>{email}</bdi>
        </a>
      </Cell>
      <Cell>
        <p className="clip [&_a]:text-inherit [&_a]:no-underline [&_a]:hover:underline">
          <Phone number={phone} />
        </p>
      </Cell>
      <Cell>
        <Badge>{propertiesLine(supplier)}</Badge>
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2">
        <LinkButton
          to="/dashboard/suppliers/edit/$id"
          params={{ id }}
          aria-label={`Edit, ${name}`}
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
    <Skeleton className="size-8 flex-none rounded-control!" />
    <Skeleton className="h-4 w-1/4" />
    <Skeleton className="h-4 w-1/4 max-md:hidden" />
    <Skeleton className="ml-auto h-6 w-24 rounded-pill!" />
  </div>
);
