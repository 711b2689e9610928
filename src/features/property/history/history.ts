import { z } from 'zod';

/** A value in the API's units, null if empty. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const HistoryEntry = z
  .object({
    id: z.string(),
    at: z.string().describe('Instant, ISO 8601'),
    noun: z.string().describe('property, or the kind of record that is about it: certificate, tenant'),
    action: z.enum(['added', 'changed', 'removed', 'viewed']),
    label: z.string().nullable().describe('Name of the record; null if unnamed or several'),
    count: z.number().int().describe('Number of records changed together'),
    changes: z
      .array(
        z.object({
          field: z
            .string()
            .describe(
              "API name: 'rent', 'expirationDate', 'gasSafety.expiryDate'; a tenant's 'propertyId' is this property's id or null",
            ),
          was: value.describe('API value (money in pence); null if empty, "…" if not stored in the history'),
          is: value,
        }),
      )
      .nullable()
      .describe('For changes of a single record'),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;
