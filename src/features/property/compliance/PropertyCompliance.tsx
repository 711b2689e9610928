/** The nine things to keep in order, and how each stands today. */
import { LinkButton } from '../../../web/records/links.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { DetailSection } from '../../../web/ui/display/Card.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { certificateTitle } from '../papers.ts';
import type { PropertyRecord } from '../property.ts';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type ComplianceItem,
  type ComplianceState,
  complianceState,
  itemFacts,
  stateWords,
  summaryLine,
} from './compliance.ts';

type Props = { property: PropertyRecord; today: string };

const LOOKS = {
  valid: 'good',
  recorded: 'good',
  expiring: 'soon',
  expired: 'bad',
  not_recorded: 'missing',
  not_applicable: 'none',
} as const;

type StatusProps = { item: ComplianceItem; stands: ComplianceState; today: string };

/** How one item stands, as an icon and words: 'Valid until 08 May 2027', 'Expired 02 Nov 2026', 'Not recorded'. */
export function ComplianceStatus({ item, stands, today }: StatusProps) {
  return <StatusState state={LOOKS[stands.state]}>{stateWords(item, stands, today)}</StatusState>;
}

/** The landlord's next step for an item; 'Edit' where it is in order. */
const ACTS: Partial<Record<ComplianceState['state'], string>> = {
  expiring: 'Renew',
  expired: 'Renew',
  not_recorded: 'Add',
};

export function PropertyCompliance({ property, today }: Props) {
  const rows = COMPLIANCE_ITEMS.map((item) => ({ item, stands: complianceState(item, { ...property, today }) }));
  return (
    <DetailSection
      id="compliance"
      title="Compliance"
      beside={summaryLine(rows.map(({ stands }) => stands.state))}
      className="mt-10"
    >
      <Table caption="Compliance">
        <TableHead>
          <HeadCell className="w-[26%]">Item</HeadCell>
          <HeadCell className="w-[32%]">State</HeadCell>
          <HeadCell>Details</HeadCell>
          <HeadCell end className="w-[84px]">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {rows.map(({ item, stands }) => (
            <ItemRow key={item} item={item} stands={stands} property={property} today={today} />
          ))}
        </TableBody>
      </Table>
    </DetailSection>
  );
}

function ItemRow({ item, stands, property, today }: Props & { item: ComplianceItem; stands: ComplianceState }) {
  const act = ACTS[stands.state] ?? 'Edit';
  const details = detailsOf(item, stands, property);
  return (
    <TableRow>
      <Cell narrow="title" className="font-bold">
        {COMPLIANCE_LABELS[item]}
      </Cell>
      <Cell>
        <ComplianceStatus item={item} stands={stands} today={today} />
      </Cell>
      <Cell narrow={details.length > 0 ? 'line' : 'hidden'} className="text-s text-ink-2">
        {details.map((text) => (
          <p key={text} className="wrap-anywhere whitespace-pre-line">
            <bdi>{text}</bdi>
          </p>
        ))}
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2 max-md:-my-2">
        <LinkButton
          to="/dashboard/properties/edit/$id"
          params={{ id: property.id }}
          search={{ tab: 'compliance' }}
          aria-label={`${act}, ${COMPLIANCE_LABELS[item]}`}
          variant="quiet"
          size="small"
        >
          {act}
        </LinkButton>
      </Cell>
    </TableRow>
  );
}

/** The reason of what does not apply; else what is kept beside the state, and the certificate that the date comes from. */
function detailsOf(item: ComplianceItem, stands: ComplianceState, { compliance, certificates }: PropertyRecord) {
  if (stands.state === 'not_applicable') return [stands.reason];
  const day = 'day' in stands ? stands.day : null;
  const proof = certificates.find(
    ({ complianceItem, expirationDate }) => complianceItem === item && day !== null && expirationDate === day,
  );
  const facts = [...itemFacts(item, compliance), ...(proof ? [certificateTitle(proof)] : [])].join(' · ');
  return [...new Set([facts, compliance[item].notes])].filter(Boolean);
}
