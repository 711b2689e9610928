/** The form on a record that exists, and what happens when somebody else saved it first. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from '../../../shared/app-error.ts';
import { useZodForm } from '../../ui/form/form.client.ts';
import type { Difference } from '../../ui/overlay/Differences.tsx';
import type { Kept } from '../record-resource.client.ts';

type Settings<Input extends FieldValues, Output, Rec extends Kept> = {
  /** As the form was opened on it: `EditPage` hands it to its child. */
  opened: Rec;
  /** What a record is, to read the other version by. */
  record: z.ZodType<Rec>;
  /** The form's own schema. */
  schema: z.ZodType<Output, Input>;
  /** The form filled with a record. */
  toFormValues: (record: Rec) => DefaultValues<Input>;
  /** The noun's change from `before`; rejects with `changed_meanwhile` where that is not the latest version. */
  change: (before: Rec, input: Output) => Promise<Rec>;
  /** What is sent to be saved over `theirs`, where that is not simply what was entered: rows that they removed, or have already. */
  rebase?: (yours: Output, theirs: Rec) => Output;
  /** Where the two differ, in words; empty when both say the same. */
  differences: (yours: Output, theirs: Rec) => Difference[];
  saved: (record: Rec) => void;
  /** For a form in tabs: `reveal` of `useFormTabs`. */
  reveal?: (name: FieldPath<Input>) => void;
};

type Conflict<Rec> = { theirs: Rec; differences: Difference[] };

/** Give `form` to `FormFrame`, the `version` to its draft's name, and `conflict` to a `DifferencesDialog` beside it. */
export function useEditForm<Input extends FieldValues, Output, Rec extends Kept>(
  settings: Settings<Input, Output, Rec>,
) {
  const {
    opened,
    record,
    schema,
    toFormValues,
    change,
    rebase = (yours) => yours,
    differences,
    saved,
    reveal,
  } = settings;
  /** What the next save changes. */
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict<Rec>>();

  /** Where the other version says the very same there is nothing to ask. */
  const saveOver = async (before: Rec, input: Output): Promise<Rec> => {
    const mine = rebase(input, before);
    try {
      return await change(before, mine);
    } catch (error) {
      if (!isRefusal(error, 'changed_meanwhile')) throw error;
      const theirs = record.parse(error.details.current);
      const found = differences(rebase(mine, theirs), theirs);
      if (found.length === 0) return saveOver(theirs, mine);
      setConflict({ theirs, differences: found });
      throw error;
    }
  };
  const form = useZodForm({
    schema,
    start: toFormValues(opened),
    save: (input) => saveOver(base, input),
    saved,
    failed: () => undefined, // a toast has said it, or the dialog does
    ...(reveal && { reveal }),
  });

  const keepMine = ({ theirs }: Conflict<Rec>) => {
    // Rendered before it is submitted, so that the save starts from their version.
    flushSync(() => {
      setBase(theirs);
      setConflict(undefined);
    });
    form.element.current?.requestSubmit();
  };
  const takeTheirs = ({ theirs }: Conflict<Rec>) => {
    setBase(theirs);
    setConflict(undefined);
    form.rhf.reset(toFormValues(theirs));
  };
  return {
    form,
    version: base.version,
    conflict: {
      differences: conflict?.differences,
      onClose: () => setConflict(undefined),
      onKeepMine: () => conflict && keepMine(conflict),
      onTakeTheirs: () => conflict && takeTheirs(conflict),
    },
  };
}
