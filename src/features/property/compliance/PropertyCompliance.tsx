/** The nine things to keep in order, and how each stands today. */
import { LinkButton } from '../../../web/records/links.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { DetailSection } from '../../../web/ui/display/Card.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { certificateTitle } from '../part-labels.ts';
import type { PropertyRecord } from '../property.ts';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type ComplianceItem,
  type ComplianceState,
  complianceState,
} from './compliance.ts';
import { itemFacts, stateWords, summaryLine } from './compliance-lines.ts';

type Props = { property: PropertyRecord; today: string };

/** How each state looks, and what a landlord would do about it. */
const LOOKS = {
  valid: { state: 'good', act: 'Edit' },
  recorded: { state: 'good', act: 'Edit' },
  expiring: { state: 'soon', act: 'Renew' },
  expired: { state: 'bad', act: 'Renew' },
  not_recorded: { state: 'missing', act: 'Add' },
  not_applicable: { state: 'none', act: 'Edit' },
} as const;

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
  const { state, act } = LOOKS[stands.state];
  const details = detailsOf(item, stands, property);
  return (
    <TableRow>
      <Cell narrow="title" className="font-bold">
        {COMPLIANCE_LABELS[item]}
      </Cell>
      <Cell>
        <StatusState state={state}>{stateWords(item, stands, today)}</StatusState>
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
