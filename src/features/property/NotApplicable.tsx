/** Says that a compliance item does not apply to a property, and why: an all-electric flat has no gas. */
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Checkbox } from '../../web/ui/Checkbox.tsx';
import { FormField } from '../../web/ui/FormField.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { ComplianceItem } from './compliance.ts';
import type { PropertyFormHandle } from './form-handle.ts';

/** The reason is null while the item applies, and empty text while it is still to be given. */
export function NotApplicable({ form, item }: { form: PropertyFormHandle; item: ComplianceItem }) {
  const name = `compliance.${item}.notApplicable` as const;
  const reason = useWatch({ control: form.rhf.control, name }) ?? null;
  const lastReason = useRef('');
  const choose = (chosen: boolean) => {
    if (!chosen) lastReason.current = reason ?? '';
    form.rhf.setValue(name, chosen ? lastReason.current : null, { shouldDirty: true });
    form.rhf.clearErrors(name);
    if (chosen) form.focus(name);
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Checkbox
        label="Not applicable to this property"
        checked={reason !== null}
        onChange={({ currentTarget: { checked } }) => choose(checked)}
      />
      {reason !== null && (
        <FormField form={form} name={name} label="Why it does not apply">
          <TextInput autoComplete="off" />
        </FormField>
      )}
    </div>
  );
}
