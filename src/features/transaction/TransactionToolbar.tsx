/** Above the list: search as you type, categories, status, property, sort, and what can be done with what is found. */
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import { useCallback } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { SearchField } from '../../web/ui/table/SearchField.tsx';
import { useSearchText } from '../../web/ui/table/search-text.client.ts';
import { Toolbar } from '../../web/ui/table/Toolbar.tsx';
import { CategoryChecklist } from './CategoryChecklist.tsx';
import { FIELD_LABELS, SORT_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import { PropertyFilter } from './PropertyFilter.tsx';
import { chosenOf, FinanceSearch, withChosen } from './search-params.ts';

type Props = {
  search: FinanceSearch;
  /** The same function in every render. */
  onChange: (next: Partial<FinanceSearch>) => void;
  onExport: () => void;
  onAdd: () => void;
};

export function TransactionToolbar({ search, onChange, onExport, onAdd }: Props) {
  const look = useCallback((typed: string) => onChange({ q: typed || undefined }), [onChange]);
  const [text, setText] = useSearchText(search.q ?? '', look);
  const narrow = (chosen: object) => onChange(FinanceSearch.parse({ ...search, ...chosen }));
  return (
    <Toolbar
      label="Transactions"
      actions={
        <>
          <Button icon={Download} onClick={onExport} className="max-md:w-full">
            Export
          </Button>
          <Button variant="primary" icon={Plus} onClick={onAdd} className="max-md:hidden">
            Add Transaction
          </Button>
        </>
      }
    >
      <SearchField label="Search transactions" placeholder="Search transactions..." value={text} onChange={setText} />
      <CategoryChecklist chosen={chosenOf(search)} onChange={(chosen) => onChange(withChosen(chosen))} />
      <PropertyFilter property={search.property} onChange={(property) => onChange({ property })} />
      <Select
        aria-label={FIELD_LABELS.status}
        className="max-md:flex-[1_1_40%]!"
        placeholder="All statuses"
        options={STATUS_OPTIONS}
        value={search.status ?? ''}
        onChange={(event) => narrow({ status: event.target.value })}
      />
      <Select
        aria-label="Sort"
        className="max-md:flex-[1_1_40%]!"
        options={SORT_OPTIONS}
        value={search.sort ?? 'recent'}
        onChange={(event) => narrow({ sort: event.target.value })}
      />
    </Toolbar>
  );
}
