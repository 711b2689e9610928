/** The form of an open room, which is saved as a whole shortly after each change. */

import { useCallback, useRef, useState } from 'react';
import { useLandlord } from '../../../web/http/session.client.ts';
import { Field } from '../../../web/ui/form/Field.tsx';
import { TextArea } from '../../../web/ui/form/Inputs.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { MAX_ITEMS } from '../../inspection-template/listed.ts';
import { addedItem } from '../inspection.client.ts';
import type { InspectionRecord, Item, Room, RoomInput } from '../inspection.ts';
import { namesakeAt, onlyIn, roomBefore } from '../rules/words.ts';
import { CommentList } from './Comments.tsx';
import { ItemRow, MAX_NOTE } from './ItemRow.tsx';
import { useRoomKeys } from './keys.client.ts';
import { AddName } from './Names.tsx';
import { OnlyBefore } from './OnlyBefore.tsx';
import { EditedPhotos, PhotoButton, type PhotoUploads } from './Photos.tsx';
import type { RoomEdits } from './room-edits.client.ts';

type Props = {
  inspection: InspectionRecord;
  /** `room` is the stored room; `values` include unsaved changes. */
  room: Room;
  values: RoomInput;
  uploads: PhotoUploads;
  edits: RoomEdits;
};

export function RoomPanel({ inspection, room, values, uploads, edits }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const { items, note, name } = values;
  const itemOf = (id: string) => items.find((item) => item.id === id);
  useRoomKeys({
    room: panel,
    onCondition: (id, condition) =>
      edits.changeItem(room, id, { condition: itemOf(id)?.condition === condition ? null : condition }),
    onClean: (id) => edits.changeItem(room, id, { clean: itemOf(id)?.clean !== true }),
  });
  const add = (item: { name: string }) =>
    edits.change(room, (now) => ({ ...now, items: [...now.items, addedItem(item)] }));
  const was = roomBefore(inspection, room);
  /** The item to remove, which stays set while the dialog closes. */
  const [removal, setRemoval] = useState<{ item: Item; open: boolean }>();
  const askToRemove = useCallback((item: Item) => setRemoval({ item, open: true }), []);
  const close = () => setRemoval((now) => now && { ...now, open: false });
  /** The id of the item that gets the focus when its neighbour is removed. */
  const next = useRef<string>(undefined);
  const remove = () => {
    const place = items.findIndex(({ id }) => id === removal?.item.id);
    next.current = (items[place + 1] ?? items[place - 1])?.id;
    edits.change(room, (now) => ({ ...now, items: now.items.filter(({ id }) => id !== removal?.item.id) }));
    close();
  };
  const focusNext = () => {
    const found = panel.current?.querySelector<HTMLElement>(`[data-item="${next.current}"]`);
    next.current = undefined;
    return found ?? true;
  };
  const own = { inspection, roomId: room.id, itemId: null, of: name, uploads };
  return (
    <div ref={panel}>
      <ul aria-label={`Items, ${name}`}>
        {items.map((item, place) => (
          <ItemRow
            key={item.id}
            inspection={inspection}
            room={room}
            item={item}
            was={namesakeAt(items, place, was?.items ?? [])}
            uploads={uploads}
            edits={edits}
            onRemove={askToRemove}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-4 border-t border-line px-5 py-4 max-md:px-4">
        {was && <OnlyBefore label="Recorded only at move-in" items={onlyIn(was.items, items)} onAdd={add} />}
        {items.length < MAX_ITEMS && <AddName label="Add an item" onAdd={(named) => add({ name: named })} />}
        {was?.note && <p className="text-s whitespace-pre-line text-ink-2 wrap-anywhere">{`Move-in: ${was.note}`}</p>}
        <Field label="The room as a whole" optional>
          <TextArea
            rows={2}
            maxLength={MAX_NOTE}
            className="field-sizing-content"
            value={note}
            onChange={({ currentTarget: { value } }) => edits.change(room, (now) => ({ ...now, note: value }))}
          />
        </Field>
        <EditedPhotos {...own} photos={room.photos.filter(({ itemId }) => !itemOf(itemId ?? ''))} />
        <div className="-ml-[10px]">
          <PhotoButton {...own} />
        </div>
        <CommentList comments={inspection.comments.filter(({ roomId }) => roomId === room.id)} />
        <Keys />
      </div>
      <ConfirmDialog
        open={removal?.open ?? false}
        onOpenChange={close}
        title="Remove item"
        question={`Remove ${removal?.item.name ?? ''} with its condition and details? Its photos will stay with the room.`}
        confirm="Remove"
        finalFocus={focusNext}
        onConfirm={remove}
      />
    </div>
  );
}

const KEYS = [
  [['J', 'K'], 'choose'],
  [['1', '2', '3', '4'], 'condition'],
  [['C'], 'clean'],
  [['P'], 'photos'],
  [['R'], 'repair'],
  [['N'], 'new item'],
] as const;

function Keys() {
  const { keyShortcuts } = useLandlord();
  if (!keyShortcuts) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-s text-ink-2 max-md:hidden">
      {KEYS.map(([keys, words]) => (
        <span key={words} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {words}
        </span>
      ))}
    </p>
  );
}
