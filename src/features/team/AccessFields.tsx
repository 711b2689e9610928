/** Fields of an invitation and of a member's access: role, properties and last day. */
import { useWatch } from 'react-hook-form';
import { ROLES } from '../../shared/rights.ts';
import { counted } from '../../shared/text.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { RadioGroup } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../property/property.ts';
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
      {canBeLimited(role) && reach === 'chosen' && <ChosenProperties form={form} />}
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
      {role === 'guest' && (
        <Banner tone="blue">
          Bank descriptions in Finance may contain tenants’ names. A guest can read and copy them.
        </Banner>
      )}
    </>
  );
}

function ChosenProperties<Output>({ form }: Props<Output>) {
  const chosen = useWatch({ control: form.rhf.control, name: 'propertyIds' });
  const choose = (properties: Typed['propertyIds']) =>
    form.rhf.setValue('propertyIds', properties, { shouldDirty: true, shouldValidate: true });
  const add = (property: PropertyChoice | null) => {
    if (!property || chosen.some(({ id }) => id === property.id)) return;
    // Added at the top, because a long list shows only its first rows.
    choose([{ id: property.id, address: `${property.address}, ${property.city}` }, ...chosen]);
  };
  return (
    <LinkedRecords
      title="Chosen properties"
      count={chosen.length > 0 && counted(chosen.length, 'property', 'properties')}
      items={chosen.map(({ id, address }) => ({ id, name: address, line: '' }))}
      unlink="Remove"
      onUnlink={async (id) => choose(chosen.filter((one) => one.id !== id))}
    >
      <div className="border-t border-line p-5 first:border-t-0 max-md:p-4">
        <FormField form={form} name="propertyIds" label="Add a property">
          <PropertyPicker value="" onChange={add} leftOut={chosen.map(({ id }) => id)} />
        </FormField>
      </div>
    </LinkedRecords>
  );
}
