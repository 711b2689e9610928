/** The second part of the property form: which keys there are. */
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { NumberInput } from '../../web/ui/form/NumberInput.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { FIELD_LABELS as LABELS } from './labels.ts';

export function Keys({ form }: { form: PropertyFormHandle }) {
  return (
    <Card aria-labelledby="keys">
      <CardHead id="keys" title="Keys" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField form={form} name="keyType" label={LABELS.keyType} hint="For example Yale and mortice." optional>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="keyCode" label={LABELS.keyCode} hint="The tag in your key cabinet." optional>
          <TextInput autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField form={form} name="keysAmount" label={LABELS.keysAmount} hint="How many sets you hold." optional>
          <NumberInput />
        </FormField>
      </div>
    </Card>
  );
}
