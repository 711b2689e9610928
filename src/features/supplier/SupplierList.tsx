/** /dashboard/suppliers: the firms a landlord calls. */
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import { LinkButton } from '../../web/records/links.client.ts';
import { CardLine, CardLines, NameWithLine, QUIET_LINK, RecordCard } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Email, Phone } from '../../web/ui/display/Facts.tsx';
import { Cell, HeadCell } from '../../web/ui/table/Table.tsx';
import { PATHS, suppliers } from './supplier.client.ts';
import { propertiesLine, SUPPLIER, SUPPLIER_LIST, type Supplier, TEXTS } from './supplier.ts';

const { label, options } = SUPPLIER.shape.serviceType;
const FILTERS = [{ name: 'serviceType', label, placeholder: 'All service types', options }];

export function SupplierList() {
  return (
    <RecordList
      resource={suppliers}
      texts={TEXTS}
      paths={PATHS}
      list={SUPPLIER_LIST}
      filters={FILTERS}
      card={{ height: 252, render: (supplier) => <SupplierCard supplier={supplier} /> }}
      table={{ head: HEAD, cells: (supplier) => <SupplierCells supplier={supplier} /> }}
    />
  );
}

type LogoProps = { supplier: Pick<Supplier, 'name' | 'logo'>; size?: 'default' | 'large' };

export function SupplierLogo({ supplier: { name, logo }, size = 'default' }: LogoProps) {
  return <Avatar square name={name} photo={logo} size={size} />;
}

function SupplierCard({ supplier }: { supplier: Supplier }) {
  return (
    <RecordCard
      paths={PATHS}
      record={supplier}
      lead={<SupplierLogo supplier={supplier} size="large" />}
      line={supplier.serviceType}
      view="View Details"
    >
      <CardLines>
        <CardLine icon={Mail}>
          <Email address={supplier.email} />
        </CardLine>
        <CardLine icon={PhoneIcon}>
          <Phone number={supplier.phone} />
        </CardLine>
      </CardLines>
      <p className="mt-3 mb-4">
        <Badge>{propertiesLine(supplier.properties)}</Badge>
      </p>
    </RecordCard>
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
  const { id, name, email, phone, serviceType, properties } = supplier;
  const edit = { params: { id }, 'aria-label': `Edit, ${name}`, title: 'Edit', icon: Pencil };
  return (
    <>
      <Cell narrow="title">
        <NameWithLine paths={PATHS} record={supplier} lead={<SupplierLogo supplier={supplier} />} line={serviceType} />
      </Cell>
      <Cell narrow="hidden" className="max-xl:hidden">
        <Email address={email} className="clip block text-ink-2 no-underline hover:underline" />
      </Cell>
      <Cell>
        <p className={QUIET_LINK}>
          <Phone number={phone} />
        </p>
      </Cell>
      <Cell>
        <Badge>{propertiesLine(properties)}</Badge>
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2">
        <LinkButton to={PATHS.edit} variant="quiet" size="icon" {...edit} />
      </Cell>
    </>
  );
}
