/** How one compliance item stands, as an icon and words: 'Valid until 08 May 2027', 'Expired 02 Nov 2026', 'Not recorded'. */
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import type { ComplianceItem, ComplianceState } from './compliance.ts';
import { stateWords } from './compliance-lines.ts';

const LOOKS = {
  valid: 'good',
  recorded: 'good',
  expiring: 'soon',
  expired: 'bad',
  not_recorded: 'missing',
  not_applicable: 'none',
} as const;

type Props = { item: ComplianceItem; stands: ComplianceState; today: string };

export function ComplianceStatus({ item, stands, today }: Props) {
  return <StatusState state={LOOKS[stands.state]}>{stateWords(item, stands, today)}</StatusState>;
}
