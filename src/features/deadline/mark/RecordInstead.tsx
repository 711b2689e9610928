/** 'Done' only ticks a deadline off. The record that proves it also sets the next deadline. */
import { Link } from '@tanstack/react-router';
import type { Deadline } from '../deadline.ts';
import type { Kind } from '../listed.ts';

/** Link text by rule, or else by kind. Rules and kinds without a record are omitted. */
const RECORDS: Partial<
  Record<Kind | 'gas-next' | 'electrical-next' | 'electrical-work' | 'electrical-proof' | 'deposit-protect', string>
> = {
  'gas-next': 'renew the certificate',
  'electrical-next': 'renew the certificate',
  'electrical-work': 'enter the day of the work in the certificate',
  'electrical-proof': 'enter the confirmations in the certificate',
  'deposit-protect': 'enter the day in the deposit',
  gas: 'serve the record, or enter how you gave it',
  electrical: 'serve the report, or enter how you gave it',
  energy: 'renew the certificate',
  alarms: 'enter the check in the compliance list',
  licence: 'add the new licence',
  papers: 'serve the paper, or enter how you gave it',
  deposit: 'serve the information, or enter the day in the deposit',
  'right-to-rent': 'add the check to the tenancy',
  request: 'enter your answer',
};

const recordInstead = ({ rule, kind }: Pick<Deadline, 'rule' | 'kind'>): string | undefined =>
  RECORDS[rule as keyof typeof RECORDS] ?? RECORDS[kind];

export function RecordInstead({ deadline }: { deadline: Deadline }) {
  const words = recordInstead(deadline);
  if (!words) return null;
  return (
    <p className="text-s text-ink-2">
      This only ticks the deadline off. To keep proof, and to be reminded of the next one,{' '}
      <Place deadline={deadline}>{words}</Place> instead.
    </p>
  );
}

function Place({
  deadline: { rule, subject, tenancyId, propertyId: id, kind },
  children,
}: {
  deadline: Deadline;
  children: string;
}) {
  if (tenancyId !== null && kind !== 'alarms')
    return (
      <Link to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
        {children}
      </Link>
    );
  if (rule === 'electrical-work' || rule === 'electrical-proof')
    return (
      <Link to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab: 'certificates', item: subject }}>
        {children}
      </Link>
    );
  if (kind === 'alarms')
    return (
      <Link to="/dashboard/properties/edit/$id" params={{ id }} search={{ tab: 'compliance', item: 'alarms' }}>
        {children}
      </Link>
    );
  return (
    <Link to="/dashboard/properties/$id" params={{ id }}>
      {children}
    </Link>
  );
}
