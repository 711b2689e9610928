/** Emails about a repair, to tenants, suppliers and landlords. Mail programs show those of one repair as a thread. */
import type { Email } from '../../outside/mail/mail.ts';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { STATE_LABELS, type State } from './listed.ts';

export type EventFacts = {
  id: string;
  repairId: string;
  kind: string;
  side: 'landlord' | 'tenant' | 'supplier' | 'system';
  name: string;
  text: string;
  was: string | null;
  isNow: string | null;
  number: number;
  title: string;
  /** The property's address, or only its street and town for a supplier without the job. */
  place: string;
  reason: string;
  bookedFrom: Date | null;
  bookedUntil: Date | null;
  proposedFrom: Date | null;
  proposedUntil: Date | null;
  landlord: string;
  replyTo: string;
};

type To = { to: string; recipient: string; url: string | null };

const time = (from: Date | null, until: Date | null) =>
  from && until ? `${formatInstantAsDay(from)}, ${formatInstantAsTime(from)} to ${formatInstantAsTime(until)}` : '';

function email(
  { id, repairId, number, title, place, landlord, replyTo }: EventFacts,
  { to, recipient, url }: To,
  { side, paragraphs, label }: { side: string; paragraphs: string[]; label: string },
): Email {
  return {
    to,
    // Equal for all emails of a repair, so that mail programs show one thread.
    subject: `Repair ${number}: ${title}`,
    paragraphs: [`Hello ${recipient},`, ...paragraphs.filter(Boolean), place],
    ...(url && { action: { label, url } }),
    onBehalfOf: { name: landlord, replyTo },
    messageId: `repair-${id}-${side}`,
    thread: `repair-${repairId}`,
  };
}

/** Undefined for events without an email to tenants. */
export function tenantEmail(event: EventFacts, to: To): Email | undefined {
  const paragraphs = tenantParagraphs(event);
  return paragraphs && email(event, to, { side: 'tenant', paragraphs, label: 'Open your repair' });
}

const ACCEPTED_FROM: Partial<Record<State, string>> = {
  booked: 'The visit will not take place. Your landlord will arrange another one.',
  'on-hold': 'The repair is no longer on hold.',
};

function tenantParagraphs(event: EventFacts): string[] | undefined {
  const { kind, side, text, isNow, landlord, reason, number } = event;
  if (kind === 'reported')
    return [
      `${landlord} has received your report, with number ${number}. Use your link to follow it, add photos or send a message.`,
      'If you smell gas, call 0800 111 999. If someone is in danger, call 999.',
    ];
  if (side === 'tenant') return undefined;
  if (kind === 'message') return [`${landlord} wrote:`, text];
  if (kind === 'proposed')
    return [
      `Does this time suit you? ${time(event.proposedFrom, event.proposedUntil)}`,
      text,
      'Use your link to confirm it or propose another.',
    ];
  if (kind !== 'moved') return undefined;
  const because = reason ? `Reason: ${reason}` : '';
  const paragraphs: Partial<Record<State, string[]>> = {
    accepted: [ACCEPTED_FROM[event.was as State] ?? `${landlord} has accepted your report.`],
    booked: [`A visit is booked: ${time(event.bookedFrom, event.bookedUntil)}.`],
    done: ['The repair is reported as done. Is it fixed? If not, use your link and select ‘Not fixed’.', text],
    'on-hold': [`${landlord} has put the repair on hold.`, because],
    declined: [`${landlord} has declined this repair.`, because],
    cancelled: [`${landlord} has cancelled this repair.`, because],
    closed: ['The repair is closed. If the problem returns within 30 days, use your link and select ‘Came back’.'],
  };
  return paragraphs[isNow as State];
}

/** An email to a person who reported on a poster's page, and has no link. */
export function posterEmail(event: EventFacts, to: Omit<To, 'url'>): Email {
  const paragraphs = [
    `${event.landlord} has received your report, with number ${event.number}.`,
    'If you smell gas, call 0800 111 999. If someone is in danger, call 999.',
  ];
  return email(event, { ...to, url: null }, { side: 'tenant', paragraphs, label: '' });
}

/** Undefined for events without an email to suppliers. */
export function supplierEmail(event: EventFacts, to: To): Email | undefined {
  const paragraphs = supplierParagraphs(event);
  return paragraphs && email(event, to, { side: 'supplier', paragraphs, label: 'Open the job' });
}

function supplierParagraphs(event: EventFacts): string[] | undefined {
  const { kind, side, text, isNow, landlord, title } = event;
  if (side === 'supplier' && kind !== 'given') return undefined;
  if (kind === 'asked')
    return [
      `${landlord} asks you for a quote: ${title}.`,
      text,
      'Open the link to see photos and times, and to answer.',
    ];
  if (kind === 'given')
    return [`${landlord} has given you this job: ${title}.`, 'The link shows the address and how to get in.'];
  if (kind === 'lost') return ['This job has gone to somebody else. Thank you for your answer.'];
  if (kind === 'message') return [`${landlord} wrote:`, text];
  if (kind === 'proposed')
    return [
      `${side === 'tenant' ? 'The tenant' : landlord} proposes ${time(event.proposedFrom, event.proposedUntil)}.`,
      text,
      'Use your link to confirm it or propose another time.',
    ];
  if (kind !== 'moved') return undefined;
  if (isNow === 'booked') return [`The visit is booked: ${time(event.bookedFrom, event.bookedUntil)}.`];
  if (isNow === 'in-progress' && event.was === 'done') return ['The tenant reports that it is not fixed.', text];
  if (isNow === 'cancelled' || isNow === 'on-hold') return [`This job is ${STATE_LABELS[isNow].toLowerCase()}.`, text];
  return undefined;
}

/** Undefined for events without an email to landlords. */
export function landlordEmail(event: EventFacts, to: To): Email | undefined {
  const { kind, side, text, name, isNow } = event;
  if (side !== 'tenant' && side !== 'supplier') return undefined;
  // Covered by the email of 'refused'.
  if (side === 'supplier' && kind === 'moved' && isNow === 'accepted') return undefined;
  const who = name || (side === 'tenant' ? 'The tenant' : 'The supplier');
  const paragraphs: Record<string, string[]> = {
    reported: [`${who} has reported a repair.`],
    message: [`${who} wrote:`, text],
    quoted: [`${who} has given a quote: £${isNow}, VAT included.`, text],
    refused: [`${who} cannot do this job.`, text],
    given: [`${who} has the job, as the offer was within your limit.`],
    proposed: [`${who} proposes ${time(event.proposedFrom, event.proposedUntil)}.`, text],
    billed: [`${who} has sent invoice ${isNow}.`],
    moved: [`${who} has moved it to: ${STATE_LABELS[isNow as State] ?? ''}.`, text],
  };
  const content = paragraphs[kind];
  return (
    content &&
    email({ ...event, landlord: 'Tenure' }, to, { side: 'landlord', paragraphs: content, label: 'Open the repair' })
  );
}
