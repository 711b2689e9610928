import { type ReactNode, useState } from 'react';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import { countLine, FIELD_LABELS, STATUS_OPTIONS } from '../../transaction/labels.ts';
import { CategoryChoices, PropertyChoices } from './FilterChoices.tsx';
import type { ChoicesProps } from './filter-texts.client.ts';
import { chosenIn, SortSelect } from './SortSelect.tsx';
import { NOT_NARROWED } from './search-params.ts';

const STATUS_CHOICES = [{ value: '', label: 'All' }, ...STATUS_OPTIONS];

type Props = ChoicesProps & {
  /** Number of matches; undefined while loading. */
  count: number | undefined;
  on: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Filters apply immediately. The button at the foot shows the number of matches and closes the sheet. */
export function FilterSheet({ search, onChange, count, on, open, onOpenChange }: Props) {
  const [cleared, setCleared] = useState(0);
  const { date, from, to } = search;
  const clear = () => {
    onChange({ ...NOT_NARROWED, q: search.q, date, from, to });
    setCleared((times) => times + 1);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
      <DialogBody key={cleared} className="flex flex-col gap-5">
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
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          {count === undefined ? 'Show transactions' : `Show ${countLine(count)}`}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Shows the name of a group, whose own label already names it for screen readers. */
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
