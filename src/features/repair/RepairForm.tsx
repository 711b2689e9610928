import { useInfiniteQuery } from '@tanstack/react-query';
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { May } from '../../web/http/session.client.ts';
import { FieldsCard, type FormOf, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { tenants } from '../tenant/tenant.client.ts';
import { TEXTS } from './listed.ts';
import { PATHS, repairs } from './repair.client.ts';
import { REPAIR } from './repair.ts';
import { ADD_FORM, EDIT_FORM, FIELDS } from './repair-form.ts';

type AddForm = FormOf<typeof ADD_FORM>;

const { title, category, urgency, room, description, accessNote, costLimit } = REPAIR.shape;
const PROBLEM = { title, category, urgency, room, description };
const VISIT = { accessNote, costLimit };

const ADD: FormPlanOf<typeof ADD_FORM> = {
  ...ADD_FORM,
  resource: repairs,
  texts: TEXTS,
  paths: PATHS,
  opensAdded: true,
  line: ({ title: name, address }) => `${name}, ${address}`,
  children: ({ form }) => (
    <>
      <Home form={form} />
      <Fields form={form} />
    </>
  ),
};

const EDIT: FormPlanOf<typeof EDIT_FORM> = {
  ...EDIT_FORM,
  resource: repairs,
  texts: TEXTS,
  paths: PATHS,
  line: ({ title: name, address }) => `${name}, ${address}`,
  children: ({ form }) => <Fields form={form} />,
};

export function RepairAdd() {
  return <RecordAdd {...ADD} />;
}

export function RepairEdit() {
  return <RecordEdit {...EDIT} />;
}

function Home({ form }: { form: AddForm }) {
  const { control, setValue } = form.rhf;
  const [propertyId, tenantId] = useWatch({ control, name: ['propertyId', 'tenantId'] });
  return (
    <Card aria-labelledby="home">
      <CardHead id="home" title="Home" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <PropertyField form={form} name="propertyId" onChosen={() => tenantId && setValue('tenantId', '')} />
        <May need="people.see">
          <TenantField form={form} propertyId={propertyId} />
        </May>
      </div>
    </Card>
  );
}

function TenantField({ form, propertyId }: { form: AddForm; propertyId: string }) {
  const { data } = useInfiniteQuery({
    ...tenants.list({ q: '', sort: 'name', propertyId }),
    enabled: propertyId !== '',
    placeholderData: () => undefined,
  });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <FormField form={form} name="tenantId" label="Tenant" optional hint="They can follow it through their link.">
      <Select placeholder="No tenant" options={found.map(({ id, name }) => ({ value: id, label: name }))} />
    </FormField>
  );
}

function Fields<Values extends FieldValues, Output>({ form }: { form: FormHandle<Values, Output> }) {
  return (
    <>
      <FieldsCard form={form} title="Problem" fields={PROBLEM} />
      <FieldsCard form={form} title="Visit and cost" fields={VISIT} />
      <Card aria-labelledby="at-home">
        <CardHead id="at-home" title="At home" />
        <div className="flex flex-col gap-3 p-5 max-md:p-4">
          {(['pets', 'vulnerable'] as const).map((name) => (
            <FormChoice key={name} form={form} name={name as FieldPath<Values>}>
              {(error) => <Checkbox label={FIELDS.labels[name]} error={error} />}
            </FormChoice>
          ))}
        </div>
      </Card>
    </>
  );
}
