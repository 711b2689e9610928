/**
 * Joins zod (validation), react-hook-form (state) and saving. Validates on blur and submit, focuses the first invalid
 * field, ignores a second submit while saving, and shows the server's field errors at their fields.
 */
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { abortUnmounted, runFormSave } from '../../http/form-save.client.ts';
import { SaveAborted } from '../../http/unknown-outcome.ts';
import { type WrongField, wrongFields } from './wrong-fields.ts';

type Settings<Input extends FieldValues, Output, Result> = {
  schema: z.ZodType<Output, Input>;
  start: DefaultValues<Input>;
  /** Called with the schema's output, usually a mutation. If it rejects, the form stays unsaved. */
  save: (input: Output) => Promise<Result>;
  /** Called after the save, when the form is no longer dirty: for a toast or a navigation. */
  saved?: (result: Result) => void;
  /** Returns the message above the form for an error without field errors. Omitted if a toast shows the error. */
  failed?: (error: unknown) => string | undefined;
  /** Brings a field into view before it is focused, for example by opening its tab. */
  reveal?: (name: FieldPath<Input>) => void;
};

export type FormHandle<Input extends FieldValues, Output = Input> = {
  /** React Hook Form's handle, for `watch`, `setValue`, `useFieldArray`. */
  rhf: UseFormReturn<Input, unknown, Output>;
  id: string;
  element: RefObject<HTMLFormElement | null>;
  submit: (event: SyntheticEvent) => void;
  saving: boolean;
  unsaved: boolean;
  wrong: WrongField<Input>[];
  failure: string | undefined;
  focus: (name: FieldPath<Input>) => void;
  /** From `useAddForm`: the idempotency key, which drafts store. */
  addKey?: { key: string; setKey: (key: string) => void };
};

export function useZodForm<Input extends FieldValues, Output, Result>(
  settings: Settings<Input, Output, Result>,
): FormHandle<Input, Output> {
  const { schema, start, save, saved, failed, reveal } = settings;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const inFlight = useRef<AbortController>(undefined);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const rhf: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    resolver: async (values, _, options) => {
      const names = namesIn(element.current);
      const isList = (field: string) => names.some((name) => name.startsWith(`${field}.`));
      // Adding or removing a row validates the whole list, but untouched fields should not show errors yet.
      if (options.names?.length && options.names.every(isList)) return { values: {}, errors: rhf.formState.errors };
      const checked = await check(schema, values, options.names);
      const unfinished = unfinishedIn(element.current);
      if (unfinished.length === 0) return checked;
      const errors = { ...checked.errors } as FieldErrors<Input>;
      for (const { name, validationMessage: message } of unfinished) set(errors, name, { type: 'unfinished', message });
      return { values: {}, errors };
    },
    defaultValues: start,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { errors, isDirty } = rhf.formState;
  useEffect(() => () => abortUnmounted(inFlight.current), []);

  const focus = (name: FieldPath<Input>) => {
    reveal?.(name);
    // Waits a frame, as a newly opened tab or added row must be rendered first.
    requestAnimationFrame(() => {
      unfold(element.current, name);
      rhf.setFocus(name);
    });
  };
  const focusFirst = (invalid: FieldErrors<Input>) => {
    const first = wrongFields(invalid, namesIn(element.current))[0];
    if (first) focus(first.name);
  };
  /** Shows the server's errors at their fields. Returns true if every error has a field. */
  const placeErrors = (error: unknown): boolean => {
    const sentences = Object.entries(error instanceof AppError ? (error.details.fields ?? {}) : {});
    const names = namesIn(element.current);
    // 'papers.0.file.url' has no control, so its error belongs to 'papers.0.file'.
    const placed = sentences.flatMap(([field, message]) => {
      const name = names.find((one) => one !== '' && (field === one || field.startsWith(`${one}.`)));
      return name ? [{ name: name as FieldPath<Input>, message }] : [];
    });
    for (const { name, message } of placed) rhf.setError(name, { type: 'server', message });
    const first = names.find((name) => placed.some((error) => error.name === name));
    if (first) focus(first as FieldPath<Input>);
    return placed.length > 0 && placed.length === sentences.length;
  };

  const saveOnce = async (input: Output, controller: AbortController) => {
    setFailure(undefined);
    let result: Result;
    try {
      result = await runFormSave(() => save(input), controller);
    } catch (error) {
      if (error instanceof SaveAborted) return;
      if (!placeErrors(error)) setFailure(failed?.(error));
      return;
    }
    // Updates synchronously, so that the guard for unsaved changes does not block the navigation in `saved`.
    flushSync(() => {
      rhf.reset(rhf.getValues());
      setSaving(false);
    });
    saved?.(result);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (inFlight.current) return;
    const controller = new AbortController();
    inFlight.current = controller;
    setSaving(true);
    void rhf
      .handleSubmit(
        (input) => saveOnce(input, controller),
        focusFirst,
      )(event)
      .finally(() => {
        inFlight.current = undefined;
        setSaving(false);
      });
  };

  const wrong = wrongFields(errors, namesIn(element.current));
  return { rhf, id, element, submit, saving, unsaved: isDirty, wrong, failure, focus };
}

/** Returns the value and setter of a field without a native control, such as a picker. */
export function useFieldValue<Input extends FieldValues, Output, Value = string>(
  { rhf }: FormHandle<Input, Output>,
  name: FieldPathByValue<Input, Value>,
): [Value, (value: Value) => void] {
  const value = useWatch({ control: rhf.control, name });
  return [value, (next) => rhf.setValue(name, next as typeof value, { shouldDirty: true, shouldValidate: true })];
}

/** Validates the fields in `names` with zod. Returns the first error of each as React Hook Form stores it. */
async function check<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  values: Input,
  names: readonly string[] = [],
): Promise<ResolverResult<Input, Output>> {
  const result = await schema.safeParseAsync(values);
  if (result.success) return { values: result.data, errors: {} };
  const errors: FieldErrors<Input> = {};
  for (const { path, message, code } of result.error.issues) {
    const field = path.join('.');
    // The error of a whole list is stored next to its rows' errors.
    const isList = names.some((name) => name.startsWith(`${field}.`) && /^\d/.test(name.slice(field.length + 1)));
    const place = isList ? `${field}.root` : field;
    if (!get(errors, place)) set(errors, place, { type: code, message });
  }
  return { values: {}, errors };
}

function unfold(form: HTMLFormElement | null, name: string): void {
  const control = Array.from(form?.elements ?? []).find((one) => one.getAttribute('name') === name);
  for (let fold = control?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
}

/** Returns the controls with incomplete input, such as a name that was typed and not chosen. */
function unfinishedIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return Array.from(form?.elements ?? []).filter(
    (control) => control instanceof HTMLInputElement && control.name !== '' && control.validity.customError,
  ) as HTMLInputElement[];
}

function namesIn(form: HTMLFormElement | null): string[] {
  return Array.from(form?.elements ?? [], (control) => control.getAttribute('name') ?? '');
}
