/** API schemas of the sample portfolio. Its rows are in portfolio.ts. */
import { z } from 'zod';
import { counted } from '../../shared/text.ts';

const SAMPLE_NOUNS = ['property', 'tenant', 'supplier', 'transaction'] as const;

/** Maximum number of kept records listed by name. */
export const MAX_NAMED = 5;

const Counted = z.object({ noun: z.enum(SAMPLE_NOUNS), count: z.int() });

/** Omits nouns without records. */
export const SampleRemoval = z
  .object({
    goes: z.array(Counted).describe('Sample records to remove'),
    stays: z
      .array(Counted.extend({ names: z.array(z.string()).describe(`The first ${MAX_NAMED}, by name`) }))
      .describe("The landlord's own: added, changed or linked by them"),
  })
  .meta({ id: 'SampleRemoval' });
export type SampleRemoval = z.infer<typeof SampleRemoval>;

export const NOT_NOW = 'You can only add sample data before you add a property.';

const PLURALS: Partial<Record<(typeof SAMPLE_NOUNS)[number], string>> = { property: 'properties' };

/** '12 properties, 18 tenants'. */
export function countedWords(some: readonly z.infer<typeof Counted>[]): string {
  return some.map(({ noun, count }) => counted(count, noun, PLURALS[noun])).join(', ');
}
