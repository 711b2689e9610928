import type { FocusEvent } from 'react';
import { isDay } from '../../../shared/dates.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import type { Import, ImportChange } from '../import.ts';

type Rent = NonNullable<Import['rent']>;
type Props = {
  file: Import;
  rent: Rent;
  tried: boolean;
  /** The first day as it is typed; it is saved on blur. */
  from: string;
  onFrom: (from: string) => void;
  onChange: (rent: NonNullable<ImportChange['rent']>) => void;
};

export function RentSettings({ file, rent, tried, from, onFrom, onChange }: Props) {
  // Saving while the person types would save '01/01/20', a valid day, on the way to '01/01/2027'.
  const saveOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    if (isDay(from) && from !== rent.from) onChange({ ...rent, from });
  };
  const owedColumn = file.sheets.some(
    ({ kind, columns }) => kind === 'tenants' && columns.some(({ field }) => field === 'owed'),
  );
  return (
    <Card aria-labelledby="import-rent" className="mt-5">
      <CardHead id="import-rent" title="Start of rent" />
      <fieldset
        aria-labelledby="import-rent"
        className="grid max-w-[640px] grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4"
        onBlur={saveOnLeave}
      >
        <Field
          label="Charge rent from"
          hint="We do not charge rent before this day"
          error={tried && !isDay(from) ? 'Enter the day from which rent is charged' : undefined}
        >
          <DateInput value={from} onChange={onFrom} />
        </Field>
        <Field
          label="Owed until then"
          hint={owedColumn ? undefined : 'To import amounts, choose ‘Owed until then’ for a column of your tenants'}
        >
          <Select
            value={rent.owed}
            options={[
              { value: 'none', label: 'Nothing: start at £0.00' },
              { value: 'column', label: 'The amounts in your file', disabled: !owedColumn },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...rent, owed: value === 'column' ? 'column' : 'none' })
            }
          />
        </Field>
      </fieldset>
    </Card>
  );
}
