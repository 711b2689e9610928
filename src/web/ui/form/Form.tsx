import { type ReactNode, useEffect } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { StatusState } from '../display/Badge.tsx';
import { Banner } from '../display/Banner.tsx';
import { Button, type ButtonLook } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { DialogFoot } from '../overlay/DialogBody.tsx';
import type { FormHandle } from './form.client.ts';

type FormProps<Input extends FieldValues, Output> = {
  form: FormHandle<Input, Output>;
  className?: string;
  label?: string;
  /** Lays out a dialog's body and foot, and keeps the error within the dialog's margins. */
  inDialog?: boolean;
  /** The first field receives the initial focus when the screen opens. */
  isNew?: boolean;
  children: ReactNode;
};

export function Form<Input extends FieldValues, Output>({
  form,
  className,
  label,
  inDialog = false,
  isNew = false,
  children,
}: FormProps<Input, Output>) {
  const { failure, element } = form;
  // Scrolls to the failure at the top, as the submit button may be far below.
  useEffect(() => {
    if (failure) element.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [failure, element]);
  return (
    <form
      ref={form.element}
      id={form.id}
      noValidate
      aria-label={label}
      data-new={isNew || undefined}
      className={cx(inDialog && 'flex min-h-0 flex-1 flex-col', className)}
      onSubmit={form.submit}
    >
      {failure && (
        <Banner tone="red" role="alert" className={inDialog ? 'mx-6 mt-4 max-md:mx-4' : undefined}>
          {failure}
        </Banner>
      )}
      {children}
    </form>
  );
}

type SubmitProps<Input extends FieldValues, Output> = ButtonLook & {
  form: FormHandle<Input, Output>;
  busy: string;
  /** The label while uploads delay saving: 'Uploading...'. */
  held?: string | undefined;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
};

export function SubmitButton<Input extends FieldValues, Output>({
  form,
  busy,
  held,
  variant = 'primary',
  ...rest
}: SubmitProps<Input, Output>) {
  return <Button type="submit" form={form.id} variant={variant} busy={form.saving ? busy : held} {...rest} />;
}

export function FormFoot<Input extends FieldValues, Output>({
  onCancel,
  ...submit
}: SubmitProps<Input, Output> & { onCancel: () => void }) {
  return (
    <DialogFoot>
      <Button disabled={submit.form.saving} onClick={onCancel}>
        Cancel
      </Button>
      <SubmitButton {...submit} />
    </DialogFoot>
  );
}

type SummaryProps<Input extends FieldValues, Output> = {
  form: FormHandle<Input, Output>;
  /** Returns the part of the form that contains a field: 'Basic Details'. */
  place?: (name: FieldPath<Input>) => string | undefined;
};

/** Shows '2 fields need attention' with a button for each field. For long forms, after the first submit. */
export function ErrorSummary<Input extends FieldValues, Output>({ form, place }: SummaryProps<Input, Output>) {
  const { wrong, rhf, focus } = form;
  if (wrong.length === 0 || rhf.formState.submitCount === 0) return null;
  return (
    <section
      aria-labelledby="error-summary"
      className="mb-4 rounded-card border border-l-4 border-red-rule border-l-red-fill bg-surface px-5 py-4"
    >
      <h2 id="error-summary" className="mb-1 text-m tracking-normal">
        {wrong.length === 1 ? '1 field needs attention' : `${wrong.length} fields need attention`}
      </h2>
      <ul>
        {wrong.map(({ name, message }) => {
          const where = place?.(name);
          return (
            <li key={name}>
              <button
                type="button"
                className="cursor-pointer font-bold text-red underline underline-offset-3 text-left max-md:min-h-11"
                onClick={() => focus(name)}
              >
                {message}
              </button>
              {where && <span className="text-ink-2"> in {where}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type SaveBarProps = { unsaved: boolean; wrong?: number; children: ReactNode };

/** The bar at the bottom of a long form, as wide as the window, with unsaved changes and the number of errors. */
export function SaveBar({ unsaved, wrong = 0, children }: SaveBarProps) {
  return (
    <section aria-label="Save" className="save-bar full-bleed sticky bottom-0 z-30 pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-[920px] flex-wrap items-center justify-end gap-2 py-3 [&>:is(a,button)]:whitespace-nowrap max-md:px-4">
        <div className="mr-auto flex flex-wrap items-center gap-x-2 text-s text-ink-2" aria-live="polite">
          {unsaved && <span className="max-md:sr-only">Unsaved changes.</span>}
          {wrong > 0 && <StatusState state="bad" small>{`${wrong} ${wrong === 1 ? 'error' : 'errors'}`}</StatusState>}
        </div>
        {children}
      </div>
    </section>
  );
}
