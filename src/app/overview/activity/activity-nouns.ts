/** What nouns say of their activity, apart from the schemas of activity: the dashboard loads it. */
import type { ActivityNoun } from '../../../shared/noun-parts.ts';
import { NOUNS } from '../../nouns.ts';

/** By the noun that the database logs. */
export const ACTIVITY_NOUNS: Readonly<Record<string, ActivityNoun>> = Object.fromEntries(
  NOUNS.flatMap(({ activity }) => Object.entries(activity?.nouns ?? {})),
);

/** What the list can be narrowed to, with the nouns of each. */
export const ACTIVITY_GROUPS: Readonly<Record<string, { label: string; nouns: string[] }>> = Object.fromEntries(
  NOUNS.flatMap(({ activity }) =>
    activity?.group ? [[activity.group.id, { label: activity.group.label, nouns: Object.keys(activity.nouns) }]] : [],
  ),
);
