/**
 * One way to do a form: zod says what is right, react-hook-form keeps what was typed, this hook joins the two with saving.
 * Checked on blur and on submit; the first wrong field gets the focus; a second submit while saving does nothing;
 * sentences that the server sends for fields land on those fields.
 */
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { runFormSave, stopUnmounted } from '../../http/form-save.client.ts';
import { SaveStopped } from '../../http/retry-unknown.ts';
import { type WrongField, wrongFields } from './wrong-fields.ts';

type Settings<Input extends FieldValues, Output, Result> = {
  schema: z.ZodType<Output, Input>;
  start: DefaultValues<Input>;
  /** Called with what the schema made of the input, a mutation where it changes records; rejects if it could not be saved. What was typed stays. */
  save: (input: Output) => Promise<Result>;
  /** What follows a save: a toast, a navigation. The form already counts as saved then. */
  saved?: (result: Result) => void;
  /**
   * Called when saving failed for something that is not one field's fault. The sentence it returns stands above the form;
   * return nothing where a toast says it.
   */
  failed: (error: unknown) => string | undefined;
  /** Brings a field into view before it is focused, as a form in tabs opens the tab. */
  reveal?: (name: FieldPath<Input>) => void;
};

export type FormHandle<Input extends FieldValues, Output = Input> = {
  /** The library's own handle, for `watch`, `setValue`, `useFieldArray`. */
  rhf: UseFormReturn<Input, unknown, Output>;
  id: string;
  element: RefObject<HTMLFormElement | null>;
  submit: (event: SyntheticEvent) => void;
  saving: boolean;
  /** Something was changed and is not saved. */
  unsaved: boolean;
  /** The fields with an error, in the order of the page. */
  wrong: WrongField<Input>[];
  /** The sentence above the form, when saving failed as a whole. */
  failure: string | undefined;
  focus: (name: FieldPath<Input>) => void;
  /** Of `useAddForm`: under which what is added is sent; a draft keeps it. */
  addKey?: { key: string; setKey: (key: string) => void };
};

export function useZodForm<Input extends FieldValues, Output, Result>(
  settings: Settings<Input, Output, Result>,
): FormHandle<Input, Output> {
  const { schema, start, save, saved, failed, reveal } = settings;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const underWay = useRef<AbortController>(undefined);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const rhf: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    resolver: async (values, _, options) => {
      const names = namesIn(element.current);
      const isList = (field: string) => names.some((name) => name.startsWith(`${field}.`));
      // When a row comes or goes, the library checks the whole list; what nobody has typed yet is not wrong yet.
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
  useEffect(() => () => stopUnmounted(underWay.current), []);

  const focus = (name: FieldPath<Input>) => {
    reveal?.(name);
    // A tab that was just opened, or a row that was just added, is on the page only after the next frame.
    requestAnimationFrame(() => {
      unfold(element.current, name);
      rhf.setFocus(name);
    });
  };
  const focusFirst = (found: FieldErrors<Input>) => {
    const first = wrongFields(found, namesIn(element.current))[0];
    if (first) focus(first.name);
  };
  /** Puts the server's sentences on their fields; says whether all of them found one. */
  const placeErrors = (error: unknown): boolean => {
    const sentences = Object.entries(error instanceof AppError ? (error.details.fields ?? {}) : {});
    const names = namesIn(element.current);
    // 'papers.0.file.url' has no control of its own; it belongs to the one of 'papers.0.file'.
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
      if (error instanceof SaveStopped) return;
      if (!placeErrors(error)) setFailure(failed(error));
      return;
    }
    // At once, so that a question about unsaved changes does not stop the navigation that `saved` makes.
    flushSync(() => {
      rhf.reset(rhf.getValues());
      setSaving(false);
    });
    saved?.(result);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (underWay.current) return;
    const controller = new AbortController();
    underWay.current = controller;
    setSaving(true);
    void rhf
      .handleSubmit(
        (input) => saveOnce(input, controller),
        focusFirst,
      )(event)
      .finally(() => {
        underWay.current = undefined;
        setSaving(false);
      });
  };

  const wrong = wrongFields(errors, namesIn(element.current));
  return { rhf, id, element, submit, saving, unsaved: isDirty, wrong, failure, focus };
}

/** What zod says of the values, as react-hook-form keeps it: the first sentence of each field. `names` are those of the fields. */
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
    // The error of a whole list lies beside those of its rows.
    const isList = names.some((name) => name.startsWith(`${field}.`) && /^\d/.test(name.slice(field.length + 1)));
    const place = isList ? `${field}.root` : field;
    if (!get(errors, place)) set(errors, place, { type: code, message });
  }
  return { values: {}, errors };
}

/** Opens the folded parts that a control lies in. */
function unfold(form: HTMLFormElement | null, name: string): void {
  const control = Array.from(form?.elements ?? []).find((one) => one.getAttribute('name') === name);
  for (let fold = control?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
}

/** Controls with something in them that is no value yet, such as a name that was typed and not chosen. */
function unfinishedIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return Array.from(form?.elements ?? []).filter(
    (control) => control instanceof HTMLInputElement && control.name !== '' && control.validity.customError,
  ) as HTMLInputElement[];
}

/** The names of a form's controls, from first to last. */
function namesIn(form: HTMLFormElement | null): string[] {
  return Array.from(form?.elements ?? [], (control) => control.getAttribute('name') ?? '');
}
