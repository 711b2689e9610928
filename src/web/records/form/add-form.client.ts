/** The form of a new record. It adds once, however often it is sent, and reports an unknown outcome. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from '../../../shared/app-error.ts';
import { createdThenDeletedText, outcomeUnknownText, type RecordTexts } from '../../../shared/records/record-texts.ts';
import { newKey } from '../../http/new-key.ts';
import { isOutcomeUnknown } from '../../http/save.client.ts';
import { useZodForm } from '../../ui/form/form.client.ts';

type Settings<Input extends FieldValues, Output, Rec> = {
  /** 'item', and the button's label, 'Add Item'. */
  words: Pick<RecordTexts, 'one' | 'add'>;
  schema: z.ZodType<Output, Input>;
  record: z.ZodType<Rec>;
  start: DefaultValues<Input>;
  add: (output: Output, key: string) => Promise<Rec>;
  change?: (before: Rec, output: Output) => Promise<Rec>;
  /** Deletes the existing record if it is replaced rather than updated. `not_found` counts as success. */
  remove?: (before: NonNullable<Rec>) => Promise<unknown>;
  /** For actions that can be done only once: the form is dropped in favour of the saved record. */
  once?: boolean;
  saved: (record: Rec) => void;
  /** For `useZodForm`, if a toast is not enough. */
  failed?: (error: unknown) => string | undefined;
  /** For a form in tabs: `reveal` from `useFormTabs`. */
  reveal?: (name: FieldPath<Input>) => void;
};

/** Kept while the dialog closes. `title` is 'Already saved as Harbour Plumbing Ltd'. */
type Existing<Rec> = { record: Rec; title: string; open: boolean };

/** Give `form` to `FormFrame` or `FormDialog`, and `existing` to an `ExistingDialog` next to it. */
export function useAddForm<Input extends FieldValues, Output, Rec>(settings: Settings<Input, Output, Rec>) {
  const { words, schema, record, start, add, change, remove, once = false, saved, failed, reveal } = settings;
  const [key, setKey] = useState(newKey);
  const renewKey = () => flushSync(() => setKey(newKey()));
  const [existing, setExisting] = useState<Existing<Rec>>();
  /** The record that the next save overwrites, after 'Update it'. */
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
        if (isRefusal(error, 'already_created') || (over.current && isRefusal(error, 'conflict'))) {
          const now = record.parse(error.details.current);
          const named = isRefusal(error, 'already_created') ? error.message : undefined;
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
      // If the deletion may have failed, the next attempt deletes it before adding.
      if (change || !isOutcomeUnknown(error)) over.current = undefined;
      if (wasAdded && isOutcomeUnknown(error)) return outcomeUnknownText(words);
      if (isRefusal(error, 'already_created')) return undefined;
      if (!isRefusal(error, 'gone')) return failed?.(error);
      renewKey();
      return createdThenDeletedText(words);
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
