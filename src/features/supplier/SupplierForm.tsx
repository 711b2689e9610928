/** /dashboard/suppliers/add and /edit/$id: who a supplier is, and which properties it looks after. */
import { useParams } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FieldsCard, type FormPlan, RecordAdd, RecordEdit } from '../../web/records/RecordForm.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import { PhotoField } from '../file/FileField.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../property/property.ts';
import { PATHS, suppliers } from './supplier.client.ts';
import {
  BLANK_SUPPLIER,
  propertiesLine,
  rebase,
  SupplierForm as Schema,
  SERVICED,
  SUPPLIER,
  type SupplierFormOutput,
  type SupplierFormValues,
  type SupplierInput,
  SupplierRecord,
  supplierDifferences,
  TEXTS,
  toFormValues,
  toInput,
} from './supplier.ts';

type Form = FormHandle<SupplierFormValues, SupplierFormOutput>;

const PLAN: FormPlan<SupplierFormValues, SupplierFormOutput, SupplierRecord, SupplierInput> = {
  resource: suppliers,
  texts: TEXTS,
  paths: PATHS,
  schema: Schema,
  record: SupplierRecord,
  blank: BLANK_SUPPLIER,
  toForm: toFormValues,
  toInput,
  rebase,
  differences: supplierDifferences,
  line: ({ name, serviceType }) => `${name}, ${serviceType}`,
  children: ({ form, onBusy }) => (
    <>
      <FieldsCard
        form={form}
        title={TEXTS.detailTitle}
        fields={SUPPLIER.shape}
        own={{ logo: <Logo key="logo" form={form} onBusy={onBusy} /> }}
      />
      <PropertyLinks form={form} />
    </>
  ),
};

export function SupplierAdd() {
  return <RecordAdd {...PLAN} />;
}

export function SupplierEdit() {
  const { id } = useParams({ from: PATHS.edit });
  return <RecordEdit {...PLAN} id={id} />;
}

function Logo({ form, onBusy }: { form: Form; onBusy: (busy: boolean) => void }) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'logo' });
  return (
    <PhotoField
      bucket="supplier_images"
      ref={field.ref}
      name={field.name}
      label={SUPPLIER.labels.logo}
      optional
      error={fieldState.error?.message}
      value={field.value ?? null}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

/** Each linked property with a button that takes it off, and a search field for more. */
function PropertyLinks({ form }: { form: Form }) {
  const names = ['servicedProperties', 'addedProperties', 'removedProperties'] as const;
  const [serviced, added, removed] = useWatch({ control: form.rhf.control, name: names });
  const linked = [...serviced.filter(({ id }) => !removed.includes(id)), ...added];
  const list = useRef<HTMLDivElement>(null);

  const setAdded = (value: typeof added) => form.rhf.setValue('addedProperties', value, CHANGED);
  const setRemoved = (value: typeof removed) => form.rhf.setValue('removedProperties', value, CHANGED);
  const link = (property: PropertyChoice | null) => {
    if (!property || linked.some(({ id }) => id === property.id)) return;
    const { id, address, city } = property;
    if (removed.includes(id)) setRemoved(removed.filter((one) => one !== id));
    else setAdded([...added, { id, address, city }]);
  };
  const unlink = (id: string) => {
    const place = linked.findIndex((one) => one.id === id);
    if (added.some((one) => one.id === id)) setAdded(added.filter((one) => one.id !== id));
    else setRemoved([...removed, id]);
    // The button that had the focus is gone: the next one takes it, else the one before, else the search field.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('li button');
      const next = buttons?.[Math.min(place, buttons.length - 1)];
      if (next) next.focus();
      else form.focus('addedProperties');
    });
  };

  return (
    <Card aria-labelledby="serviced">
      <CardHead id="serviced" title={SERVICED}>
        <output>{linked.length > 0 && propertiesLine(linked.length)}</output>
      </CardHead>
      {linked.length > 0 && (
        <div ref={list} className="border-b border-line">
          <FirstRows label={SERVICED} items={linked}>
            {({ id, address, city }) => (
              <Row
                key={id}
                line={city}
                end={<IconButton icon={X} label={`Unlink ${address}`} onClick={() => unlink(id)} />}
              >
                <bdi>{address}</bdi>
              </Row>
            )}
          </FirstRows>
        </div>
      )}
      <div className="p-5 max-md:p-4">
        <FormField form={form} name="addedProperties" label="Link a property" optional>
          <PropertyPicker value="" onChange={link} leftOut={linked.map(({ id }) => id)} />
        </FormField>
      </div>
    </Card>
  );
}
