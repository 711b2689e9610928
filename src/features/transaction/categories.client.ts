import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { categoryLabel } from './labels.ts';

export const categoriesQuery = queryOptions({
  // Outside the noun's key, because only the choice of a tax line changes the categories.
  queryKey: ['tax', 'categories'],
  queryFn: async ({ signal }) => (await read(api.tax.categories.$get({}, { init: { signal } }))).items,
});

type Option = { value: string; label: string };

/** Returns the built-in options, the landlord's own, and `was` if neither has it. */
export function useCategoryOptions(builtIn: readonly Option[], was?: string): Option[] {
  const { data = [] } = useQuery(categoriesQuery);
  const own = data.filter((one) => one.own).map(({ category }) => category);
  const more = [...own, ...(was ? [was] : [])].filter((category) => builtIn.every(({ value }) => value !== category));
  return [...builtIn, ...[...new Set(more)].map((value) => ({ value, label: categoryLabel(value) }))];
}
