/** The third part of the property form: who answers for the rent. */
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { FormField } from '../../web/ui/FormField.tsx';
import { TextArea } from '../../web/ui/TextArea.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { FIELD_LABELS as LABELS } from './words.ts';

export function Guarantor({ form }: { form: PropertyFormHandle }) {
  return (
    <Card aria-labelledby="guarantor">
      <CardHead id="guarantor" title="Guarantor" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField form={form} name="guarantorName" label={LABELS.guarantorName} optional>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="guarantorPhone" label={LABELS.guarantorPhone} optional>
          <TextInput type="tel" autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="guarantorAddress"
          label={LABELS.guarantorAddress}
          optional
          className="col-span-full"
        >
          <TextArea rows={3} autoComplete="off" />
        </FormField>
        <FormField
          form={form}
          name="guarantorAltContact"
          label={LABELS.guarantorAltContact}
          hint="Another person, number or email address."
          optional
          className="col-span-full"
        >
          <TextInput autoComplete="off" />
        </FormField>
      </div>
    </Card>
  );
}
