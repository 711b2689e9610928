/** The history of a property, its parts and its people, as the database keeps it. */
import { z } from 'zod';

/** A value in the API's units; null for nothing. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One thing that happened. */
export const HistoryEntry = z
  .object({
    id: z.string(),
    at: z.string().describe('Instant, ISO 8601'),
    noun: z.string().describe('property, or the kind of record that is about it: certificate, tenant'),
    action: z.enum(['added', 'changed', 'removed']),
    label: z
      .string()
      .nullable()
      .describe('What the record is called; null where it has no name, or there were several'),
    count: z.number().int().describe('How many records it happened to, all in one go'),
    changes: z
      .array(
        z.object({
          field: z
            .string()
            .describe(
              "As the API names it: 'rent', 'expirationDate', 'gasSafety.expiryDate'; a tenant's 'propertyId' is this property's id or null",
            ),
          was: value.describe(
            'As the API tells it (money in pence); null for nothing, "…" for what history does not keep',
          ),
          is: value,
        }),
      )
      .nullable()
      .describe('Where one record was changed'),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;
