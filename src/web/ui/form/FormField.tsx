/** One field of a `Form`: label, control, hint and error, registered under its name. The control is its child. */
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { whenPointerIsUp } from '../table/pointer.client.ts';
import { Field, type FieldLook } from './Field.tsx';
import { type FieldControl, FieldControlContext } from './field-control.client.ts';
import type { FormHandle } from './form.client.ts';

type Props<Input extends FieldValues, Output> = Omit<FieldLook, 'error'> & {
  form: FormHandle<Input, Output>;
  name: FieldPath<Input>;
  /** `TextInput`, `Select`, `MoneyInput`, ...: it needs no props for the form. */
  children: ReactNode;
};

export function FormField<Input extends FieldValues, Output>({ form, name, children, ...look }: Props<Input, Output>) {
  const { control, error } = useFormControl(form, name);
  return (
    <Field {...look} error={error} control={control}>
      {children}
    </Field>
  );
}

type ChoiceProps<Input extends FieldValues, Output> = {
  form: FormHandle<Input, Output>;
  name: FieldPath<Input>;
  /** A `Checkbox`, `Switch` or `RadioGroup`, which bring their own words; they are handed the error. */
  children: (error: string | undefined) => ReactNode;
};

/** Registers a choice, whose label stands beside it and not above. */
export function FormChoice<Input extends FieldValues, Output>({ form, name, children }: ChoiceProps<Input, Output>) {
  const { control, error } = useFormControl(form, name);
  return <FieldControlContext value={control}>{children(error)}</FieldControlContext>;
}

function useFormControl<Input extends FieldValues, Output>(form: FormHandle<Input, Output>, name: FieldPath<Input>) {
  const id = useId();
  const { onBlur, ...registration } = form.rhf.register(name);
  const control: FieldControl = {
    ...registration,
    id,
    // An error that appears on blur moves what is below it. A pointer already pressing a button there would miss it.
    onBlur: (event: SyntheticEvent) => whenPointerIsUp(() => void onBlur({ type: 'blur', target: event.target })),
  };
  return { control, error: form.rhf.getFieldState(name, form.rhf.formState).error?.message };
}
