import { z } from 'zod';

export const BundleQuery = z.object({
  owner: z.uuid('Choose an owner').optional().describe('The figures of this owner; by default of all'),
});

/** Returns text for a file name: letters, digits, spaces and hyphens only. */
export function plainName(text: string, maxLength: number): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\d -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, maxLength)
    .trim();
}
