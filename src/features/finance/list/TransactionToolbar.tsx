/** The search, filters, sort order and filter chips of the list; on a phone, one button for all filters. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ComponentProps, useCallback, useState } from 'react';
import { ListToolbar } from '../../../web/records/list/ListToolbar.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Popover } from '../../../web/ui/overlay/Menu.tsx';
import { CountBadge } from '../../../web/ui/table/Rows.tsx';
import { Chip, FilterLine } from '../../../web/ui/table/Toolbar.tsx';
import { useNarrow } from '../../../web/ui/table/view.client.ts';
import { FIELD_LABELS, STATUS_OPTIONS, TEXTS } from '../../transaction/labels.ts';
import { type ChoicesProps, useFilterTexts } from './filter-texts.client.ts';
import { choices, LazyChoices } from './MadeChoices.tsx';
import { chosenIn, SortSelect } from './SortSelect.tsx';
import { chosenOf, isNarrowed, NOT_NARROWED } from './search-params.ts';

const FilterSheet = lazyDialog(async () => (await import('./FilterSheet.tsx')).FilterSheet);

type ToolbarProps = ChoicesProps & {
  /** Number of matches; undefined while loading. */
  count: number | undefined;
  /** Whether the rows on screen are the results of this search. */
  current: boolean;
};

export function TransactionToolbar({ search, onChange, count, current }: ToolbarProps) {
  const setQuery = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  const narrow = useNarrow();
  return (
    <ListToolbar
      label={TEXTS.title}
      search={{ label: TEXTS.search, placeholder: TEXTS.searchPlaceholder }}
      q={search.q}
      onSearch={setQuery}
      current={current}
    >
      {narrow ? (
        <FilterSheetButton search={search} onChange={onChange} count={count} />
      ) : (
        <FilterButtons search={search} onChange={onChange} />
      )}
    </ListToolbar>
  );
}

function FilterButtons({ search, onChange }: ChoicesProps) {
  const [finding, setFinding] = useState(false);
  const chosen = chosenOf(search).length;
  return (
    <>
      <FilterPopover label={FIELD_LABELS.category} chosen={chosen}>
        <LazyChoices of="CategoryPanel" search={search} onChange={onChange} />
      </FilterPopover>
      <FilterPopover
        label={FIELD_LABELS.propertyId}
        chosen={search.property === undefined ? 0 : 1}
        open={finding}
        onOpenChange={setFinding}
        className="w-[320px]"
      >
        <LazyChoices of="PropertyChoices" search={search} onChange={onChange} onChosen={() => setFinding(false)} />
      </FilterPopover>
      <Select
        aria-label={FIELD_LABELS.status}
        placeholder="All statuses"
        options={STATUS_OPTIONS}
        value={search.status ?? ''}
        onChange={(event) => onChange(chosenIn({ status: event.target.value }))}
      />
      <SortSelect search={search} onChange={onChange} aria-label="Sort" />
    </>
  );
}

type PopoverProps = Omit<ComponentProps<typeof Popover>, 'trigger'> & { label: string; chosen: number };

/** A button with the name of a filter and its number of choices, which opens them. */
function FilterPopover({ chosen, ...popover }: PopoverProps) {
  return (
    <Popover
      {...popover}
      needs={choices}
      trigger={
        <Button className="font-normal!">
          {popover.label}
          {chosen > 0 && <CountBadge count={chosen} of="chosen" />}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    />
  );
}

function FilterSheetButton({ search, onChange, count }: ChoicesProps & Pick<ToolbarProps, 'count'>) {
  const [open, setOpen] = useState(false);
  const on = useSheetFilters(search);
  return (
    <>
      <Button icon={SlidersHorizontal} className="font-normal!" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filters
        {on > 0 && <CountBadge count={on} of="chosen" />}
      </Button>
      <FilterSheet search={search} onChange={onChange} count={count} on={on} open={open} onOpenChange={setOpen} />
    </>
  );
}

function useSheetFilters(search: ChoicesProps['search']): number {
  return useFilterTexts({ ...search, q: undefined, date: undefined, from: undefined, to: undefined }).length;
}

type FilterChipsProps = ChoicesProps & {
  count: string;
};

export function FilterChips({ search, onChange, count }: FilterChipsProps) {
  const chips = useFilterTexts(search);
  return (
    <FilterLine {...(isNarrowed(search) && { onClear: () => onChange(NOT_NARROWED) })}>
      <span>{count}</span>
      {chips.map(({ off, text }) => (
        <Chip key={Object.keys(off).join()} removeLabel={`Remove filter, ${text}`} onRemove={() => onChange(off)}>
          <bdi>{text}</bdi>
        </Chip>
      ))}
    </FilterLine>
  );
}
