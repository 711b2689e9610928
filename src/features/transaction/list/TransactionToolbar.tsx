/** Above the list: search, filters, sort, a chip for each filter that is on, and the actions. */
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import { type ComponentProps, useCallback, useState } from 'react';
import { capitalise } from '../../../shared/text.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { ListToolbar } from '../../../web/records/list/ListToolbar.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { Popover } from '../../../web/ui/overlay/Menu.tsx';
import { Tally } from '../../../web/ui/table/Rows.tsx';
import { Chip, FilterLine } from '../../../web/ui/table/Toolbar.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { categoriesLine, categoryLabel, FIELD_LABELS, STATUS_OPTIONS, TEXTS, WITHOUT_PROPERTY } from '../labels.ts';
import { useSummary } from '../transaction.client.ts';
import { CATEGORIES, NO_PROPERTY, TRANSACTION_LIST } from '../transaction.ts';
import { chosenOf, FinanceSearch, isNarrowed, NOT_NARROWED, withChosen } from './search-params.ts';

type ToolbarProps = {
  search: FinanceSearch;
  /** Stable between renders. */
  onChange: (next: Partial<FinanceSearch>) => void;
  onExport: () => void;
  onAdd: () => void;
};

export function TransactionToolbar({ search, onChange, onExport, onAdd }: ToolbarProps) {
  const setQuery = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  const narrow = (chosen: object) => onChange(FinanceSearch.parse({ ...search, ...chosen }));
  return (
    <ListToolbar
      label={TEXTS.title}
      search={{ label: TEXTS.search, placeholder: TEXTS.searchPlaceholder }}
      q={search.q}
      onSearch={setQuery}
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
        options={TRANSACTION_LIST.sortOptions}
        value={search.sort ?? 'recent'}
        onChange={(event) => narrow({ sort: event.target.value })}
      />
    </ListToolbar>
  );
}

type FilterChipsProps = {
  search: FinanceSearch;
  onChange: (next: Partial<FinanceSearch>) => void;
  /** '184 of 186 transactions', or 'counting…'. */
  count: string;
};

export function FilterChips({ search, onChange, count }: FilterChipsProps) {
  const chips = useFilterTexts(search);
  return (
    <FilterLine {...(isNarrowed(search) && { onClear: () => onChange(NOT_NARROWED) })}>
      <output>{count}</output>
      {chips.map(
        ({ key, text }) =>
          text && (
            <Chip key={key} removeLabel={`Remove filter, ${text}`} onRemove={() => onChange({ [key]: undefined })}>
              <bdi>{text}</bdi>
            </Chip>
          ),
      )}
    </FilterLine>
  );
}

/** The words of each filter that is on. */
export function useFilterTexts(search: FinanceSearch) {
  const { q, property, status } = search;
  const chosen = chosenOf(search);
  const offered = useOfferedCategories(chosen);
  const place = usePropertyName(property);
  return [
    { key: 'q', text: q && `“${q}”` },
    { key: 'category', text: chosen.length > 0 && categoriesLine(chosen, offered) },
    { key: 'property', text: place },
    { key: 'status', text: status && capitalise(status) },
  ] as const;
}

type PopoverProps = Omit<ComponentProps<typeof Popover>, 'trigger' | 'around'> & { label: string; chosen: number };

/** A button that names its filter and counts what is chosen of it, and opens the choices. */
function FilterPopover({ chosen, ...popover }: PopoverProps) {
  return (
    <Popover
      {...popover}
      around="max-md:flex-[1_1_40%]"
      trigger={
        <Button className="w-full font-normal! max-md:justify-between">
          {popover.label}
          {chosen > 0 && <Tally count={chosen} of="chosen" />}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    />
  );
}

type ChecklistProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

function CategoryChecklist({ chosen, onChange }: ChecklistProps) {
  const offered = useOfferedCategories(chosen);
  const toggle = (category: string, on: boolean) =>
    onChange(offered.filter((one) => (one === category ? on : chosen.includes(one))));
  return (
    <FilterPopover label={FIELD_LABELS.category} chosen={chosen.length}>
      <fieldset className="flex flex-col gap-3 max-md:gap-0">
        <legend className="sr-only">{FIELD_LABELS.category}</legend>
        {offered.map((category) => (
          <Checkbox
            key={category}
            label={categoryLabel(category)}
            checked={chosen.includes(category)}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        ))}
      </fieldset>
      <Button size="small" wide className="mt-4" disabled={chosen.length === 0} onClick={() => onChange([])}>
        Clear Filters
      </Button>
    </FilterPopover>
  );
}

/** Our categories, then by name those of imports and of the address. */
function useOfferedCategories(chosen: readonly string[]): string[] {
  const { data } = useSummary();
  const others = new Set([...(data?.categories ?? []), ...chosen]);
  for (const category of CATEGORIES) others.delete(category);
  return [...CATEGORIES, ...[...others].sort((a, b) => a.localeCompare(b, 'en-GB'))];
}

type PropertyFilterProps = {
  /** An id, or 'none'; undefined for all. */
  property: string | undefined;
  onChange: (property: string | undefined) => void;
};

function PropertyFilter({ property, onChange }: PropertyFilterProps) {
  const [open, setOpen] = useState(false);
  const choose = (next: string | undefined) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <FilterPopover
      label={FIELD_LABELS.propertyId}
      chosen={property === undefined ? 0 : 1}
      open={open}
      onOpenChange={setOpen}
      className="w-[320px]"
    >
      <div className="flex flex-col gap-4">
        <PropertyPicker
          aria-label="Find a property"
          value={property === undefined || property === NO_PROPERTY ? '' : property}
          onChange={(picked) => (picked ? choose(picked.id) : onChange(undefined))}
        />
        <Checkbox
          label={WITHOUT_PROPERTY}
          checked={property === NO_PROPERTY}
          onChange={(event) => choose(event.target.checked ? NO_PROPERTY : undefined)}
        />
      </div>
    </FilterPopover>
  );
}

/** The chosen property's address, or 'No property'. */
function usePropertyName(property: string | undefined): string | undefined {
  const asked = property === NO_PROPERTY ? undefined : property;
  const { data, isPending } = useQuery({
    queryKey: ['properties', 'name', asked],
    queryFn: async ({ signal }) => {
      const { items } = await read(api.properties.choices.$get({ query: { id: asked } }, { init: { signal } }));
      return items[0] ?? null;
    },
    enabled: asked !== undefined,
  });
  if (asked === undefined) return property && WITHOUT_PROPERTY;
  if (data) return `${data.address}, ${data.city}`;
  return isPending ? '…' : 'A property that is no longer there';
}
