/**
 * Unsaved changes of an inspection's rooms. Each room is saved separately, shortly after its last change.
 * Until then its draft is stored in this browser, and is saved when the inspection is next opened.
 */
import { z } from 'zod';
import { AppError, type ChangedBy, isRefusal } from '../../../shared/app-error.ts';
import type { Question } from '../../../shared/records/merge.ts';
import { conflictText, mergedFieldsText } from '../../../shared/records/record-texts.ts';
import { draftStore } from '../../../web/forms/drafts.client.ts';
import { isOutcomeUnknown } from '../../../web/http/save.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { inspections, patchRoom, saveRoom } from '../inspection.client.ts';
import { type InspectionRecord, type Item, Room, RoomInput } from '../inspection.ts';
import { inputOf, mergeRoom, sameRoom } from '../rules/merge-room.ts';

const SAVE_DELAY_MS = 800;
const RETRY_MS = 5_000;

/** Both people changed the same fields. `merged` contains the answers so far; `at` is the open question. */
type Conflict = {
  theirs: Room;
  by: ChangedBy | undefined;
  merged: RoomInput;
  questions: Question<RoomInput>[];
  at: number;
  open: boolean;
};

/** `base` is the version that was changed. `reason` is why it could not be saved. */
export type RoomEdit = {
  base: Room;
  mine: RoomInput;
  saving: boolean;
  reason?: string | undefined;
  conflict?: Conflict | undefined;
};

const Draft = z.object({ base: Room, mine: RoomInput });

export type RoomEdits = ReturnType<typeof roomEdits>;

/** `userId` as in `useDraft`. */
export function roomEdits({ id, rooms }: InspectionRecord, userId: string) {
  const drafts = draftStore(userId);
  const draftOf = (roomId: string) => `inspection:${id}:${roomId}`;
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saves = new Map<string, Promise<void>>();
  let edits: ReadonlyMap<string, RoomEdit> = new Map();

  const set = (roomId: string, edit: RoomEdit | undefined) => {
    const next = new Map(edits);
    if (edit) {
      next.set(roomId, edit);
      drafts.keep(draftOf(roomId), { base: edit.base, mine: edit.mine });
    } else {
      next.delete(roomId);
      drafts.drop(draftOf(roomId));
    }
    edits = next;
    for (const listener of listeners) listener();
  };
  const update = (roomId: string, change: Partial<RoomEdit>) => {
    const edit = edits.get(roomId);
    if (edit) set(roomId, { ...edit, ...change });
  };
  const schedule = (roomId: string, pause: number) => {
    clearTimeout(timers.get(roomId));
    timers.set(
      roomId,
      setTimeout(() => void save(roomId), pause),
    );
  };

  const change = (room: Room, update: (values: RoomInput) => RoomInput) => {
    const before = edits.get(room.id) ?? { base: room, mine: inputOf(room), saving: false };
    set(room.id, { ...before, mine: update(before.mine) });
    schedule(room.id, SAVE_DELAY_MS);
  };
  const changeItem = (room: Room, itemId: string, changed: Partial<Item>) =>
    change(room, (values) => ({
      ...values,
      items: values.items.map((item) => (item.id === itemId ? { ...item, ...changed } : item)),
    }));

  /** Saves a room until it has no unsaved changes, or a save fails. Never rejects. */
  const save = (roomId: string): Promise<void> => {
    clearTimeout(timers.get(roomId));
    const running = saves.get(roomId) ?? saveLatest(roomId).finally(() => saves.delete(roomId));
    saves.set(roomId, running);
    return running;
  };
  const saveLatest = async (roomId: string): Promise<void> => {
    for (let edit = edits.get(roomId); edit && !edit.conflict; edit = edits.get(roomId)) {
      const { base, mine } = edit;
      update(roomId, { saving: true });
      try {
        settle(roomId, mine, await saveRoom(id, base, inputOf(mine)));
      } catch (error) {
        update(roomId, { saving: false });
        if (!isRefusal(error, 'conflict')) return fail(roomId, error);
        merge(roomId, error);
      }
    }
  };

  /** `sent` was saved as `after`. The person may have typed more during the save. */
  const settle = (roomId: string, sent: RoomInput, after: Room) => {
    patchRoom(id, after);
    const edit = edits.get(roomId);
    if (!edit) return;
    if (edit.mine === sent) set(roomId, undefined);
    else set(roomId, { base: after, mine: edit.mine, saving: false });
  };

  const merge = (roomId: string, { details: { current, changedBy: by } }: AppError) => {
    const edit = edits.get(roomId);
    if (!edit) return;
    const theirs = Room.parse(current);
    const { merged, questions, taken } = mergeRoom({ base: edit.base, mine: edit.mine, theirs });
    patchRoom(id, theirs);
    if (questions.length > 0) {
      update(roomId, { conflict: { theirs, by, merged, questions, at: 0, open: true }, reason: undefined });
      return;
    }
    set(roomId, sameRoom(merged, theirs) ? undefined : { base: theirs, mine: merged, saving: false });
    if (taken.length > 0 && !by?.you) toast.info(conflictText('room', by), { description: mergedFieldsText(taken) });
  };

  const fail = (roomId: string, error: unknown) => {
    if (isRefusal(error, 'not_found')) {
      set(roomId, undefined);
      toast.error('This room has been removed', { description: 'We could not save your last changes to it.' });
    } else update(roomId, { reason: (error instanceof AppError ? error : new AppError('internal')).message });
    if (isOutcomeUnknown(error)) schedule(roomId, RETRY_MS);
    else void inspections.refresh(id);
  };

  const answer = (roomId: string, takeTheirs: boolean) => {
    const conflict = edits.get(roomId)?.conflict;
    if (!conflict) return;
    const { theirs, questions, at } = conflict;
    const merged = takeTheirs ? (questions[at]?.take(conflict.merged) ?? conflict.merged) : conflict.merged;
    if (at + 1 < questions.length) return update(roomId, { conflict: { ...conflict, merged, at: at + 1 } });
    set(roomId, sameRoom(merged, theirs) ? undefined : { base: theirs, mine: merged, saving: false });
    void save(roomId);
  };

  const compare = (roomId: string, open: boolean) => {
    const conflict = edits.get(roomId)?.conflict;
    if (conflict) update(roomId, { conflict: { ...conflict, open } });
  };

  const saveAll = () => Promise.all([...edits.keys()].map(save));
  /** Saves a room, or all rooms. Rejects if a change could not be saved. */
  const settled = async (roomId?: string) => {
    await (roomId === undefined ? saveAll() : save(roomId));
    if (roomId === undefined ? edits.size > 0 : edits.has(roomId))
      throw new AppError('invalid_input', { message: 'Some changes are not saved yet. Save them first.' });
  };
  const retryAll = () => {
    for (const [roomId, { reason }] of edits) if (reason !== undefined) void save(roomId);
  };

  for (const room of rooms) {
    const draft = Draft.safeParse(drafts.find(draftOf(room.id)));
    if (!draft.success) continue;
    edits = new Map(edits).set(room.id, { ...draft.data, saving: false });
    schedule(room.id, 0);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    all: () => edits,
    change,
    changeItem,
    save,
    saveAll,
    settled,
    retryAll,
    answer,
    compare,
    discard: (roomId: string) => set(roomId, undefined),
    discardAll: () => {
      for (const roomId of edits.keys()) set(roomId, undefined);
    },
  };
}
