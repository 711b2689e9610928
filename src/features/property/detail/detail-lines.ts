/** Short lines of the page of a property: its keys, its certificates, and what a deletion takes along. */

import { formatDay } from '../../../shared/dates.ts';
import { counted, deletedAlong } from '../../../shared/text.ts';
import { enteredItems } from '../compliance/compliance.ts';
import type { Certificate } from '../papers.ts';
import type { PropertyRecord } from '../property.ts';

type Parts = Pick<PropertyRecord, 'compliance' | 'imageUrl'> &
  Record<'certificates' | 'invoices', readonly { file: unknown }[]>;

/** '2 certificates, 1 invoice and 4 files will be deleted too.'; empty where there is nothing but the property itself. */
export function deletionSummary(property: Parts): string {
  return deletedAlong(belongings(property));
}

/** The same once it is done. */
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

/** '3 Yale, code 0417'; empty where nothing is kept of the keys. */
export function keysLine({ keysAmount, keyType, keyCode }: Pick<PropertyRecord, 'keysAmount' | 'keyType' | 'keyCode'>) {
  const amount = keysAmount === null ? '' : keysAmount.toLocaleString('en-GB');
  const keys = keyType ? [amount, keyType].filter(Boolean).join(' ') : amount && counted(Number(keysAmount), 'key');
  return [keys, keyCode && `code ${keyCode}`].filter(Boolean).join(', ');
}

/** 'Kirkstall Heating · renewed yearly · issued 08 May 2026 · expires 08 May 2027'. */
export function certificateLine({ providerName, renewalFrequency, issueDate, expirationDate }: Certificate): string {
  const renewal = renewalFrequency === 'Other' ? 'other renewal' : `renewed ${renewalFrequency.toLowerCase()}`;
  const days = [issueDate && `issued ${unbroken(issueDate)}`, expirationDate && `expires ${unbroken(expirationDate)}`];
  return [providerName, renewal, ...days].filter(Boolean).join(' · ');
}

/** A day that stays on one line. */
function unbroken(day: string): string {
  return formatDay(day).replaceAll(' ', '\u00a0');
}
