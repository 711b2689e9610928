import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo } from 'react';
import { counted } from '../../../shared/text.ts';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import type { InspectionRecord, Room } from '../inspection.ts';
import { inputOf } from '../rules/merge-room.ts';
import { isDone, progressWords } from '../rules/words.ts';
import type { PhotoUploads } from './Photos.tsx';
import { RoomActions } from './RoomActions.tsx';
import { RoomPanel } from './RoomPanel.tsx';
import { RoomStatus } from './RoomStatus.tsx';
import { RoomView } from './RoomView.tsx';
import type { RoomEdit, RoomEdits } from './room-edits.client.ts';

type Props = {
  inspection: InspectionRecord;
  room: Room;
  place: number;
  edit: RoomEdit | undefined;
  edits: RoomEdits;
  uploads: PhotoUploads;
  changeable: boolean;
  isOpen: boolean;
  onToggle: (roomId: string) => void;
};

/** Memoised, as an inspection may have 60 rooms. */
export const RoomRow = memo(function RoomRow(props: Props) {
  const { inspection, room, place, edit, edits, uploads, changeable, isOpen, onToggle } = props;
  const { id } = room;
  const values = edit?.mine ?? inputOf(room);
  const { name, items } = values;
  const comments = inspection.comments.filter(({ roomId }) => roomId === id).length;
  const progress = [
    progressWords(values),
    items.length > 0 && isDone(values) && 'done',
    comments > 0 && counted(comments, 'comment'),
  ];
  const head = `room-${id}`;
  return (
    <li>
      <div className="flex items-center gap-1 pr-3 max-md:pr-2">
        <RoomHead
          id={head}
          name={name}
          progress={progress.filter(Boolean).join(', ')}
          isOpen={isOpen}
          onToggle={() => onToggle(id)}
        />
        {changeable && (
          <RoomActions
            inspection={inspection}
            room={room}
            name={name}
            place={place}
            onRename={(renamed) => edits.change(room, (now) => ({ ...now, name: renamed }))}
          />
        )}
      </div>
      <RoomStatus
        name={name}
        edit={edit}
        edits={edits}
        roomId={id}
        uploads={isOpen ? [] : uploads.items.filter(({ to }) => to?.startsWith(id))}
      />
      {isOpen && (
        <section aria-labelledby={head} className="border-t border-line">
          {changeable ? (
            <RoomPanel inspection={inspection} room={room} values={values} uploads={uploads} edits={edits} />
          ) : (
            <RoomView inspection={inspection} room={room} />
          )}
        </section>
      )}
    </li>
  );
});

type HeadProps = {
  id: string;
  name: string;
  progress: string;
  isOpen: boolean;
  onToggle: () => void;
};

function RoomHead({ id, name, progress, isOpen, onToggle }: HeadProps) {
  return (
    <h3 className="min-w-0 flex-1 tracking-normal">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-[52px] w-full cursor-pointer items-center gap-3 py-2 pl-5 text-left hover:bg-hover focus-visible:-outline-offset-2! max-md:pl-4"
        onClick={onToggle}
      >
        <Icon of={ChevronRight} className={cx('flex-none text-ink-3', isOpen && 'rotate-90')} />
        <span className="min-w-0 flex-1">
          <bdi id={id} className="block text-m font-bold wrap-anywhere">
            {name}
          </bdi>
          <span className="block text-s font-normal text-ink-2">{progress}</span>
        </span>
      </button>
    </h3>
  );
}
