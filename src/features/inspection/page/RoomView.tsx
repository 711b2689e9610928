/** An open room that is shared or locked, or that the role may only see. */
import { May } from '../../../web/http/session.client.ts';
import { PATHS } from '../inspection.client.ts';
import type { InspectionRecord, Room } from '../inspection.ts';
import { itemWords, namesakeAt, roomBefore } from '../rules/words.ts';
import { CommentList } from './Comments.tsx';
import { BeforeItem, comparisonOf, RepairOf } from './ItemRow.tsx';
import { PhotoGrid } from './Photos.tsx';

export function RoomView({ inspection, room }: { inspection: InspectionRecord; room: Room }) {
  const { items, note, photos, name } = room;
  const was = roomBefore(inspection, room);
  const isOfRoom = ({ itemId }: Room['photos'][number]) => !items.some(({ id }) => id === itemId);
  return (
    <>
      <ul aria-label={`Items, ${name}`}>
        {items.map((item, place) => {
          const before = comparisonOf(inspection, room, namesakeAt(items, place, was?.items ?? []));
          return (
            <li
              key={item.id}
              className="flex flex-col gap-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4"
            >
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h4 className="min-w-0 text-m font-bold tracking-normal wrap-anywhere">
                  <bdi>{item.name}</bdi>
                </h4>
                <p>{itemWords(item) || <span className="text-ink-2">Not recorded</span>}</p>
              </div>
              {before && <BeforeItem before={before} />}
              {item.note && <p className="whitespace-pre-line wrap-anywhere">{item.note}</p>}
              <PhotoGrid photos={photos.filter(({ itemId }) => itemId === item.id)} of={item.name} />
              <May need={PATHS.change}>
                <div className="-ml-[10px] empty:hidden">
                  <RepairOf inspection={inspection} room={room} item={item} />
                </div>
              </May>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col gap-4 border-t border-line px-5 py-4 empty:hidden max-md:px-4">
        {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
        <PhotoGrid photos={photos.filter(isOfRoom)} of={name} />
        <CommentList comments={inspection.comments.filter(({ roomId }) => roomId === room.id)} />
      </div>
    </>
  );
}
