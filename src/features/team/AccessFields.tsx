import { useWatch } from 'react-hook-form';
import { ROLES } from '../../shared/rights.ts';
import { yearLabel, yearsUntil } from '../../shared/tax-years.ts';
import { useToday } from '../../web/http/session.client.ts';
import { Checkbox, RadioGroup } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FieldError, FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { PropertiesField } from '../property/PropertiesField.tsx';
import { canBeLimited, canEnd, type Typed } from './access-form.ts';
import { ROLE_TEXTS } from './team.ts';

/** Owner comes last, because it is rarely the right choice. */
const ROLE_OPTIONS = [...ROLES.filter((role) => role !== 'owner'), 'owner' as const].map((value) => ({
  value,
  label: <b>{ROLE_TEXTS[value].label}</b>,
  hint: ROLE_TEXTS[value].summary,
}));

const REACH_OPTIONS = [
  { value: 'all', label: 'All properties, including future ones' },
  { value: 'chosen', label: 'Chosen properties' },
];

type Props<Output> = { form: FormHandle<Typed, Output> };

export function AccessFields<Output>({ form }: Props<Output>) {
  const [role, reach] = useWatch({ control: form.rhf.control, name: ['role', 'reach'] });
  return (
    <>
      <FormChoice form={form} name="role">
        {(error) => <RadioGroup legend="Role" options={ROLE_OPTIONS} error={error} rows />}
      </FormChoice>
      {canBeLimited(role) && (
        <FormChoice form={form} name="reach">
          {(error) => <RadioGroup legend="Properties" options={REACH_OPTIONS} error={error} />}
        </FormChoice>
      )}
      {canBeLimited(role) && reach === 'chosen' && <PropertiesField form={form} name="propertyIds" />}
      {role !== '' && canEnd(role) && (
        <FormField
          form={form}
          name="endsOn"
          label="Last day"
          hint="Access ends after this day, UK time."
          optional={role !== 'guest'}
        >
          <DateInput />
        </FormField>
      )}
      {role === 'guest' && <GuestFields form={form} />}
    </>
  );
}

const YEAR_OPTIONS = [
  { value: 'all', label: 'All tax years' },
  { value: 'chosen', label: 'Chosen tax years' },
];

function GuestFields<Output>({ form }: Props<Output>) {
  const [years, taxYears] = useWatch({ control: form.rhf.control, name: ['years', 'taxYears'] });
  const today = useToday();
  const choose = (year: string, chosen: boolean) =>
    form.rhf.setValue('taxYears', chosen ? [...taxYears, year].sort() : taxYears.filter((other) => other !== year), {
      shouldDirty: true,
      shouldValidate: true,
    });
  const { error } = form.rhf.getFieldState('taxYears', form.rhf.formState);
  return (
    <>
      <FormChoice form={form} name="years">
        {(problem) => <RadioGroup legend="Tax years" options={YEAR_OPTIONS} error={problem} />}
      </FormChoice>
      {years === 'chosen' && (
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">Chosen tax years</legend>
          {yearsUntil(today).map((year) => (
            <Checkbox
              key={year}
              name="taxYears"
              label={yearLabel(year)}
              checked={taxYears.includes(year)}
              onChange={({ target }) => choose(year, target.checked)}
            />
          ))}
          {error?.message && <FieldError role="alert">{error.message}</FieldError>}
        </fieldset>
      )}
      <FormChoice form={form} name="seesPayers">
        {(problem) => (
          <Checkbox
            label="Show the descriptions of rent and deposits"
            hint="They may contain tenants’ names. If off, the guest sees only ‘Rent’, without files. Other bank descriptions are always shown, and may contain names too."
            error={problem}
          />
        )}
      </FormChoice>
    </>
  );
}
