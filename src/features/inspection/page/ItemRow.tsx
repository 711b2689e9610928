/** An item of an open room, next to the same item at the move-in. */
import { Link } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Wrench from 'lucide-react/icons/wrench';
import { memo, useState } from 'react';
import { formatInstant } from '../../../shared/dates.ts';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { TextArea } from '../../../web/ui/form/Inputs.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import { useAddRepair } from '../inspection.client.ts';
import type { InspectionRecord, Item, Photo, Room } from '../inspection.ts';
import { CONDITION_LABELS, CONDITIONS } from '../listed.ts';
import { isFinding, itemWords, roomBefore } from '../rules/words.ts';
import { RenameDialog } from './Names.tsx';
import { EditedPhotos, PhotoButton, PhotoGrid, type PhotoUploads } from './Photos.tsx';
import type { RoomEdits } from './room-edits.client.ts';

const CONDITION_OPTIONS = CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value] }));
const CLEAN_OPTIONS = [
  { value: 'yes', label: 'Clean' },
  { value: 'no', label: 'Not clean' },
] as const;

export const MAX_NOTE = 2_000;

type Before = { at: string; item: Item; photos: readonly Photo[] };

type Props = {
  inspection: InspectionRecord;
  room: Room;
  item: Item;
  /** The same item at the move-in. */
  was: Item | undefined;
  uploads: PhotoUploads;
  edits: RoomEdits;
  /** Must be stable, like the other props, for `memo`. */
  onRemove: (item: Item) => void;
};

const ROW =
  'flex flex-col gap-3 border-t border-line px-5 py-4 first:border-t-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus max-md:px-4';

/** Memoised, as a room may have 60 items. */
export const ItemRow = memo(function ItemRow({ inspection, room, item, was, uploads, edits, onRemove }: Props) {
  const [renaming, setRenaming] = useState(false);
  const openings = useOpenCount(renaming);
  const { id, name, condition, clean, note } = item;
  const own = { inspection, roomId: room.id, itemId: id, of: name, uploads };
  const before = comparisonOf(inspection, room, was);
  const onChange = (changed: Partial<Item>) => edits.changeItem(room, id, changed);
  return (
    <li data-item={id} tabIndex={-1} aria-label={name} className={ROW}>
      <div className="flex items-start justify-between gap-2">
        <h4 className="min-w-0 pt-1 text-m font-bold tracking-normal wrap-anywhere">
          <bdi>{name}</bdi>
        </h4>
        <Menu align="end" trigger={<IconButton icon={EllipsisVertical} size="small" label={`Actions for ${name}`} />}>
          <MenuItem onClick={() => setRenaming(true)}>Rename</MenuItem>
          <MenuItem danger onClick={() => onRemove(item)}>
            Remove
          </MenuItem>
        </Menu>
      </div>
      <div className={cx('flex flex-col gap-3', before && 'xl:grid xl:grid-cols-[220px_minmax(0,1fr)] xl:gap-4')}>
        {before && <BeforeItem before={before} />}
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <SegmentedControl
              legend={`Condition of ${name}`}
              options={CONDITION_OPTIONS}
              value={condition ?? NONE}
              onChange={(value) => value !== NONE && onChange({ condition: value })}
              className="max-w-full max-md:w-full max-md:[&_label]:px-1"
            />
            <SegmentedControl
              legend={`Cleanliness of ${name}`}
              options={CLEAN_OPTIONS}
              value={clean === null ? NONE : clean ? 'yes' : 'no'}
              onChange={(value) => onChange({ clean: value === 'yes' })}
              className="max-md:w-full"
            />
            <div className="-mx-[10px] flex flex-wrap items-center">
              <PhotoButton {...own} />
              <RepairOf inspection={inspection} room={room} item={item} settled={() => edits.settled(room.id)} />
            </div>
          </div>
          <TextArea
            aria-label={`Details of ${name}`}
            placeholder="Marks, model, quantity..."
            rows={1}
            maxLength={MAX_NOTE}
            className="field-sizing-content"
            value={note}
            onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          />
          <EditedPhotos {...own} photos={room.photos.filter(({ itemId }) => itemId === id)} />
        </div>
      </div>
      <RenameDialog
        key={openings}
        title="Rename item"
        name={name}
        open={renaming}
        onOpenChange={setRenaming}
        onRename={(next) => onChange({ name: next })}
      />
    </li>
  );
});

const NONE = 'none';

/** An item at the move-in, with its photos. */
export function comparisonOf(inspection: InspectionRecord, room: Room, item: Item | undefined): Before | undefined {
  const was = roomBefore(inspection, room);
  if (!was || !item || !inspection.before) return undefined;
  return {
    at: formatInstant(inspection.before.startsAt),
    item,
    photos: was.photos.filter(({ itemId }) => itemId === item.id),
  };
}

export function BeforeItem({ before: { at, item, photos } }: { before: Before }) {
  const words = itemWords(item) || 'Not recorded';
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-control bg-sunken px-3 py-2 text-s text-ink-2">
      <p className="wrap-anywhere">
        <span className="font-bold">{`Move-in, ${at}:`}</span> {words}
        {item.note && <span className="block whitespace-pre-line">{item.note}</span>}
      </p>
      <PhotoGrid photos={photos} of={`${item.name} at move-in`} />
    </div>
  );
}

type RepairProps = Pick<Props, 'inspection' | 'room' | 'item'> & { settled?: () => Promise<void> };

export function RepairOf({ inspection, room, item, settled = async () => {} }: RepairProps) {
  const { mutate: add, isPending } = useAddRepair(inspection, room.id, settled);
  const repair = room.repairs.find(({ itemId }) => itemId === item.id);
  if (repair)
    return (
      <Link to="/dashboard/repairs/$id" params={{ id: repair.id }} className="px-[10px] text-s max-md:py-3">
        {`Repair ${repair.number}`}
        <span className="sr-only">, {item.name}</span>
      </Link>
    );
  if (!isFinding(item)) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Wrench}
      data-key="repair"
      aria-keyshortcuts="R"
      busy={isPending ? 'Adding...' : undefined}
      onClick={() => add(item)}
    >
      Add a repair<span className="sr-only">: {item.name}</span>
    </Button>
  );
}
