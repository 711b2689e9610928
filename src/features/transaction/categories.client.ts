/** The landlord's own categories in the choices of forms. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { categoryLabel } from './labels.ts';

export const categoriesQuery = queryOptions({
  // Only a choice changes them, so they are not refetched after each save.
  queryKey: ['tax', 'categories'],
  queryFn: async ({ signal }) => (await read(api.tax.categories.$get({}, { init: { signal } }))).items,
});

type Option = { value: string; label: string };

/** Built-in choices, then the landlord's own, then `was` if it is in neither. */
export function useCategoryOptions(builtIn: readonly Option[], was?: string): Option[] {
  const { data = [] } = useQuery(categoriesQuery);
  const own = data.filter((one) => one.own).map(({ category }) => category);
  const more = [...own, ...(was ? [was] : [])].filter((category) => builtIn.every(({ value }) => value !== category));
  return [...builtIn, ...[...new Set(more)].map((value) => ({ value, label: categoryLabel(value) }))];
}
