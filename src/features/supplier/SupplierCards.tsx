/** The list as cards. */
import { Link } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import PhoneIcon from 'lucide-react/icons/phone';
import { CardLine } from '../../web/records/CardLine.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { RecordCards } from '../../web/records/RecordCards.tsx';
import type { ListedRecords } from '../../web/records/RecordPages.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Phone } from '../../web/ui/display/Phone.tsx';
import { Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { propertiesLine } from './labels.ts';
import { SupplierLogo } from './SupplierLogo.tsx';
import type { Supplier } from './supplier.ts';

export function SupplierCards(listed: ListedRecords<Supplier>) {
  return (
    <RecordCards {...listed} name="suppliers" label="Suppliers" height={252}>
      {(supplier) => <SupplierCard supplier={supplier} />}
    </RecordCards>
  );
}

function SupplierCard({ supplier }: { supplier: Supplier }) {
  const { id, name, email, phone, serviceType } = supplier;
  return (
    <div className="flex flex-1 flex-col p-4">
      <div className="flex items-center gap-3">
        <SupplierLogo supplier={supplier} size="large" />
        <div className="min-w-0">
          <h2 className="text-m tracking-normal">
            <Link
              to="/dashboard/suppliers/$id"
              params={{ id }}
              title={name}
              className="clip block text-inherit no-underline hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
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
        <Badge>{propertiesLine(supplier)}</Badge>
      </p>
      <div className="mt-auto flex gap-2">
        <LinkButton
          to="/dashboard/suppliers/$id"
          params={{ id }}
          aria-label={`View Details, ${name}`}
          className="flex-1"
        >
          View Details
        </LinkButton>
        <LinkButton
          to="/dashboard/suppliers/edit/$id"
          params={{ id }}
          aria-label={`Edit, ${name}`}
          variant="quiet"
          icon={Pencil}
        >
          Edit
        </LinkButton>
      </div>
    </div>
  );
}

export const SHAPE_OF_CARD = (
  <div className="flex flex-col gap-3 p-4">
    <div className="flex items-center gap-3">
      <Skeleton className="size-14 flex-none rounded-control!" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </div>
    </div>
    <Skeleton className="mt-2 h-4 w-4/5" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="my-2 h-6 w-28 rounded-pill!" />
    <Skeleton className="h-control w-full" />
  </div>
);
