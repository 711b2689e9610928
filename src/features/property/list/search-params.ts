/** What the address of the list screen holds: search, status, sort. Anything it cannot read counts as not said. */
import { z } from 'zod';
import { PROPERTY_STATUSES, PropertyFilter } from '../property.ts';

/** What is at its default is left out, so that the plain list has the plain address. */
export const PropertyListSearch = z.object({
  q: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  status: z.enum(PROPERTY_STATUSES).optional().catch(undefined),
  sort: PropertyFilter.shape.sort.unwrap().exclude(['newest']).optional().catch(undefined),
});
export type PropertyListSearch = z.infer<typeof PropertyListSearch>;

/** The same with its defaults, as the API is asked. */
export function filterOf(search: PropertyListSearch): PropertyFilter {
  return PropertyFilter.parse(search);
}

/** Whether anything narrows the list, so that an empty one says 'nothing matches' and not 'nothing yet'. */
export function isNarrowed({ q, status }: PropertyListSearch): boolean {
  return q !== undefined || status !== undefined;
}
