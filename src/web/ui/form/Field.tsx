/** A label above, a hint below, an error in its place, around one control that it describes; `FormField` registers it with a form. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { createContext, type ReactNode, useContext, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Icon } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { whenPointerIsUp } from '../table/pointer.client.ts';
import type { FormHandle } from './form.client.ts';

export type FieldLook = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Says '(optional)' beside the label. Everything else is required. */
  optional?: boolean | undefined;
  /** For screen readers only, as in a grid whose place says it. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

type FieldProps = FieldLook & { control?: Partial<FieldControl>; children: ReactNode };

export function Field({ label, hint, error, optional, hideLabel, className, control, children }: FieldProps) {
  const ownId = useId();
  const id = control?.id ?? ownId;
  return (
    <div className={cx('flex min-w-0 flex-col gap-[6px]', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-bold'}>
        {label}
        {optional && <Optional />}
      </label>
      <FieldControlContext value={{ ...control, ...describeControl({ id, hint, error, optional }) }}>
        {children}
      </FieldControlContext>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export function Optional() {
  return <span className="font-normal text-ink-3"> (optional)</span>;
}

type Described = { id: string; hint?: ReactNode; error?: string | undefined; optional?: boolean | undefined };

/** The ids and states that tie a control to the notes below it. */
export function describeControl({ id, hint, error, optional }: Described): FieldControl {
  const notes = cx(error !== undefined && `${id}-error`, Boolean(hint) && `${id}-hint`);
  return {
    id,
    'aria-describedby': notes || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': optional ? undefined : true,
  };
}

/** The error before the hint, as screen readers read them in this order. */
export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="flex items-start gap-[6px] text-s font-bold text-red">
          <Icon of={CircleAlert} className="mt-[2px]" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-s text-ink-2">
          {hint}
        </p>
      )}
    </>
  );
}

type FormFieldProps<Input extends FieldValues, Output> = Omit<FieldLook, 'error'> & {
  form: FormHandle<Input, Output>;
  name: FieldPath<Input>;
  /** `TextInput`, `Select`, `MoneyInput`, ...: it needs no props for the form. */
  children: ReactNode;
};

/** One field of a `Form`: label, control, hint and error, registered under its name. The control is its child. */
export function FormField<Input extends FieldValues, Output>({
  form,
  name,
  children,
  ...look
}: FormFieldProps<Input, Output>) {
  const { control, error } = useFormControl(form, name);
  return (
    <Field {...look} error={error} control={control}>
      <FieldCheckContext value={() => error !== undefined && void form.rhf.trigger(name)}>{children}</FieldCheckContext>
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
    onBlur: (event) => whenPointerIsUp(() => void onBlur({ type: 'blur', target: event.target })),
  };
  return { control, error: form.rhf.getFieldState(name, form.rhf.formState).error?.message };
}

/** Native events, and what a control made of several parts says in their place. */
type Handler = (event: { type: string; target: unknown }) => void;

/** A native control, or what stands for one that is made of several. */
type Focusable = { focus: () => void };

/** What `Field` and `FormField` put on the control they surround. */
export type FieldControl = {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: ((control: Focusable | null) => void) | undefined;
  onChange?: Handler | undefined;
  onBlur?: Handler | undefined;
};

export const FieldControlContext = createContext<FieldControl | undefined>(undefined);

/** Has the form look again at a field with an error, where what was wrong was no value of it. */
export const FieldCheckContext = createContext<() => void>(() => {});

type OwnProps = { id?: string | undefined; onChange?: unknown; onBlur?: unknown };

/** The props of a native control: its own, over those of the field around it. Both sides hear changes and blurs. */
export function useFieldControl<Own extends OwnProps>(own: Own): Own {
  const field = useContext(FieldControlContext);
  if (!field) return own;
  return {
    ...field,
    ...own,
    ...both('onChange', field.onChange, own.onChange),
    ...both('onBlur', field.onBlur, own.onBlur),
  };
}

function both(name: 'onChange' | 'onBlur', field: Handler | undefined, own: unknown): { [name: string]: Handler } {
  const handlers = [field, own].filter((handler): handler is Handler => typeof handler === 'function');
  if (handlers.length === 0) return {};
  return {
    [name]: (event) => {
      for (const handler of handlers) handler(event);
    },
  };
}
