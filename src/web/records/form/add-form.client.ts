/** The form of a record to come: what it adds is added once, however often it is sent, and a lost answer is told as such. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from '../../../shared/app-error.ts';
import { addedAndDeleted, addUnknown, type RecordTexts } from '../../../shared/record-texts.ts';
import { newKey } from '../../http/new-key.ts';
import { isUnsure } from '../../http/save.client.ts';
import { useZodForm } from '../../ui/form/form.client.ts';

type Settings<Input extends FieldValues, Output, Rec> = {
  /** 'item', and the words of the button, 'Add Item'. */
  words: Pick<RecordTexts, 'one' | 'add'>;
  schema: z.ZodType<Output, Input>;
  /** What a record is, to read the one that exists by. */
  record: z.ZodType<Rec>;
  start: DefaultValues<Input>;
  add: (output: Output, key: string) => Promise<Rec>;
  /** Gives the record that exists the form's content. */
  change?: (before: Rec, output: Output) => Promise<Rec>;
  /** Removes the record that exists, where it is replaced rather than changed. `not_found` counts as removed. */
  remove?: (before: NonNullable<Rec>) => Promise<unknown>;
  /** Of what is done only once: the form is given up for what was saved. */
  once?: boolean;
  saved: (record: Rec) => void;
  /** Of `useZodForm`, where a toast does not say all. */
  failed?: (error: unknown) => string | undefined;
  /** For a form in tabs: `reveal` of `useFormTabs`. */
  reveal?: (name: FieldPath<Input>) => void;
};

/** Stays while the dialog closes. `title` is 'Already saved as Harbour Plumbing Ltd'. */
type Existing<Rec> = { record: Rec; title: string; open: boolean };

/** Give `form` to `FormFrame` or `FormDialog`, and `existing` to an `ExistingDialog` beside it. */
export function useAddForm<Input extends FieldValues, Output, Rec>(settings: Settings<Input, Output, Rec>) {
  const { words, schema, record, start, add, change, remove, once = false, saved, failed, reveal } = settings;
  const [key, setKey] = useState(newKey);
  const renewKey = () => flushSync(() => setKey(newKey()));
  const [existing, setExisting] = useState<Existing<Rec>>();
  /** What the next save changes, once the person has said 'Update it'. */
  const over = useRef<Rec>(undefined);

  const form = useZodForm({
    schema,
    start,
    save: async (output) => {
      try {
        if (over.current && change) return await change(over.current, output);
        if (over.current && remove) {
          await remove(over.current).catch((error: unknown) => {
            if (!isRefusal(error, 'not_found')) throw error;
          });
          over.current = undefined;
        }
        return await add(output, key);
      } catch (error) {
        if (isRefusal(error, 'added_before') || (over.current && isRefusal(error, 'changed_meanwhile'))) {
          const now = record.parse(error.details.current);
          const named = isRefusal(error, 'added_before') ? error.message : undefined;
          setExisting((before) => ({ title: named ?? before?.title ?? '', record: now, open: true }));
        }
        throw error;
      }
    },
    saved: (after) => {
      over.current = undefined;
      renewKey();
      saved(after);
    },
    failed: (error) => {
      const wasAdded = over.current === undefined;
      // What may not have been removed yet is removed at the next press, before anything is added.
      if (change || !isUnsure(error)) over.current = undefined;
      if (wasAdded && isUnsure(error)) return addUnknown(words);
      if (isRefusal(error, 'added_before')) return undefined;
      if (!isRefusal(error, 'added_and_deleted')) return failed?.(error);
      renewKey();
      return addedAndDeleted(words);
    },
    ...(reveal && { reveal }),
  });

  const close = () => setExisting((before) => before && { ...before, open: false });
  const submit = () => {
    close();
    form.element.current?.requestSubmit();
  };
  return {
    form: { ...form, addKey: { key, setKey } },
    existing: {
      title: existing?.title ?? '',
      open: existing?.open ?? false,
      add: words.add,
      onClose: close,
      ...((change || remove) && {
        onUpdate: () => {
          over.current = existing?.record;
          if (remove) renewKey();
          submit();
        },
      }),
      ...(!once && {
        onAnother: () => {
          renewKey();
          submit();
        },
      }),
      ...(once && {
        onKeep: () => {
          close();
          if (existing) saved(existing.record);
        },
      }),
    },
  };
}
