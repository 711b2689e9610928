/** Each noun's activity texts, separate from the schemas, as the dashboard loads them. */
import type { ActivityNoun } from '../../../shared/noun-parts.ts';
import { NOUNS } from '../../nouns.ts';

/** Keyed by the noun in the database log. */
export const ACTIVITY_NOUNS: Readonly<Record<string, ActivityNoun>> = Object.fromEntries(
  NOUNS.flatMap(({ activity }) => Object.entries(activity?.nouns ?? {})),
);

/** Filters of the list, with the nouns of each. */
export const ACTIVITY_GROUPS: Readonly<Record<string, { label: string; nouns: string[] }>> = Object.fromEntries(
  NOUNS.flatMap(({ activity }) =>
    activity?.group ? [[activity.group.id, { label: activity.group.label, nouns: Object.keys(activity.nouns) }]] : [],
  ),
);
