import Mail from 'lucide-react/icons/mail';
import PhoneIcon from 'lucide-react/icons/phone';
import {
  CardLine,
  CardLines,
  type Column,
  editColumn,
  emailColumn,
  nameColumn,
  phoneColumn,
  RecordCard,
} from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Scene } from '../../web/ui/brand/House.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Email, Phone } from '../../web/ui/display/Facts.tsx';
import { propertiesLine, SERVICE_TYPES, SUPPLIER_LIST, TEXTS } from './listed.ts';
import { PATHS, suppliers } from './supplier.client.ts';
import type { Supplier } from './supplier.ts';

const FILTERS = [
  {
    name: 'serviceType',
    label: 'Service Type',
    placeholder: 'All service types',
    options: SERVICE_TYPES.map((value) => ({ value, label: value })),
  },
];

export function SupplierList() {
  return (
    <RecordList
      resource={suppliers}
      texts={TEXTS}
      paths={PATHS}
      list={SUPPLIER_LIST}
      filters={FILTERS}
      drawing={<Scene of="van" />}
      card={{ height: 252, render: (supplier) => <SupplierCard supplier={supplier} /> }}
      columns={COLUMNS}
    />
  );
}

export function SupplierLogo({ supplier, size = 'default' }: { supplier: Supplier; size?: 'default' | 'large' }) {
  return <Avatar square name={supplier.name} photo={supplier.logo} size={size} />;
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

const COLUMNS: Column<Supplier>[] = [
  nameColumn('Company Name', PATHS, (supplier) => ({
    name: supplier.name,
    lead: <SupplierLogo supplier={supplier} />,
    line: supplier.serviceType,
  })),
  emailColumn('w-[27%]'),
  phoneColumn({ head: 'w-[20%] max-xl:w-[26%]' }),
  { title: 'Properties', head: 'w-[156px]', cell: ({ properties }) => <Badge>{propertiesLine(properties)}</Badge> },
  editColumn(PATHS, ({ name }) => name),
];
