/** What the page of a property says of its keys and of its papers. */
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { Certificate } from './certificate.ts';
import type { PropertyRecord } from './property.ts';

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
