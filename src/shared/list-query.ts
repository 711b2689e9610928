/** What a noun's list may be asked, as the address of its screen holds it. The schema for the API, by zod, is in list-schema.ts: a list is shown without it. */

/** The values of a filter, or whether a text is one of them. */
type Filter = readonly string[] | ((text: string) => boolean);
export type Filters = Record<string, Filter>;

type ValueOf<One extends Filter> = One extends readonly (infer Value extends string)[] ? Value : string;
type Values<Of extends Filters> = { [Name in keyof Of]?: ValueOf<Of[Name]> | undefined };

type Rules<Of extends Filters, Sorts extends Record<string, string>> = {
  /** Each narrows the list and may be left out. */
  filters: Of;
  /** Ways to sort and what each is called; the first is the default. */
  sorts: Sorts;
};

export type ListQuery<Of extends Filters, Sorts extends Record<string, string>> = ReturnType<
  typeof listQuery<Of, Sorts>
>;

/** An address leaves out what is at its default; what cannot be read in it counts as not said. */
export function listQuery<const Of extends Filters, const Sorts extends Record<string, string>>(
  rules: Rules<Of, Sorts>,
) {
  type Sort = keyof Sorts & string;
  type Search = { q?: string | undefined; sort?: Sort | undefined } & Values<Of>;
  type Asked = { q: string; sort: Sort } & Values<Of>;
  const { filters, sorts } = rules;
  const [first, ...others] = Object.keys(sorts) as [Sort, ...Sort[]];
  return {
    filters,
    sorts,
    sortNames: [first, ...others] as [Sort, ...Sort[]],
    sortOptions: [first, ...others].map((value) => ({ value, label: sorts[value] as string })),

    /** What an address says. */
    search: (given: Record<string, unknown>): Search => ({
      ...textIn(given.q),
      ...valuesIn({ ...filters, sort: others }, given),
    }),

    /** What the API is asked then. */
    asked: (search: Search): Asked => ({ q: '', sort: first, ...search }),

    /** Whether anything narrows the list, so that an empty one says 'nothing matches' and not 'nothing yet'. */
    isNarrowed: ({ sort: _, ...rest }: Search): boolean => Object.values(rest).some((value) => value !== undefined),
  };
}

/** Of an address, what can be read. */
export function valuesIn<const Of extends Filters>(filters: Of, given: Record<string, unknown>): Values<Of> {
  const read = Object.entries(filters).filter(([name, filter]) => {
    const text = given[name];
    return typeof text === 'string' && (typeof filter === 'function' ? filter(text) : filter.includes(text));
  });
  return Object.fromEntries(read.map(([name]) => [name, given[name]])) as Values<Of>;
}

/** What is searched, if anything. */
export function textIn(given: unknown): { q?: string | undefined } {
  const q = typeof given === 'string' ? given.trim().slice(0, 200) : '';
  return q ? { q } : {};
}

/** 8-4-4-4-12 hexadecimal digits. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
