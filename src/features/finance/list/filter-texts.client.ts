import { useQuery } from '@tanstack/react-query';
import { formatDays } from '../../../shared/dates.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { categoriesLine, STATUS_LABELS, WITHOUT_PROPERTY } from '../../transaction/labels.ts';
import { NO_PROPERTY, USUAL_CATEGORIES } from '../../transaction/listed.ts';
import { periodLabel } from '../../transaction/period.ts';
import { useSummary } from '../../transaction/summary.client.ts';
import { chosenOf, type FinanceSearch } from './search-params.ts';

export type ChoicesProps = {
  search: FinanceSearch;
  onChange: (next: Partial<FinanceSearch>) => void;
};

/** Returns the usual categories, then others in use or in the URL, by name. */
export function useOfferedCategories(chosen: readonly string[]): string[] {
  const { data } = useSummary();
  const others = new Set([...(data?.categories ?? []), ...chosen]);
  for (const category of USUAL_CATEGORIES) others.delete(category);
  return [...USUAL_CATEGORIES, ...[...others].sort((a, b) => a.localeCompare(b, 'en-GB'))];
}

/** Returns each active filter in words, with the search params that clear it. */
export function useFilterTexts(search: FinanceSearch) {
  const { q, property, status, date } = search;
  const today = useToday();
  const chosen = chosenOf(search);
  const offered = useOfferedCategories(chosen);
  const place = usePropertyName(property);
  return [
    { off: { q: undefined }, text: q && `“${q}”` },
    {
      off: { date: undefined, from: undefined, to: undefined },
      text: date ? periodLabel(date, today) : formatDays(search),
    },
    { off: { category: undefined }, text: chosen.length > 0 && categoriesLine(chosen, offered) },
    { off: { property: undefined }, text: place },
    { off: { status: undefined }, text: status && STATUS_LABELS[status] },
  ].flatMap(({ off, text }) => (text ? [{ off, text }] : []));
}

function usePropertyName(property: string | undefined): string | undefined {
  const id = property === NO_PROPERTY ? undefined : property;
  const { data, isPending } = useQuery({
    queryKey: ['properties', 'name', id],
    queryFn: async ({ signal }) => {
      const { items } = await read(api.properties.choices.$get({ query: { id } }, { init: { signal } }));
      return items[0] ?? null;
    },
    enabled: id !== undefined,
  });
  if (id === undefined) return property && WITHOUT_PROPERTY;
  if (data) return `${data.address}, ${data.city}`;
  return isPending ? '…' : 'A deleted property';
}
