import { formatDay } from '../../../shared/dates.ts';
import { counted, deletedAlong } from '../../../shared/text.ts';
import { enteredItems } from '../../compliance/compliance.ts';
import { type Certificate, type ELECTRICAL_FIELDS, OUTCOMES } from '../documents.ts';
import { type HomeFacts, unknownOf } from '../home/facts.ts';
import type { PropertyRecord } from '../property.ts';

type Parts = Pick<PropertyRecord, 'compliance' | 'imageUrl'> &
  Record<'certificates' | 'invoices', readonly { file: unknown }[]>;

/** For example, '2 certificates, 1 invoice and 4 files will be deleted too.', or '' without parts. */
export function deletionSummary(property: Parts): string {
  return deletedAlong(belongings(property));
}

/** The deleted parts, for the toast after the deletion. */
export function deletedSummary(property: Parts): string {
  return deletedAlong(belongings(property), true);
}

function belongings({ certificates, compliance, invoices, imageUrl }: Parts) {
  const files = [...certificates, ...invoices].filter(({ file }) => file).length + (imageUrl ? 1 : 0);
  return [
    [certificates.length, 'certificate'],
    [enteredItems(compliance), 'compliance item'],
    [invoices.length, 'invoice'],
    [files, 'file'],
  ] as const;
}

/** For example, '3 Yale, code 0417', or '' without keys. */
export function keysLine({ keysAmount, keyType, keyCode }: Pick<PropertyRecord, 'keysAmount' | 'keyType' | 'keyCode'>) {
  const amount = keysAmount === null ? '' : keysAmount.toLocaleString('en-GB');
  const keys = keyType ? [amount, keyType].filter(Boolean).join(' ') : amount && counted(Number(keysAmount), 'key');
  return [keys, keyCode && `code ${keyCode}`].filter(Boolean).join(', ');
}

type Dated = Pick<Certificate, 'providerName' | 'renewalFrequency' | 'issueDate' | 'expirationDate'>;

/** For example, 'Kirkstall Heating · renewed yearly · issued 08 May 2026 · expires 08 May 2027'. */
export function certificateLine({ providerName, renewalFrequency, issueDate, expirationDate }: Dated): string {
  const renewal = renewalFrequency === 'Other' ? 'other renewal' : `renewed ${renewalFrequency.toLowerCase()}`;
  const days = [issueDate && `issued ${unbroken(issueDate)}`, expirationDate && `expires ${unbroken(expirationDate)}`];
  return [providerName, renewal, ...days].filter(Boolean).join(' · ');
}

type Electrical = Pick<Certificate, (typeof ELECTRICAL_FIELDS)[number]>;

/** For example, 'C2: potentially dangerous · work done 20 Mar 2026 · confirmed to tenant 25 Mar 2026'. */
export function electricalLine({ outcome, workDue, workDone, ...confirmed }: Electrical): string {
  const { confirmedToTenant: tenant, confirmedToCouncil: council } = confirmed;
  return [
    outcome && OUTCOMES[outcome],
    workDue && !workDone && `work due ${unbroken(workDue)}`,
    workDone && `work done ${unbroken(workDone)}`,
    tenant && `confirmed to tenant ${unbroken(tenant)}`,
    council && `confirmed to council ${unbroken(council)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** For example, 'Replaced by “Gas safety record”, issued 08 May 2027'. */
export function replacedLine({ name, issueDate }: Pick<Certificate, 'name' | 'issueDate'>): string {
  return `Replaced by “${name.trim()}”${issueDate ? `, issued ${unbroken(issueDate)}` : ''}`;
}

/** For example, 'Gas · 2 storeys · 5 people in 2 households · 3 facts not known', or '' without answers. */
export function homeFactsLine(facts: HomeFacts): string {
  const { country, gas, storeys, combustionRooms, people, households, letByRoom, leasehold } = facts;
  const unknown = unknownOf(facts).length;
  return [
    country,
    gas !== null && (gas ? 'Gas' : 'No gas'),
    storeys !== null && counted(storeys, 'storey'),
    combustionRooms !== null && `${counted(combustionRooms, 'room')} with a fuel-burning appliance`,
    peopleText({ people, households }),
    letByRoom !== null && (letByRoom ? 'Let by the room' : 'Let as a whole'),
    leasehold !== null && (leasehold ? 'Leasehold' : 'Freehold'),
    unknown > 0 && `${counted(unknown, 'fact')} not known`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** For example, '5 people in 2 households', or '' without an answer. */
function peopleText({ people, households }: Pick<HomeFacts, 'people' | 'households'>): string {
  const homes = households === null ? '' : counted(households, 'household');
  return [people === null ? '' : counted(people, 'person', 'people'), homes].filter(Boolean).join(' in ');
}

function unbroken(day: string): string {
  return formatDay(day).replaceAll(' ', '\u00a0');
}
