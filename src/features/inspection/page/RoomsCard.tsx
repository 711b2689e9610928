import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { counted } from '../../../shared/text.ts';
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { useManyUploads } from '../../file/many-uploads.client.ts';
import { MAX_ROOMS } from '../../inspection-template/listed.ts';
import { addPhoto, useAddRoom } from '../inspection.client.ts';
import type { InspectionRecord } from '../inspection.ts';
import { isDone, onlyIn } from '../rules/words.ts';
import { AddName } from './Names.tsx';
import { OnlyBefore } from './OnlyBefore.tsx';
import { RoomRow } from './RoomRow.tsx';
import type { RoomEdits } from './room-edits.client.ts';

type Props = { inspection: InspectionRecord; edits: RoomEdits; changeable: boolean };

export function RoomsCard({ inspection, edits, changeable }: Props) {
  const { id, rooms } = inspection;
  const all = useSyncExternalStore(edits.subscribe, edits.all);
  const unsaved = [...all.values()].some(({ reason, conflict }) => reason !== undefined || conflict);
  useUnsavedGuard(unsaved, edits.discardAll);
  useSavesOnLeaving(edits);
  const uploads = useManyUploads({
    bucket: 'inspection_images',
    onStored: ({ url }, to = '') => {
      const [roomId = '', itemId = ''] = to.split('/');
      return addPhoto(id, roomId, { url, itemId: itemId || null });
    },
  });
  useUnsavedGuard(uploads.items.length > 0);
  const { mutateAsync: add, isPending: adding } = useAddRoom(inspection);
  const { opened, open } = useOpenRoom();
  const toggle = useCallback(
    (roomId: string) => {
      if (opened) void edits.save(opened);
      open(roomId === opened ? '' : roomId);
    },
    [edits, opened, open],
  );
  const done = rooms.filter((room) => isDone(all.get(room.id)?.mine ?? room)).length;
  const [conflicted] = [...all].filter(([, { conflict }]) => conflict?.open);
  return (
    <Card aria-labelledby="rooms">
      <CardHead id="rooms" title="Rooms">
        {rooms.length > 0 && `${done} of ${counted(rooms.length, 'room')} done`}
      </CardHead>
      {rooms.length === 0 && (
        <p className="px-5 py-4 text-ink-2 max-md:px-4">
          No rooms. {changeable && 'Add the first one, such as Kitchen.'}
        </p>
      )}
      <ul aria-label="Rooms" className="*:not-first:border-t *:not-first:border-line">
        {rooms.map((room, place) => (
          <RoomRow
            key={room.id}
            inspection={inspection}
            room={room}
            place={place}
            edit={all.get(room.id)}
            edits={edits}
            uploads={uploads}
            changeable={changeable}
            isOpen={room.id === opened}
            onToggle={toggle}
          />
        ))}
      </ul>
      {changeable && rooms.length < MAX_ROOMS && (
        <div className="flex flex-col gap-4 border-t border-line px-5 py-4 max-md:px-4">
          <OnlyBefore
            label="Rooms recorded only at move-in"
            items={onlyIn(inspection.before?.rooms ?? [], rooms)}
            busy={adding}
            onAdd={(room) => void add(room).catch(() => {})} // a toast has shown the reason
          />
          <AddName label="Add a room" busy={adding} onAdd={(name) => add({ name })} />
        </div>
      )}
      <RoomConflict edits={edits} roomId={conflicted?.[0]} />
    </Card>
  );
}

/** The open room is in the URL, so that reload and Back restore it. */
function useOpenRoom() {
  const { room: opened = '' } = useSearch({ from: '/dashboard/inspections/$id' });
  const navigate = useNavigate();
  const open = useCallback(
    (room: string) => void navigate({ to: '.', search: room ? { room } : {}, replace: true, resetScroll: false }),
    [navigate],
  );
  return { opened, open };
}

/** Saves unsaved changes when the page or the tab is left, and retries when the connection is back. */
function useSavesOnLeaving(edits: RoomEdits): void {
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && void edits.saveAll();
    window.addEventListener('online', edits.retryAll);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('online', edits.retryAll);
      document.removeEventListener('visibilitychange', onHidden);
      void edits.saveAll();
    };
  }, [edits]);
}

/** Shows the conflicting fields of a room one after another. The last room stays set while the dialog closes. */
function RoomConflict({ edits, roomId }: { edits: RoomEdits; roomId: string | undefined }) {
  const [last, setLast] = useState(roomId);
  if (roomId !== undefined && roomId !== last) setLast(roomId);
  const conflict = edits.all().get(last ?? '')?.conflict;
  return (
    <ConflictDialog
      thing="room"
      by={conflict?.by}
      open={roomId !== undefined}
      question={conflict?.questions[conflict.at]}
      place={conflict && conflict.questions.length > 1 ? `${conflict.at + 1} of ${conflict.questions.length}` : ''}
      onClose={() => last && edits.compare(last, false)}
      onAnswer={(takeTheirs) => last && edits.answer(last, takeTheirs)}
    />
  );
}
