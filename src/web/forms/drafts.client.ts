/** Drafts of forms in local storage. Forms also work if the browser blocks storage. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import { useLandlord } from '../http/session.client.ts';
import type { FormHandle } from '../ui/form/form.client.ts';
import { type Draft, type DraftPlace, readDraft, removeDraft, removeDrafts, saveDraft, uploadsIn } from './drafts.ts';

const DEBOUNCE_MS = 400;

/** Set on sign-out, so that a form that is still on the page stops writing drafts. */
let disabled = false;

type Offer = {
  at: Date;
  restore: () => void;
  discard: () => void;
};

/**
 * Stores unsaved input until it is saved or discarded, and offers it to the same person when the form opens again.
 * `name` is 'item:new' or 'item:{id}:{version}'. Pass `drop` to `useUnsavedGuard`.
 */
export function useDraft<Input extends FieldValues, Output>(
  name: string,
  form: FormHandle<Input, Output>,
): { offer: Offer | null; drop: () => void } {
  const { id, account } = useLandlord();
  const userId = `${id}/${account.id}`;
  const [offered, setOffered] = useState(() => storedDraft({ userId, form: name }));
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
        timer = setTimeout(keep, DEBOUNCE_MS);
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
    // The input was saved, or changed back to its initial values.
    if (wasUnsaved.current && !unsaved) drop();
    wasUnsaved.current = unsaved;
  }, [unsaved, drop]);

  if (!offered || unsaved) return { offer: null, drop };
  const restore = () => {
    setOffered(null);
    // Reuses the idempotency key after a reload.
    if (offered.addKey) setKey?.(offered.addKey);
    rhf.reset({ ...rhf.getValues(), ...(offered.values as DefaultValues<Input>) }, { keepDefaultValues: true });
    void expiredUploads(offered.values).then((lost) => {
      for (const field of lost) rhf.setError(field as FieldPath<Input>, { type: 'server', message: LOST });
    });
  };
  return { offer: { at: new Date(offered.at), restore, discard: drop }, drop };
}

/** For changes that are saved without a form, such as an inspection's rooms. `userId` is '{person}/{account}'. */
export const draftStore = (userId: string) => ({
  keep: (name: string, values: object) => {
    if (!disabled) withStorage((storage) => saveDraft({ storage, userId, form: name }, { values }, Date.now()));
  },
  find: (name: string) => storedDraft({ userId, form: name })?.values,
  drop: (name: string) => void withStorage((storage) => removeDraft({ storage, userId, form: name })),
});

/** Removes all drafts on sign-out, and stops this page from writing drafts. */
export function clearDrafts(): void {
  disabled = true;
  withStorage((storage) => removeDrafts(storage));
}

const LOST = 'This file has expired. We keep uploads for a day until you save them. Add the file again.';

/** Returns the fields whose upload the server has deleted. If a check fails, the save reports the loss instead. */
async function expiredUploads(values: unknown): Promise<string[]> {
  const checks = uploadsIn(values).map(async ({ field, url }) => {
    const answer = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
    return answer?.status === 404 ? [field] : [];
  });
  return (await Promise.all(checks)).flat();
}

function storedDraft(place: Omit<DraftPlace, 'storage'>): Draft | null {
  return withStorage((storage) => {
    removeDrafts(storage, Date.now());
    return readDraft({ storage, ...place }, Date.now());
  });
}

function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    return null; // storage is blocked or full
  }
}
