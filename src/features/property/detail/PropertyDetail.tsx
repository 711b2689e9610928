import { useMutation } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import FileText from 'lucide-react/icons/file-text';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { May, useToday } from '../../../web/http/session.client.ts';
import { DeleteDialog } from '../../../web/records/detail/DeleteDialog.tsx';
import { DetailPage } from '../../../web/records/detail/DetailPage.tsx';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead, TWO_COLUMNS } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { PropertyHistory } from '../history/PropertyHistory.tsx';
import { placeLine, TEXTS } from '../listed.ts';
import { ComplianceMarks, PropertyStatusBadge } from '../PropertyPicture.tsx';
import { PATHS, properties } from '../property.client.ts';
import type { PropertyRecord } from '../property.ts';
import { deletedSummary, deletionSummary } from './detail-lines.ts';
import { ExpiresNext } from './ExpiresNext.tsx';
import { PropertyCertificates, PropertyInvoices } from './PropertyDocuments.tsx';
import { type DeletionTexts, PropertyFacts, type PropertySlots } from './PropertyFacts.tsx';

export function PropertyDetail({ slots }: { slots: PropertySlots }) {
  const { id } = useParams({ from: PATHS.one });
  return (
    <DetailPage
      resource={properties}
      id={id}
      title={TEXTS.detailTitle}
      head={(property) => ({
        title: property.address,
        line: placeLine(property),
        below: (
          <>
            <PropertyStatusBadge status={property.status} />
            <a
              href="#compliance"
              className="flex flex-wrap gap-x-4 text-inherit no-underline empty:hidden hover:underline"
            >
              <ComplianceMarks property={property} />
            </a>
          </>
        ),
      })}
      list={{ to: PATHS.list, words: TEXTS.title }}
      words={{ failed: TEXTS.detailFailed, missing: TEXTS.notFound }}
      actions={(record) => (
        <May need={PATHS.change}>
          <PropertyActions id={id} record={record} slots={slots} />
        </May>
      )}
      placeholder={<DetailPlaceholder facts />}
    >
      {(property, record) => (
        <>
          <NextSteps id={id} />
          <slots.Summary propertyId={id} expires={<ExpiresNext property={property} />} />
          <PropertyFacts property={property} record={record} slots={slots} />
          {record ? <Parts property={record} slots={slots} /> : <DetailPlaceholder facts={false} />}
        </>
      )}
    </DetailPage>
  );
}

/** Shown after adding a property, until leaving its page. */
function NextSteps({ id }: { id: string }) {
  const justAdded = useLocation({ select: ({ state }) => state.justAdded });
  if (!justAdded) return null;
  return (
    <Card aria-labelledby="next-steps" className="mb-5">
      <CardHead id="next-steps" title="Next steps" />
      <div className="flex flex-wrap gap-2 px-5 py-4 max-md:px-4">
        <LinkButton to="/dashboard/tenants/add" state={{ propertyId: id }} icon={UserPlus}>
          Add a tenant
        </LinkButton>
        <LinkButton to={PATHS.edit} params={{ id }} search={{ tab: 'certificates' }} icon={FileText}>
          Add certificates
        </LinkButton>
        <LinkButton to={PATHS.edit} params={{ id }} search={{ tab: 'compliance', item: 'gasSafety' }} icon={ListChecks}>
          Check compliance
        </LinkButton>
        <LinkButton to={PATHS.add} variant="quiet" icon={Plus}>
          Add another property
        </LinkButton>
      </div>
    </Card>
  );
}

function Parts({
  property,
  slots: { Compliance, Suppliers, Bills, Licences, Documents, Repairs, Loans },
}: {
  property: PropertyRecord;
  slots: PropertySlots;
}) {
  const today = useToday();
  return (
    <>
      <Compliance property={property} today={today} />
      <div className="mt-10 grid grid-cols-2 items-start gap-x-5 gap-y-8 max-lg:grid-cols-1">
        <PropertyCertificates property={property} today={today} />
        <Licences property={property} />
        <Bills propertyId={property.id}>{(bills) => <PropertyInvoices property={property} bills={bills} />}</Bills>
        <Documents propertyId={property.id} address={property.address} />
        <Repairs propertyId={property.id} />
        <Suppliers propertyId={property.id} />
        <Loans propertyId={property.id} />
        <PropertyHistory id={property.id} today={today} />
      </div>
    </>
  );
}

type ActionProps = { id: string; record: PropertyRecord | undefined; slots: PropertySlots };

/** Deletion is disabled while `record` loads, since its parts are unknown. */
function PropertyActions({ id, record, slots: { OtherRecords } }: ActionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Trash2} disabled={!record} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LinkButton to={PATHS.edit} params={{ id }} icon={Pencil}>
        Edit Property
      </LinkButton>
      {record && (
        <OtherRecords propertyId={id}>
          {(others) => <DeleteProperty property={record} others={others} open={asking} onOpenChange={setAsking} />}
        </OtherRecords>
      )}
    </>
  );
}

type DeleteProps = {
  property: PropertyRecord;
  others: DeletionTexts[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function DeleteProperty({ property, others, ...dialog }: DeleteProps) {
  const more = [deletedSummary(property), ...others.map(({ after }) => after)].filter(Boolean).join(' ');
  const { mutateAsync: remove } = useMutation(properties.remove({ more }));
  return (
    <DeleteDialog
      {...dialog}
      record={property}
      resource={properties}
      remove={remove}
      list={PATHS.list}
      title={TEXTS.deleteTitle}
      question={TEXTS.deleteQuestion}
    >
      <p className="font-bold text-ink wrap-anywhere">{property.address}</p>
      <p className="wrap-anywhere">{placeLine(property)}</p>
      <div className="mt-3 empty:hidden">
        {[deletionSummary(property), ...others.map(({ before }) => before)].filter(Boolean).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </DeleteDialog>
  );
}

/** `facts` includes placeholders for the facts, which are not needed if a list has loaded the property. */
function DetailPlaceholder({ facts }: { facts: boolean }) {
  return (
    <Loading label={TEXTS.loadingOne}>
      {facts && (
        <div className={TWO_COLUMNS}>
          <Card className="overflow-clip">
            <Skeleton className="aspect-[2/1] rounded-none!" />
            <div className="flex flex-col gap-4 p-5">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-10 w-full" />
            </div>
          </Card>
          <Card pad>
            <Skeleton className="h-16 w-full" />
          </Card>
        </div>
      )}
      <Skeleton className="mt-10 mb-4 h-6 w-32" />
      <Card pad className="flex flex-col gap-6">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </Card>
    </Loading>
  );
}
