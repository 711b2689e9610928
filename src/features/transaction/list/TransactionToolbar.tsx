/** Above the list: search, filters, sort, a chip for each filter that is on, and the actions. On a phone one button opens all filters. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';
import { ListToolbar } from '../../../web/records/list/ListToolbar.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { Popover } from '../../../web/ui/overlay/Menu.tsx';
import { Tally } from '../../../web/ui/table/Rows.tsx';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import { Chip, FilterLine } from '../../../web/ui/table/Toolbar.tsx';
import { useNarrow } from '../../../web/ui/table/view.client.ts';
import { countLine, FIELD_LABELS, STATUS_OPTIONS, TEXTS } from '../labels.ts';
import { TRANSACTION_LIST } from '../transaction.ts';
import { CategoryChoices, type ChoicesProps, DateChoices, PropertyChoices, useFilterTexts } from './FilterChoices.tsx';
import { chosenOf, FinanceSearch, isNarrowed, NOT_NARROWED } from './search-params.ts';

type ToolbarProps = ChoicesProps & {
  /** How many the filter finds; undefined while that is counted. */
  count: number | undefined;
  /** Whether the rows on the screen are those of the search. */
  current: boolean;
  onExport: () => void;
  onAdd: () => void;
};

export function TransactionToolbar({ search, onChange, count, current, onExport, onAdd }: ToolbarProps) {
  const setQuery = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  const narrow = useNarrow();
  return (
    <ListToolbar
      label={TEXTS.title}
      search={{ label: TEXTS.search, placeholder: TEXTS.searchPlaceholder }}
      q={search.q}
      onSearch={setQuery}
      current={current}
      actions={
        narrow ? undefined : (
          <>
            <Button icon={Download} title="Export" onClick={onExport}>
              <span className="max-xl:sr-only">Export</span>
            </Button>
            <Button variant="primary" icon={Plus} onClick={onAdd}>
              Add Transaction
            </Button>
          </>
        )
      }
    >
      {narrow ? (
        <FilterSheet search={search} onChange={onChange} count={count} />
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
      <FilterPopover
        label={FIELD_LABELS.date}
        chosen={search.date || search.from || search.to ? 1 : 0}
        className="w-[360px]"
      >
        <DateChoices search={search} onChange={onChange} />
      </FilterPopover>
      <FilterPopover label={FIELD_LABELS.category} chosen={chosen}>
        <CategoryChoices search={search} onChange={onChange} />
        <Button
          size="small"
          wide
          className="mt-4"
          disabled={chosen === 0}
          onClick={() => onChange({ category: undefined })}
        >
          Clear Filters
        </Button>
      </FilterPopover>
      <FilterPopover
        label={FIELD_LABELS.propertyId}
        chosen={search.property === undefined ? 0 : 1}
        open={finding}
        onOpenChange={setFinding}
        className="w-[320px]"
      >
        <PropertyChoices search={search} onChange={onChange} onChosen={() => setFinding(false)} />
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

/** What was chosen, as an address holds it: a default is left out. */
function chosenIn(chosen: { status: string } | { sort: string }): Partial<FinanceSearch> {
  const [name] = Object.keys(chosen);
  const { status, sort } = FinanceSearch.parse(chosen);
  return name === 'sort' ? { sort } : { status };
}

function SortSelect({ search, onChange, ...own }: ChoicesProps & { 'aria-label'?: string }) {
  return (
    <Select
      {...own}
      options={TRANSACTION_LIST.sortOptions}
      value={search.sort ?? 'recent'}
      onChange={(event) => onChange(chosenIn({ sort: event.target.value }))}
    />
  );
}

type PopoverProps = Omit<ComponentProps<typeof Popover>, 'trigger'> & { label: string; chosen: number };

/** A button that names its filter and counts what is chosen of it, and opens the choices. */
function FilterPopover({ chosen, ...popover }: PopoverProps) {
  return (
    <Popover
      {...popover}
      trigger={
        <Button className="font-normal!">
          {popover.label}
          {chosen > 0 && <Tally count={chosen} of="chosen" />}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    />
  );
}

const STATUS_CHOICES = [{ value: '', label: 'All' }, ...STATUS_OPTIONS];

/** All filters on a phone. A choice counts at once; the button below says how many rows there are and leads back to them. */
function FilterSheet({ search, onChange, count }: ChoicesProps & Pick<ToolbarProps, 'count'>) {
  const [open, setOpen] = useState(false);
  const [cleared, setCleared] = useState(0);
  const on = useFilterTexts({ ...search, q: undefined }).length;
  const clear = () => {
    onChange({ ...NOT_NARROWED, q: search.q });
    setCleared((times) => times + 1);
  };
  return (
    <>
      <Button icon={SlidersHorizontal} className="font-normal!" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filters
        {on > 0 && <Tally count={on} of="chosen" />}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Filters">
        <DialogBody key={cleared} className="flex flex-col gap-5">
          <Part label={FIELD_LABELS.date}>
            <DateChoices search={search} onChange={onChange} />
          </Part>
          <Part label={FIELD_LABELS.status}>
            <SegmentedControl
              legend={FIELD_LABELS.status}
              options={STATUS_CHOICES}
              value={search.status ?? ''}
              onChange={(status) => onChange(chosenIn({ status }))}
              wide
            />
          </Part>
          <Part label={FIELD_LABELS.propertyId}>
            <PropertyChoices search={search} onChange={onChange} />
          </Part>
          <Part label={FIELD_LABELS.category}>
            <CategoryChoices search={search} onChange={onChange} />
          </Part>
          <Field label="Sort" optional>
            <SortSelect search={search} onChange={onChange} />
          </Field>
        </DialogBody>
        <DialogFoot>
          <Button variant="quiet" disabled={on === 0} onClick={clear}>
            Clear
          </Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            {count === undefined ? 'Show transactions' : `Show ${countLine(count)}`}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}

/** A part of the sheet under its name, which its group says to screen readers itself. */
function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-[6px]">
      <span aria-hidden="true" className="font-bold">
        {label}
      </span>
      {children}
    </div>
  );
}

type FilterChipsProps = ChoicesProps & {
  /** '184 of 186 transactions', or 'counting…'. */
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
