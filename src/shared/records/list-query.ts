/** The query of a noun's list, as held in the URL. Lists load without its zod schema (list-schema.ts). */

/** The allowed values of a filter, or a predicate. */
type Filter = readonly string[] | ((text: string) => boolean);
export type Filters = Record<string, Filter>;

type ValueOf<One extends Filter> = One extends readonly (infer Value extends string)[] ? Value : string;
type Values<Of extends Filters> = { [Name in keyof Of]?: ValueOf<Of[Name]> | undefined };

type Rules<Of extends Filters, Sorts extends Record<string, string>> = {
  /** Each narrows the list; all are optional. */
  filters: Of;
  /** Sort orders and their labels; the first is the default. */
  sorts: Sorts;
};

export type ListQuery<Of extends Filters, Sorts extends Record<string, string>> = ReturnType<
  typeof listQuery<Of, Sorts>
>;

/** URLs omit default values; unreadable values are ignored. */
export function listQuery<const Of extends Filters, const Sorts extends Record<string, string>>(
  rules: Rules<Of, Sorts>,
) {
  type Sort = keyof Sorts & string;
  type Search = { q?: string | undefined; sort?: Sort | undefined } & Values<Of>;
  type Params = { q: string; sort: Sort } & Values<Of>;
  const { filters, sorts } = rules;
  const [first, ...others] = Object.keys(sorts) as [Sort, ...Sort[]];
  return {
    filters,
    sorts,
    sortNames: [first, ...others] as [Sort, ...Sort[]],
    sortOptions: [first, ...others].map((value) => ({ value, label: sorts[value] as string })),

    /** Parses a URL's search parameters. */
    search: (given: Record<string, unknown>): Search => ({
      ...textIn(given.q),
      ...valuesIn({ ...filters, sort: others }, given),
    }),

    /** The query sent to the API. */
    asked: (search: Search): Params => ({ q: '', sort: first, ...search }),

    /** Whether any filter is set: an empty list then reads 'no matches' instead of 'none yet'. */
    isNarrowed: ({ sort: _, ...rest }: Search): boolean => Object.values(rest).some((value) => value !== undefined),
  };
}

/** The valid filter values in a URL. */
export function valuesIn<const Of extends Filters>(filters: Of, given: Record<string, unknown>): Values<Of> {
  const read = Object.entries(filters).filter(([name, filter]) => {
    const text = given[name];
    return typeof text === 'string' && (typeof filter === 'function' ? filter(text) : filter.includes(text));
  });
  return Object.fromEntries(read.map(([name]) => [name, given[name]])) as Values<Of>;
}

/** The search text in a URL, if any. */
export function textIn(given: unknown): { q?: string | undefined } {
  const q = typeof given === 'string' ? given.trim().slice(0, 200) : '';
  return q ? { q } : {};
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
