import { Select } from '../../../web/ui/form/Inputs.tsx';
import { TRANSACTION_LIST } from '../../transaction/listed.ts';
import type { ChoicesProps } from './filter-texts.client.ts';
import { type FinanceSearch, financeSearch } from './search-params.ts';

/** Returns a choice as search params, without defaults. */
export function chosenIn(chosen: { status: string } | { sort: string }): Partial<FinanceSearch> {
  const [name] = Object.keys(chosen);
  const { status, sort } = financeSearch(chosen);
  return name === 'sort' ? { sort } : { status };
}

export function SortSelect({ search, onChange, ...own }: ChoicesProps & { 'aria-label'?: string }) {
  return (
    <Select
      {...own}
      options={TRANSACTION_LIST.sortOptions}
      value={search.sort ?? 'recent'}
      onChange={(event) => onChange(chosenIn({ sort: event.target.value }))}
    />
  );
}
