/** The query of a noun's list in the URL. Its zod schema is in list-schema.ts, so that lists do not load zod. */

/** The allowed values of a filter, or a predicate. */
type Filter = readonly string[] | ((text: string) => boolean);
export type Filters = Record<string, Filter>;

type ValueOf<One extends Filter> = One extends readonly (infer Value extends string)[] ? Value : string;
type Values<Of extends Filters> = { [Name in keyof Of]?: ValueOf<Of[Name]> | undefined };

type Rules<Of extends Filters, Sorts extends Record<string, string>> = {
  /** Filters by URL parameter. All are optional. */
  filters: Of;
  /** Labels by sort order. The first is the default. */
  sorts: Sorts;
};

export type ListQuery<Of extends Filters, Sorts extends Record<string, string>> = ReturnType<
  typeof listQuery<Of, Sorts>
>;

/** Declares a list's query. URLs omit default values, and invalid values are ignored. */
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

    search: (params: Record<string, unknown>): Search => ({
      ...textIn(params.q),
      ...valuesIn({ ...filters, sort: others }, params),
    }),

    /** Adds the defaults, for the API. */
    asked: (search: Search): Params => ({ q: '', sort: first, ...search }),

    /** Whether a search or filter is set, so that an empty list reads 'no matches' instead of 'none yet'. */
    isNarrowed: ({ sort: _, ...rest }: Search): boolean => Object.values(rest).some((value) => value !== undefined),
  };
}

export function valuesIn<const Of extends Filters>(filters: Of, params: Record<string, unknown>): Values<Of> {
  const read = Object.entries(filters).filter(([name, filter]) => {
    const text = params[name];
    return typeof text === 'string' && (typeof filter === 'function' ? filter(text) : filter.includes(text));
  });
  return Object.fromEntries(read.map(([name]) => [name, params[name]])) as Values<Of>;
}

/** Returns the trimmed search text of a URL, cut to 200 characters, or an empty object. */
export function textIn(text: unknown): { q?: string | undefined } {
  const q = typeof text === 'string' ? text.trim().slice(0, 200) : '';
  return q ? { q } : {};
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
