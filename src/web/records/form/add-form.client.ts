/** The form of a new record. An idempotency key lets a retry add it only once. Reports an unknown outcome. */
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
  words: Pick<RecordTexts, 'one' | 'add'>;
  schema: z.ZodType<Output, Input>;
  record: z.ZodType<Rec>;
  start: DefaultValues<Input>;
  add: (output: Output, key: string) => Promise<Rec>;
  change?: (before: Rec, output: Output) => Promise<Rec>;
  /** Deletes the existing record, for records that are replaced rather than updated. `not_found` counts as success. */
  remove?: (before: NonNullable<Rec>) => Promise<unknown>;
  /** For actions that can be done only once: the form is discarded in favour of the saved record. */
  once?: boolean;
  saved: (record: Rec) => void;
  /** Passed to `useZodForm`, for errors that need more than a toast. */
  failed?: (error: unknown) => string | undefined;
  reveal?: (name: FieldPath<Input>) => void;
};

/** Stays set while the dialog closes, so that the text remains. `title`: 'Already saved as Harbour Plumbing Ltd'. */
type Existing<Rec> = { record: Rec; title: string; open: boolean };

/** Pass `form` to `FormFrame` or `FormDialog`, and `existing` to an `ExistingDialog` next to it. */
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
      // If the outcome of the deletion is unknown, the next attempt deletes the record again before adding.
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
