import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useState } from 'react';
import { counted } from '../../../shared/text.ts';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { useOrderRooms, useRemoveRoom } from '../inspection.client.ts';
import type { InspectionRecord, Room } from '../inspection.ts';
import { RenameDialog } from './Names.tsx';

type Props = {
  inspection: InspectionRecord;
  room: Room;
  /** The room's name with unsaved changes. */
  name: string;
  place: number;
  onRename: (name: string) => void;
};

export function RoomActions({ inspection, room, name, place, onRename }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'remove'>();
  const openings = useOpenCount(dialog === 'rename');
  const { mutate: remove, isPending } = useRemoveRoom(inspection);
  const { mutate: order } = useOrderRooms(inspection);
  const ids = inspection.rooms.map(({ id }) => id);
  const move = (to: number) => order(ids.filter((id) => id !== room.id).toSpliced(to, 0, room.id));
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${name}`} />}>
        <MenuItem onClick={() => setDialog('rename')}>Rename</MenuItem>
        <MenuItem disabled={place === 0} onClick={() => move(place - 1)}>
          Move up
        </MenuItem>
        <MenuItem disabled={place === ids.length - 1} onClick={() => move(place + 1)}>
          Move down
        </MenuItem>
        <MenuItem danger onClick={() => setDialog('remove')}>
          Remove
        </MenuItem>
      </Menu>
      <RenameDialog
        key={openings}
        title="Rename room"
        name={name}
        open={dialog === 'rename'}
        onOpenChange={close}
        onRename={onRename}
      />
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={close}
        title="Remove room"
        question={`Remove ${name} with ${counted(room.items.length, 'item')} and ${counted(room.photos.length, 'photo')}? You cannot undo this.`}
        confirm="Remove"
        busy={isPending ? 'Removing...' : undefined}
        finalFocus={() => document.querySelector<HTMLElement>('main h1') ?? true}
        onConfirm={() => remove(room, { onSettled: close })}
      />
    </>
  );
}
