import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Icon } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { whenPointerIsUp } from '../table/pointer.client.ts';
import type { FormHandle } from './form.client.ts';

export type FieldLook = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds '(optional)' to the label. Other fields are required. */
  optional?: boolean | undefined;
  /** Hides the label except from screen readers, as in a grid with headings. */
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

export function describeControl({ id, hint, error, optional }: Described): FieldControl {
  const notes = cx(error !== undefined && `${id}-error`, Boolean(hint) && `${id}-hint`);
  return {
    id,
    'aria-describedby': notes || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': optional ? undefined : true,
  };
}

/** The error precedes the hint, as in `aria-describedby`. */
export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-s text-ink-2">
          {hint}
        </p>
      )}
    </>
  );
}

export function FieldError({ className, children, ...rest }: ComponentProps<'p'>) {
  return (
    <p {...rest} className={cx('flex items-start gap-[6px] text-s font-bold text-red', className)}>
      <Icon of={CircleAlert} className="mt-[2px]" />
      {children}
    </p>
  );
}

export type FormFieldLook = Omit<FieldLook, 'error'>;

type FormFieldProps<Input extends FieldValues, Output> = FormFieldLook & {
  form: FormHandle<Input, Output>;
  name: FieldPath<Input>;
  /** The control, such as `TextInput` or `Select`, which needs no props for the form. */
  children: ReactNode;
};

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
  /** A `Checkbox`, `Switch` or `RadioGroup`, which has its own label and receives the error. */
  children: (error: string | undefined) => ReactNode;
};

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
    // Waits for the end of a click, which would miss its button if an error on blur shifted the layout.
    onBlur: ({ target }) => {
      // React Hook Form reads null from radio buttons without a choice, which schemas reject.
      const isRadio = target instanceof HTMLInputElement && target.type === 'radio';
      const left = () => (isRadio ? { name, value: form.rhf.getValues(name) } : target);
      whenPointerIsUp(() => void onBlur({ type: 'blur', target: left() }));
    },
  };
  return { control, error: form.rhf.getFieldState(name, form.rhf.formState).error?.message };
}

type Handler = (event: { type: string; target: unknown }) => void;

type Focusable = { focus: () => void };

/** Props that `Field` and `FormField` pass to their control. */
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

/** Revalidates the surrounding field if it has an error, for controls whose text may not be a value. */
export const FieldCheckContext = createContext<() => void>(() => {});

type OwnProps = { id?: string | undefined; onChange?: unknown; onBlur?: unknown };

/** Merges a control's own props over the surrounding field's. The handlers of both are called. */
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
