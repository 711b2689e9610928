/** The part of a form that asks who answers for the rent. */
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { TextArea, TextInput } from '../../web/ui/form/Inputs.tsx';
import { GUARANTOR, type Guarantor } from './guarantor.ts';

/** A form that has the four fields. */
type Asks = FieldValues & { [field in keyof Guarantor]?: string | undefined };

type FieldsProps<Values extends Asks, Output> = { form: FormHandle<Values, Output>; title: string };

export function GuarantorFields<Values extends Asks, Output>({ form, title }: FieldsProps<Values, Output>) {
  // Every such form has these fields; the library cannot tell a generic form's names.
  const named = (field: keyof Guarantor) => ({
    form,
    name: field as FieldPath<Values>,
    label: GUARANTOR[field].label,
    optional: true,
  });
  return (
    <Card aria-labelledby="guarantor">
      <CardHead id="guarantor" title={title} />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField {...named('guarantorName')}>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField {...named('guarantorPhone')}>
          <TextInput type="tel" autoComplete="off" />
        </FormField>
        <FormField {...named('guarantorAddress')} className="col-span-full">
          <TextArea rows={3} autoComplete="off" />
        </FormField>
        <FormField
          {...named('guarantorAltContact')}
          hint="Another person, number or email address."
          className="col-span-full"
        >
          <TextInput autoComplete="off" />
        </FormField>
      </div>
    </Card>
  );
}
