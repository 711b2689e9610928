/** Below the toolbar: how many of how many, a chip for each filter that is on, and the way to be rid of them all. */
import { Chip, FilterLine } from '../../web/ui/table/Toolbar.tsx';
import { useOfferedCategories } from './CategoryChecklist.tsx';
import { categoriesLine } from './filter-words.ts';
import { statusLabel } from './labels.ts';
import { usePropertyName } from './PropertyFilter.tsx';
import { chosenOf, type FinanceSearch, isNarrowed, NOT_NARROWED } from './search-params.ts';

type Props = {
  search: FinanceSearch;
  onChange: (next: Partial<FinanceSearch>) => void;
  /** '184 of 186 transactions', or 'counting…'. */
  count: string;
};

export function FiltersOn({ search, onChange, count }: Props) {
  const chosen = chosenOf(search);
  const offered = useOfferedCategories(chosen);
  const property = usePropertyName(search.property);
  const on = [
    { key: 'q', words: search.q && `“${search.q}”` },
    { key: 'category', words: chosen.length > 0 && categoriesLine(chosen, offered) },
    { key: 'property', words: property },
    { key: 'status', words: search.status && statusLabel(search.status) },
  ] as const;
  return (
    <FilterLine {...(isNarrowed(search) && { onClear: () => onChange(NOT_NARROWED) })}>
      <output>{count}</output>
      {on.map(
        ({ key, words }) =>
          words && (
            <Chip key={key} removeLabel={`Remove filter, ${words}`} onRemove={() => onChange({ [key]: undefined })}>
              <bdi>{words}</bdi>
            </Chip>
          ),
      )}
    </FilterLine>
  );
}
