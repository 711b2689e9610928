/** Drafts of forms in this browser's storage. A form still works in a browser that refuses storage. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import { useLandlord } from '../http/session.client.ts';
import type { FormHandle } from '../ui/form/form.client.ts';
import { type Draft, type DraftPlace, readDraft, removeDraft, removeDrafts, saveDraft, uploadsIn } from './drafts.ts';

const PAUSE = 400;

/** Set on sign-out, so that a form that is still on the page stops writing drafts. */
let disabled = false;

type Offer = {
  at: Date;
  restore: () => void;
  discard: () => void;
};

/**
 * Keeps unsaved input until it is saved or discarded, and offers it to the same person when the form opens again.
 * `name` identifies the form: 'item:new' or 'item:{id}:{version}'. Give `drop` to `useUnsavedGuard`.
 */
export function useDraft<Input extends FieldValues, Output>(
  name: string,
  form: FormHandle<Input, Output>,
): { offer: Offer | null; drop: () => void } {
  const { id, account } = useLandlord();
  const userId = `${id}/${account.id}`;
  const [offered, setOffered] = useState(() => found({ userId, form: name }));
  const { rhf, unsaved, addKey: { key: addKey, setKey } = {} } = form;
  const wasUnsaved = useRef(false);
  /** Whether the person has typed since the form was opened or the draft was discarded. */
  const typed = useRef(false);
  const drop = useCallback(() => {
    typed.current = false;
    withStorage((storage) => removeDraft({ storage, userId, form: name }));
    setOffered(null);
  }, [userId, name]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const { isDirty, defaultValues: start } = rhf.formState;
      if (disabled || !typed.current || !isDirty) return;
      const values = rhf.getValues();
      withStorage((storage) => saveDraft({ storage, userId, form: name }, { values, start, addKey }, Date.now()));
    };
    const stop = rhf.subscribe({
      formState: { values: true, isDirty: true },
      callback: () => {
        typed.current = true;
        clearTimeout(timer);
        timer = setTimeout(keep, PAUSE);
      },
    });
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      clearTimeout(timer);
      keep();
      window.removeEventListener('pagehide', keep);
    };
  }, [rhf, addKey, userId, name]);

  useEffect(() => {
    // Saved, or changed back to the initial values.
    if (wasUnsaved.current && !unsaved) drop();
    wasUnsaved.current = unsaved;
  }, [unsaved, drop]);

  if (!offered || unsaved) return { offer: null, drop };
  const restore = () => {
    setOffered(null);
    // The same idempotency key after a reload.
    if (offered.addKey) setKey?.(offered.addKey);
    rhf.reset({ ...rhf.getValues(), ...(offered.values as DefaultValues<Input>) }, { keepDefaultValues: true });
    void expiredUploads(offered.values).then((lost) => {
      for (const field of lost) rhf.setError(field as FieldPath<Input>, { type: 'server', message: LOST });
    });
  };
  return { offer: { at: new Date(offered.at), restore, discard: drop }, drop };
}

/** Drafts of changes that are saved without a form, such as an inspection's rooms. `userId` as in `useDraft`. */
export const draftStore = (userId: string) => ({
  keep: (name: string, values: object) => {
    if (!disabled) withStorage((storage) => saveDraft({ storage, userId, form: name }, { values }, Date.now()));
  },
  find: (name: string) => found({ userId, form: name })?.values,
  drop: (name: string) => void withStorage((storage) => removeDraft({ storage, userId, form: name })),
});

/** Removes all drafts on sign-out, and writes no further ones from this page. */
export function clearDrafts(): void {
  disabled = true;
  withStorage((storage) => removeDrafts(storage));
}

const LOST = 'This file has expired. We keep uploads for a day until you save them. Add the file again.';

/** Fields whose upload the server has deleted. If a check fails, the save reports the lost upload instead. */
async function expiredUploads(values: unknown): Promise<string[]> {
  const asked = uploadsIn(values).map(async ({ field, url }) => {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
    return answer?.status === 404 ? [field] : [];
  });
  return (await Promise.all(asked)).flat();
}

function found(place: Omit<DraftPlace, 'storage'>): Draft | null {
  return withStorage((storage) => {
    removeDrafts(storage, Date.now());
    return readDraft({ storage, ...place }, Date.now());
  });
}

function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null; // storage is off or full
  }
}
