/** What a noun's list may be asked, declared once for the API and for the address of its screen. */
import { z } from 'zod';
import { isPlainText } from './text.ts';

type Rules<Filters extends Record<string, z.ZodType>, Sorts extends Record<string, string>> = {
  /** What is searched: 'name, service type or email'. */
  search: string;
  /** Each narrows the list and may be left out. */
  filters: Filters;
  /** Those of the filters that only the API takes, and no address holds. */
  apiOnly?: readonly (keyof Filters)[];
  /** Ways to sort and what each is called; the first is the default. */
  sorts: Sorts;
};

/**
 * `query` is what the API takes, `search` what an address holds: there, what is at its default is left out, and what cannot be
 * read counts as not said.
 */
export function listQuery<Filters extends Record<string, z.ZodType>, const Sorts extends Record<string, string>>(
  rules: Rules<Filters, Sorts>,
) {
  type Sort = keyof Sorts & string;
  type Search = { q?: string | undefined; sort?: Sort | undefined } & {
    [Name in keyof Filters]?: z.output<Filters[Name]> | undefined;
  };
  const { search, filters, apiOnly = [], sorts } = rules;
  const names = Object.keys(sorts) as [Sort, ...Sort[]];
  const optional = Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, schema.optional()])) as {
    [Name in keyof Filters]: z.ZodOptional<Filters[Name]>;
  };
  const query = z.object({
    ...optional,
    q: z.string().trim().max(200).refine(isPlainText).default('').describe(`Case-insensitive part of ${search}`),
    sort: z.enum(names).default(names[0] as never),
  });
  const addressed = Object.keys(filters).filter((name) => !apiOnly.includes(name));
  const address = z.object({
    q: z
      .string()
      .trim()
      .transform((typed) => typed.slice(0, 200) || undefined)
      .optional()
      .catch(undefined),
    ...Object.fromEntries(addressed.map((name) => [name, optional[name]?.catch(undefined as never)])),
    sort: z.enum(names).exclude([names[0]]).optional().catch(undefined),
  });
  return {
    query,
    search: address as unknown as z.ZodType<Search, Record<string, unknown>>,
    sorts,
    sortOptions: names.map((value) => ({ value, label: sorts[value] as string })),
    /** Whether anything narrows the list, so that an empty one says 'nothing matches' and not 'nothing yet'. */
    isNarrowed: ({ sort: _, ...rest }: Search): boolean => Object.values(rest).some((value) => value !== undefined),
  };
}
