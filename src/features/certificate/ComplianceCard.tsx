import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { useMay } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { DetailSection } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, isRenewable } from '../compliance/compliance.ts';
import type { ComplianceItem } from '../compliance/marks.ts';
import {
  ACTS,
  type ComplianceState,
  complianceState,
  itemFacts,
  LOOKS,
  stateWords,
  summaryLine,
  urgency,
} from '../compliance/standing.ts';
import { certificateTitle, itemNamed, openWork } from '../property/documents.ts';
import type { PropertyRecord } from '../property/property.ts';

const RenewCertificate = lazyDialog(async () => (await import('./RenewCertificate.tsx')).RenewCertificate);

type Props = { property: PropertyRecord; today: string };

export function ComplianceCard({ property, today }: Props) {
  const rows = COMPLIANCE_ITEMS.map((item) => ({
    item,
    itemState: complianceState(item, { ...property, today }),
  })).sort((a, b) => urgency(a.itemState) - urgency(b.itemState));
  const [renewing, setRenewing] = useState<{ item: ComplianceItem; open: boolean }>();
  const renewals = useOpenCount(renewing?.open === true);
  return (
    <DetailSection
      id="compliance"
      title="Compliance"
      aside={summaryLine(rows.map(({ itemState }) => itemState.state))}
      className="mt-10"
    >
      <Table caption="Compliance, most urgent first">
        <TableHead>
          <HeadCell className="w-[24%] max-lg:w-[42%]">Item</HeadCell>
          <HeadCell className="w-[30%] max-lg:w-auto">State</HeadCell>
          <HeadCell className="max-lg:hidden">Details</HeadCell>
          <HeadCell className="w-[18%] max-lg:w-14">
            <span className="max-lg:sr-only">Document</span>
          </HeadCell>
          <HeadCell end className="w-[84px]">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {rows.map(({ item, itemState }) => (
            <ItemRow
              key={item}
              item={item}
              itemState={itemState}
              property={property}
              today={today}
              onRenew={() => setRenewing({ item, open: true })}
            />
          ))}
        </TableBody>
      </Table>
      {renewing && (
        <RenewCertificate
          key={renewals}
          property={property}
          about={renewing.item}
          open={renewing.open}
          onOpenChange={(open) => setRenewing({ ...renewing, open })}
        />
      )}
    </DetailSection>
  );
}

type RowProps = Props & {
  item: ComplianceItem;
  itemState: ComplianceState;
  onRenew: () => void;
};

function ItemRow({ item, itemState, property, today, onRenew }: RowProps) {
  const act = ACTS[itemState.state] ?? 'Edit';
  const details = detailsOf(item, itemState, property);
  const file = proofOf(item, itemState, property)?.file;
  const mayChange = useMay('properties.change');
  const work = itemState.state === 'not_applicable' ? null : openWork(item, property.certificates);
  return (
    <TableRow>
      <Cell narrow="title" className="font-bold">
        {COMPLIANCE_LABELS[item]}
      </Cell>
      <Cell>
        <StatusState state={work && LOOKS[itemState.state] !== 'bad' ? 'soon' : LOOKS[itemState.state]}>
          {[stateWords(item, itemState, today), work].filter(Boolean).join('. ')}
        </StatusState>
      </Cell>
      <Cell narrow={details.length > 0 ? 'line' : 'hidden'} className="text-s text-ink-2 md:max-lg:hidden">
        {details.map((text) => (
          <p key={text} className="wrap-anywhere whitespace-pre-line">
            <bdi>{text}</bdi>
          </p>
        ))}
      </Cell>
      <Cell narrow="hidden" className="text-s">
        {file && <DocumentLink file={file} />}
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2 max-md:-my-2">
        {!mayChange ? null : act === 'Renew' && isRenewable(item) ? (
          <Button variant="quiet" size="small" aria-label={`${act}, ${COMPLIANCE_LABELS[item]}`} onClick={onRenew}>
            {act}
          </Button>
        ) : (
          <LinkButton
            to="/dashboard/properties/edit/$id"
            params={{ id: property.id }}
            search={{ tab: 'compliance', item }}
            aria-label={`${act}, ${COMPLIANCE_LABELS[item]}`}
            variant="quiet"
            size="small"
          >
            {act}
          </LinkButton>
        )}
      </Cell>
    </TableRow>
  );
}

/** Medium screens show only the icon. */
export function DocumentLink({ file: { url, name } }: { file: { url: string; name: string } }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      title={name}
      className="inline-flex min-h-6 max-w-full items-center gap-1"
    >
      <Icon of={FileText} className="flex-none" />
      <bdi className="clip max-lg:sr-only">{name}</bdi>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Returns the certificate that supplies the item's date. */
function proofOf(item: ComplianceItem, itemState: ComplianceState, { certificates }: PropertyRecord) {
  const day = 'day' in itemState ? itemState.day : null;
  return certificates.find(
    ({ complianceItem, expirationDate }) => complianceItem === item && day !== null && expirationDate === day,
  );
}

/** Returns the reason if the item does not apply, otherwise its other values, certificate and suggested certificate. */
function detailsOf(item: ComplianceItem, itemState: ComplianceState, property: PropertyRecord) {
  if (itemState.state === 'not_applicable') return [itemState.reason];
  const { compliance, certificates } = property;
  const proof = proofOf(item, itemState, property);
  const unused = certificates.find(({ complianceItem, name }) => complianceItem === null && itemNamed(name) === item);
  const facts = [...itemFacts(item, compliance), ...(proof ? [certificateTitle(proof)] : [])].join(' · ');
  const hint = !proof && unused ? `${certificateTitle(unused)} could be used for its date.` : '';
  return [...new Set([facts, compliance[item].notes, hint])].filter(Boolean);
}
