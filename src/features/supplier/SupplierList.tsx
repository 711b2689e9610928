/** /dashboard/suppliers: the firms a landlord calls. */
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import { initials } from '../../shared/text.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { CardLine } from '../../web/records/list/CardLine.tsx';
import { NameLink, RecordList } from '../../web/records/list/RecordList.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Phone } from '../../web/ui/display/Facts.tsx';
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

/** The initials where there is no logo. */
export function SupplierLogo({ supplier: { name, logo }, size = 'default' }: LogoProps) {
  return (
    <Avatar square initials={initials(name)} size={size} {...(logo !== null && { image: `${logo}?size=thumb` })} />
  );
}

function SupplierCard({ supplier }: { supplier: Supplier }) {
  const { id, name, email, phone, serviceType, properties } = supplier;
  return (
    <div className="flex flex-1 flex-col p-4">
      <div className="flex items-center gap-3">
        <SupplierLogo supplier={supplier} size="large" />
        <div className="min-w-0">
          <h2 className="text-m tracking-normal">
            <NameLink to={PATHS.one} id={id} name={name} />
          </h2>
          <p className="clip text-ink-2">{serviceType}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-1 border-t border-line pt-3 max-md:gap-0 max-md:pt-1">
        <CardLine icon={Mail}>
          <a href={`mailto:${email}`} title={email}>
            <bdi>{email}</bdi>
          </a>
        </CardLine>
        <CardLine icon={PhoneIcon}>
          <Phone number={phone} />
        </CardLine>
      </div>
      <p className="mt-3 mb-4">
        <Badge>{propertiesLine(properties)}</Badge>
      </p>
      <div className="mt-auto flex gap-2">
        <LinkButton to={PATHS.one} params={{ id }} aria-label={`View Details, ${name}`} className="flex-1">
          View Details
        </LinkButton>
        <LinkButton to={PATHS.edit} params={{ id }} aria-label={`Edit, ${name}`} variant="quiet" icon={Pencil}>
          Edit
        </LinkButton>
      </div>
    </div>
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
  return (
    <>
      <Cell narrow="title">
        <div className="flex items-center gap-3">
          <SupplierLogo supplier={supplier} />
          <div className="min-w-0">
            <NameLink to={PATHS.one} id={id} name={name} className="font-bold" />
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
        <Badge>{propertiesLine(properties)}</Badge>
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2">
        <LinkButton
          to={PATHS.edit}
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
