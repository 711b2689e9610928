/** What is deleted with a property, counted in words: before, in the question, and after. */
import { counted } from '../../shared/text.ts';
import { enteredItems } from './compliance-words.ts';
import type { PropertyRecord } from './property.ts';

type Parts = Pick<PropertyRecord, 'certificates' | 'compliance' | 'invoices' | 'imageUrl'>;

/** '2 certificates, 1 invoice and 4 files go with it.'; empty where there is nothing but the property itself. */
export function deletionSummary(property: Parts): string {
  const { list, single } = belongings(property);
  return list && `${list} ${single ? 'goes' : 'go'} with it.`;
}

/** The same once it is done. */
export function deletedSummary(property: Parts): string {
  const { list } = belongings(property);
  return list && `${list} went with it.`;
}

/** `single`: whether it is one thing, for the verb. */
function belongings({ certificates, compliance, invoices, imageUrl }: Parts): { list: string; single: boolean } {
  const files = [...certificates, ...invoices].filter(({ file }) => file).length + (imageUrl ? 1 : 0);
  const counts = [
    [certificates.length, 'certificate'],
    [enteredItems(compliance), 'compliance item'],
    [invoices.length, 'invoice'],
    [files, 'file'],
  ] as const;
  const some = counts.filter(([count]) => count > 0);
  const list = new Intl.ListFormat('en-GB').format(some.map(([count, noun]) => counted(count, noun)));
  return { list, single: some.length === 1 && some[0]?.[0] === 1 };
}
