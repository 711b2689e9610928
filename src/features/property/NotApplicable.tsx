/** Says that a compliance item does not apply to a property, and why: an all-electric flat has no gas. */
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import { whenPointerIsUp } from '../../web/ui/table/pointer.client.ts';
import type { ComplianceItem } from './compliance.ts';
import type { PropertyFormHandle } from './form-handle.client.ts';

/** The reason is null while the item applies, and empty text while it is still to be given. */
export function NotApplicable({ form, item }: { form: PropertyFormHandle; item: ComplianceItem }) {
  const name = `compliance.${item}.notApplicable` as const;
  // Not registered: a text field that is left by a press on the checkbox would write its text over the null.
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  const { value = null, onChange, onBlur, ref } = field;
  const lastReason = useRef('');
  const choose = (chosen: boolean) => {
    if (!chosen) lastReason.current = value ?? '';
    form.rhf.setValue(name, chosen ? lastReason.current : null, { shouldDirty: true });
    form.rhf.clearErrors(name);
    if (chosen) form.focus(name);
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Checkbox
        label="Not applicable to this property"
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) => choose(checked)}
      />
      {value !== null && (
        <Field
          label="Why it does not apply"
          error={fieldState.error?.message}
          control={{ name, ref, onChange, onBlur: () => whenPointerIsUp(onBlur) }}
        >
          <TextInput value={value} autoComplete="off" />
        </Field>
      )}
    </div>
  );
}
