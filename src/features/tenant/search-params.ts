/** What the address of the list screen holds: search, lease state, sort. Anything it cannot read counts as not said. */
import { z } from 'zod';
import { LEASE_STATES } from './lease.ts';
import { TenantFilter } from './tenant.ts';

/** What is at its default is left out, so that the plain list has the plain address. */
export const TenantListSearch = z.object({
  q: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  state: z.enum(LEASE_STATES).optional().catch(undefined),
  sort: TenantFilter.shape.sort.unwrap().exclude(['name']).optional().catch(undefined),
});
export type TenantListSearch = z.infer<typeof TenantListSearch>;

/** The same with its defaults, as the API is asked. */
export function filterOf(search: TenantListSearch): TenantFilter {
  return TenantFilter.parse(search);
}

/** Whether anything narrows the list, so that an empty one says 'nothing matches' and not 'nothing yet'. */
export function isNarrowed({ q, state }: TenantListSearch): boolean {
  return q !== undefined || state !== undefined;
}
