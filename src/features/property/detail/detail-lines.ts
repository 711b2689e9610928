/** Short texts about a property: keys, certificates, and the parts deleted with it. */

import { formatDay } from '../../../shared/dates.ts';
import { counted, deletedAlong } from '../../../shared/text.ts';
import { enteredItems } from '../compliance/compliance.ts';
import type { Certificate } from '../documents.ts';
import type { PropertyRecord } from '../property.ts';

type Parts = Pick<PropertyRecord, 'compliance' | 'imageUrl'> &
  Record<'certificates' | 'invoices', readonly { file: unknown }[]>;

/** '2 certificates, 1 invoice and 4 files will be deleted too.'; '' without parts. */
export function deletionSummary(property: Parts): string {
  return deletedAlong(belongings(property));
}

/** The same after the deletion. */
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

/** '3 Yale, code 0417'; '' without keys. */
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

function unbroken(day: string): string {
  return formatDay(day).replaceAll(' ', '\u00a0');
}
