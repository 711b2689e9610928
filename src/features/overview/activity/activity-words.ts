/** An activity as a sentence. */
import { capitalise, counted } from '../../../shared/text.ts';
import { entryLines } from '../../property/history/history-lines.ts';
import { isOfProperty, type KeptActivity } from './activity.ts';

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026', '12 transactions added', 'Status: vacant → maintenance and 2 more changes'. */
export function activityWords(activity: KeptActivity): string {
  if (isOfProperty(activity)) {
    const [first = '', ...more] = entryLines(activity);
    return more.length > 0 ? `${first} and ${counted(more.length, 'more change')}` : first;
  }
  const { noun, action, label, count, changes } = activity;
  if (count > 1) return `${counted(count, noun)} ${action}`;
  const paid = changes?.some(({ field, is }) => field === 'status' && is === 'completed');
  return `${capitalise(noun)}${label ? ` “${label}”` : ''} ${noun === 'transaction' && paid ? 'marked as paid' : action}`;
}
