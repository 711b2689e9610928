/** A label above, a hint below, an error in its place, around one control (TextInput, Select, ...) that it describes. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { cx } from '../display/cx.ts';
import { Icon } from '../display/Icon.tsx';
import { type FieldControl, FieldControlContext } from './field-control.client.ts';

export type FieldLook = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Says '(optional)' beside the label. Everything else is required. */
  optional?: boolean | undefined;
  className?: string | undefined;
};

type Props = FieldLook & { control?: Partial<FieldControl>; children: ReactNode };

export function Field({ label, hint, error, optional, className, control, children }: Props) {
  const ownId = useId();
  const id = control?.id ?? ownId;
  return (
    <div className={cx('flex min-w-0 flex-col gap-[6px]', className)}>
      <label htmlFor={id} className="font-bold">
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

/** The error, then the hint: whoever hears both hears first what is wrong. */
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
