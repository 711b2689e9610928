/** What the address of the list screen holds: search, service type, sort. Anything it cannot read counts as not said. */
import { z } from 'zod';
import { SERVICE_TYPES, SupplierFilter } from './supplier.ts';

/** What is at its default is left out, so that the plain list has the plain address. */
export const SupplierListSearch = z.object({
  q: z
    .string()
    .trim()
    .transform((text) => text.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  serviceType: z.enum(SERVICE_TYPES).optional().catch(undefined),
  sort: SupplierFilter.shape.sort.unwrap().exclude(['name']).optional().catch(undefined),
});
export type SupplierListSearch = z.infer<typeof SupplierListSearch>;

/** The same with its defaults, as the API is asked. */
export function filterOf(search: SupplierListSearch): SupplierFilter {
  return SupplierFilter.parse(search);
}

/** Whether anything narrows the list, so that an empty one says 'nothing matches' and not 'nothing yet'. */
export function isNarrowed({ q, serviceType }: SupplierListSearch): boolean {
  return q !== undefined || serviceType !== undefined;
}
