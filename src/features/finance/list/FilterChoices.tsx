/** The choices of each filter, for a panel below its button and for the sheet on a phone. Loaded when opened. */
import { useState } from 'react';
import { formatDays, isDay } from '../../../shared/dates.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { categoryLabel, FIELD_LABELS, WITHOUT_PROPERTY } from '../../transaction/labels.ts';
import { NO_PROPERTY } from '../../transaction/listed.ts';
import { daysOf, PERIOD_NAMES, PERIODS } from '../../transaction/period.ts';
import { type ChoicesProps, useOfferedCategories } from './filter-texts.client.ts';
import { chosenOf, type FinanceSearch, requestedDays, withChosen } from './search-params.ts';

const OPTION =
  'flex min-h-control cursor-pointer items-center gap-[10px] border-line px-3 whitespace-nowrap not-first-of-type:border-t has-checked:bg-primary-soft max-md:min-h-11';

/** Options show their dates. 'Custom' opens two date fields. */
export function DateChoices({ search, onChange }: ChoicesProps) {
  const today = useToday();
  const days = requestedDays(search, today);
  const [custom, setCustom] = useState(false);
  const chosen = search.date ?? (custom || days.from || days.to ? 'custom' : 'all');
  const choose = (date: FinanceSearch['date'], own = false) => {
    setCustom(own);
    // Custom starts with the dates chosen before.
    onChange({ date, from: own ? days.from : undefined, to: own ? days.to : undefined });
  };
  const options = [
    { value: 'all', label: 'All dates', days: '', act: () => choose(undefined) },
    ...PERIODS.map((period) => ({
      value: period,
      label: PERIOD_NAMES[period],
      // Shows the year once, to fit on a phone.
      days: formatDays(daysOf(period, today)).replace(/ \d{4} – /, ' – '),
      act: () => choose(period),
    })),
    { value: 'custom', label: 'Custom', days: '', act: () => choose(undefined, true) },
  ];
  const reversed = days.from !== undefined && days.to !== undefined && days.from > days.to;
  return (
    <fieldset className="min-w-0 overflow-clip rounded-control border border-edge">
      <legend className="sr-only">{FIELD_LABELS.date}</legend>
      {options.map((option) => (
        <label key={option.value} className={OPTION}>
          <input
            type="radio"
            name="transactions-date"
            className="tick"
            checked={chosen === option.value}
            onChange={option.act}
          />
          {option.label}
          {option.days && <span className="figures ml-auto pl-4 text-s text-ink-2">{option.days}</span>}
        </label>
      ))}
      {chosen === 'custom' && (
        <div className="grid grid-cols-2 gap-3 bg-primary-soft p-3">
          <DayField
            label="From"
            error={reversed ? 'This is after the last day' : undefined}
            day={days.from}
            onChange={(from) => onChange({ from })}
          />
          <DayField label="To" day={days.to} onChange={(to) => onChange({ to })} />
        </div>
      )}
    </fieldset>
  );
}

type DayProps = { label: string; day: string | undefined; error?: string | undefined };

/** Reports complete dates only. */
function DayField({ label, day, error, onChange }: DayProps & { onChange: (day: string | undefined) => void }) {
  const [typed, setTyped] = useState(day ?? '');
  const [blurred, setBlurred] = useState(false);
  const isWhole = (value: string) => value === '' || (isDay(value) && value >= '1900-01-01');
  const dateError = blurred && !isWhole(typed) ? 'Enter a date' : undefined;
  return (
    <Field label={label} optional error={dateError ?? error} control={{ onBlur: () => setBlurred(true) }}>
      <DateInput
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setBlurred(false);
          if (isWhole(value)) onChange(value || undefined);
        }}
      />
    </Field>
  );
}

export function CategoryChoices({ search, onChange }: ChoicesProps) {
  const chosen = chosenOf(search);
  const offered = useOfferedCategories(chosen);
  const toggle = (category: string, on: boolean) =>
    onChange(withChosen(offered.filter((one) => (one === category ? on : chosen.includes(one)))));
  return (
    <fieldset className="flex flex-col gap-3 max-md:grid max-md:grid-cols-2 max-md:gap-0">
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
  );
}

export function CategoryPanel({ search, onChange }: ChoicesProps) {
  return (
    <>
      <CategoryChoices search={search} onChange={onChange} />
      <Button
        size="small"
        wide
        className="mt-4"
        disabled={chosenOf(search).length === 0}
        onClick={() => onChange({ category: undefined })}
      >
        Clear Filters
      </Button>
    </>
  );
}

/** `onChosen` is called when a panel can close. */
export function PropertyChoices({ search, onChange, onChosen }: ChoicesProps & { onChosen?: () => void }) {
  const { property } = search;
  const choose = (next: string | undefined) => {
    onChosen?.();
    onChange({ property: next });
  };
  return (
    <div className="flex flex-col gap-4 max-md:gap-1">
      <PropertyPicker
        aria-label="Find a property"
        value={property === undefined || property === NO_PROPERTY ? '' : property}
        onChange={(picked) => (picked ? choose(picked.id) : onChange({ property: undefined }))}
      />
      <Checkbox
        label={WITHOUT_PROPERTY}
        checked={property === NO_PROPERTY}
        onChange={(event) => choose(event.target.checked ? NO_PROPERTY : undefined)}
      />
    </div>
  );
}
