import { useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { type ChangedBy, isRefusal } from '../../../shared/app-error.ts';
import type { Merge, Question, Versions } from '../../../shared/records/merge.ts';
import { conflictText, mergedFieldsText } from '../../../shared/records/record-texts.ts';
import { useZodForm } from '../../ui/form/form.client.ts';
import { toast } from '../../ui/overlay/toast.client.ts';
import type { StoredRecord } from '../record-resource.client.ts';

type Settings<Input extends FieldValues, Output, Rec extends StoredRecord> = {
  opened: Rec;
  record: z.ZodType<Rec>;
  schema: z.ZodType<Output, Input>;
  toFormValues: (record: Rec) => DefaultValues<Input>;
  /** Saves the change from `before`; rejects with `conflict` if that is not the latest version. */
  change: (before: Rec, input: Output) => Promise<Rec>;
  /** Merges this form's output with the version that was saved concurrently. */
  merge: (versions: Versions<Output, Rec>) => Merge<Output>;
  thing: string;
  saved: (record: Rec) => void;
  reveal?: (name: FieldPath<Input>) => void;
};

/** A conflict, shown field by field. `merged` contains the answers so far. Stays set while the dialog closes. */
type Conflict<Output, Rec> = {
  theirs: Rec;
  by: ChangedBy | undefined;
  merged: Output;
  questions: Question<Output>[];
  at: number;
  open: boolean;
};

/** Pass `form` to `FormFrame`, and `conflict` to a `ConflictDialog` next to it. */
export function useEditForm<Input extends FieldValues, Output, Rec extends StoredRecord>(
  settings: Settings<Input, Output, Rec>,
) {
  const { opened, record, schema, toFormValues, change, merge, thing, saved, reveal } = settings;
  const [conflict, setConflict] = useState<Conflict<Output, Rec>>();
  /** Replaces the form's output in the next save, once all conflicts are resolved. */
  const decided = useRef<{ before: Rec; output: Output }>(undefined);

  const overwrite = async (before: Rec, mine: Output): Promise<Rec> => {
    try {
      return await change(before, mine);
    } catch (error) {
      if (!isRefusal(error, 'conflict')) throw error;
      const { current, changedBy: by } = error.details;
      const theirs = record.parse(current);
      const { merged, questions, taken } = merge({ base: before, mine, theirs });
      if (questions.length > 0) {
        setConflict({ theirs, by, merged, questions, at: 0, open: true });
        throw error;
      }
      const after = await overwrite(theirs, merged);
      if (taken.length > 0) toast.info(conflictText(thing, by), { description: mergedFieldsText(taken) });
      return after;
    }
  };
  const form = useZodForm({
    schema,
    start: toFormValues(opened),
    save: (output) => {
      const { before, output: mine } = decided.current ?? { before: opened, output };
      decided.current = undefined;
      return overwrite(before, mine);
    },
    saved,
    ...(reveal && { reveal }),
  });

  const close = () => setConflict((now) => now && { ...now, open: false });
  const answer = (shown: Conflict<Output, Rec>, takeTheirs: boolean) => {
    const { theirs, merged, questions, at } = shown;
    const output = takeTheirs ? (questions[at]?.take(merged) ?? merged) : merged;
    if (at + 1 < questions.length) {
      setConflict({ ...shown, merged: output, at: at + 1 });
      return;
    }
    decided.current = { before: theirs, output };
    close();
    form.element.current?.requestSubmit();
  };
  return {
    form,
    conflict: {
      thing,
      by: conflict?.by,
      open: conflict?.open ?? false,
      question: conflict?.questions[conflict.at],
      place: conflict && conflict.questions.length > 1 ? `${conflict.at + 1} of ${conflict.questions.length}` : '',
      onClose: close,
      onAnswer: (takeTheirs: boolean) => conflict && answer(conflict, takeTheirs),
    },
  };
}
