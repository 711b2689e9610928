import { useWatch } from 'react-hook-form';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { FieldsCard, type FormOf, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { PhotoControl } from '../file/FileField.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../property/property.ts';
import { propertiesLine, TEXTS } from './listed.ts';
import { PATHS, suppliers } from './supplier.client.ts';
import { SUPPLIER, SUPPLIER_FORM } from './supplier.ts';

const PLAN: FormPlanOf<typeof SUPPLIER_FORM> = {
  ...SUPPLIER_FORM,
  resource: suppliers,
  texts: TEXTS,
  paths: PATHS,
  line: ({ name, serviceType }) => `${name}, ${serviceType}`,
  children: ({ form, onBusy }) => {
    const logo = <PhotoControl form={form} name="logo" label="Logo" bucket="supplier_images" onBusy={onBusy} />;
    return (
      <>
        <FieldsCard form={form} title={TEXTS.detailTitle} fields={SUPPLIER.shape} own={{ logo }} />
        <PropertyLinks form={form} />
      </>
    );
  },
};

export function SupplierAdd() {
  return <RecordAdd {...PLAN} />;
}

export function SupplierEdit() {
  return <RecordEdit {...PLAN} />;
}

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

function PropertyLinks({ form }: { form: FormOf<typeof SUPPLIER_FORM> }) {
  const names = ['servicedProperties', 'addedProperties', 'removedProperties'] as const;
  const [serviced, added, removed] = useWatch({ control: form.rhf.control, name: names });
  const linked = [...serviced.filter(({ id }) => !removed.includes(id)), ...added];

  const setAdded = (value: typeof added) => form.rhf.setValue('addedProperties', value, CHANGED);
  const setRemoved = (value: typeof removed) => form.rhf.setValue('removedProperties', value, CHANGED);
  const link = (property: PropertyChoice | null) => {
    if (!property || linked.some(({ id }) => id === property.id)) return;
    const { id, address, city } = property;
    if (removed.includes(id)) setRemoved(removed.filter((other) => other !== id));
    else setAdded([...added, { id, address, city }]);
  };
  const unlink = async (id: string) => {
    if (added.some((property) => property.id === id)) setAdded(added.filter((property) => property.id !== id));
    else setRemoved([...removed, id]);
  };

  return (
    <LinkedRecords
      title={TEXTS.serviced}
      count={linked.length > 0 && propertiesLine(linked.length)}
      items={linked.map(({ id, address, city }) => ({ id, name: address, line: city }))}
      onUnlink={unlink}
    >
      <div className="border-t border-line p-5 max-md:p-4">
        <FormField form={form} name="addedProperties" label="Link a property" optional>
          <PropertyPicker value="" onChange={link} leftOut={linked.map(({ id }) => id)} />
        </FormField>
      </div>
    </LinkedRecords>
  );
}
