/** A report's grouping, days, comparison and filters. Each choice is in the URL. */
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { FieldErrors } from '../../shared/app-error.ts';
import { addDays, isDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { useTaxYears, useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import { SupplierPicker } from '../supplier/SupplierPicker.tsx';
import { categoriesQuery } from '../transaction/categories.client.ts';
import { categoryLabel, WITHOUT_PROPERTY } from '../transaction/labels.ts';
import { NO_PROPERTY } from '../transaction/listed.ts';
import { GROUPING_LABELS, type Grouping, REPORTS, type ReportName } from './catalogue.ts';
import { REPORT_PERIODS, reportPeriodLabel, spanOf } from './period.ts';
import { ownersQuery, type ReportSearch } from './report.client.ts';

type Props = {
  name: ReportName;
  search: ReportSearch;
  fields: FieldErrors;
  onChange: (change: ReportSearch) => void;
};

const CUSTOM = 'custom';

export function ReportControls({ name, search, fields, onChange }: Props) {
  const { by, compares, filters, title, time, day } = REPORTS[name];
  const { data: owners = [] } = useQuery(ownersQuery);
  const several = owners.length > 1;
  const groupings = by?.filter((value) => value !== 'owner' || several) ?? [];
  const today = useToday();
  const years = useTaxYears();
  const chosen = search.period ?? (search.from ? CUSTOM : 'tax-year');
  return (
    <search aria-label={title} className="mb-4 flex flex-col gap-2 print:hidden">
      <div className="flex flex-wrap items-end gap-2 max-md:grid max-md:grid-cols-2">
        {by && (
          <SegmentedControl<Grouping>
            legend="Rows"
            className="max-md:col-span-full"
            options={groupings.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
            value={by.find((value) => value === search.by) ?? by[0] ?? 'property'}
            onChange={(value) => onChange({ by: value === by[0] ? undefined : value })}
          />
        )}
        {time === 'day' && day && (
          <OneDay label={day.label} ahead={day.ahead} search={search} fields={fields} onChange={onChange} />
        )}
        {time === 'tax-year' && (
          <Select
            aria-label="Tax year"
            options={years.map((value) => ({ value, label: `Tax year ${yearLabel(value)}` }))}
            value={search.year ?? years[0]}
            onChange={({ target }) => onChange({ year: target.value })}
          />
        )}
        {!time && (
          <Select
            aria-label="Period"
            options={[
              ...REPORT_PERIODS.map((value) => ({ value, label: reportPeriodLabel(value, today) })),
              { value: CUSTOM, label: 'Other dates' },
            ]}
            value={chosen}
            onChange={({ target: { value } }) => {
              const own = spanOf('tax-year', today);
              onChange(
                value === CUSTOM
                  ? { period: undefined, from: search.from ?? own.from, to: search.to ?? own.to }
                  : { period: value, from: undefined, to: undefined },
              );
            }}
          />
        )}
        {compares && (
          <Select
            aria-label="Compare with"
            placeholder="No comparison"
            options={[
              { value: 'last-year', label: 'Same days last year' },
              { value: 'previous', label: 'Previous period' },
            ]}
            value={search.compare ?? ''}
            onChange={({ target }) => onChange({ compare: target.value || undefined })}
          />
        )}
        {filters.includes('owner') && several && !search.tenancy && (
          <Select
            aria-label="Owner"
            placeholder="All owners"
            options={owners.map(({ id, name: label }) => ({ value: id, label }))}
            value={search.owner ?? ''}
            onChange={({ target }) => onChange({ owner: target.value || undefined })}
          />
        )}
        {filters.includes('category') && <CategoryFilter search={search} onChange={onChange} />}
        {filters.includes('property') && <PropertyFilter search={search} onChange={onChange} />}
        {filters.includes('tenancy') && search.tenancy && (
          <Button icon={X} onClick={() => onChange({ tenancy: undefined })}>
            All tenants
          </Button>
        )}
        {filters.includes('supplier') && (
          <span className="w-64 max-md:col-span-full max-md:w-auto">
            <SupplierPicker
              aria-label="Supplier"
              placeholder="All suppliers"
              value={search.supplier ?? ''}
              onChange={(supplier) => onChange({ supplier: supplier?.id })}
            />
          </span>
        )}
      </div>
      {!time && chosen === CUSTOM && <OwnDates search={search} fields={fields} onChange={onChange} />}
    </search>
  );
}

type FilterProps = Pick<Props, 'search' | 'onChange'>;

function PropertyFilter({ search, onChange }: FilterProps) {
  if (search.property === NO_PROPERTY)
    return <Button onClick={() => onChange({ property: undefined })}>{`${WITHOUT_PROPERTY} ×`}</Button>;
  return (
    <span className="w-64 max-md:col-span-full max-md:w-auto">
      <PropertyPicker
        aria-label="Property"
        placeholder="All properties"
        value={search.property ?? ''}
        onChange={(property) => onChange({ property: property?.id })}
      />
    </span>
  );
}

function CategoryFilter({ search, onChange }: FilterProps) {
  const { data = [] } = useQuery(categoriesQuery);
  return (
    <Select
      aria-label="Category"
      className="max-w-56 max-md:max-w-none"
      placeholder="All categories"
      options={data.map(({ category }) => ({ value: category, label: categoryLabel(category) }))}
      value={search.category ?? ''}
      onChange={({ target }) => onChange({ category: target.value || undefined })}
    />
  );
}

type OneDayProps = Pick<Props, 'search' | 'fields' | 'onChange'> & { label: string; ahead: number };

function OneDay({ label, ahead, search, fields, onChange }: OneDayProps) {
  const today = useToday();
  const day = search.on ?? addDays(today, ahead);
  return (
    <span className="w-52 max-md:col-span-full max-md:w-auto">
      <DayField label={label} error={fields['on']} day={day} onChange={(on) => onChange({ on })} />
    </span>
  );
}

/** Changes the URL only for complete dates. The server checks their order. */
function OwnDates({ search, fields, onChange }: Pick<Props, 'search' | 'fields' | 'onChange'>) {
  return (
    <div className="grid w-[440px] max-w-full grid-cols-2 gap-3">
      <DayField label="First day" error={fields['from']} day={search.from} onChange={(from) => onChange({ from })} />
      <DayField label="Last day" error={fields['to']} day={search.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

type DayProps = { label: string; day: string | undefined; error: string | undefined; onChange: (day: string) => void };

function DayField({ label, day, error, onChange }: DayProps) {
  const [typed, setTyped] = useState(day ?? '');
  const [blurred, setBlurred] = useState(false);
  const dateError = blurred && !isDay(typed) ? 'Enter a date' : undefined;
  return (
    <Field label={label} error={dateError ?? error} control={{ onBlur: () => setBlurred(true) }}>
      <DateInput
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setBlurred(false);
          if (isDay(value)) onChange(value);
        }}
      />
    </Field>
  );
}
