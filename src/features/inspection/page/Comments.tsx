import { formatInstant } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import type { Comment, InspectionRecord } from '../inspection.ts';

export function CommentList({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return null;
  return (
    <ul aria-label="Comments of tenants" className="flex flex-col gap-3">
      {comments.map(({ id, name, text, at }) => (
        <li key={id} className="border-l-2 border-edge pl-3">
          <p className="text-s text-ink-2">
            <bdi>{name || 'Tenant'}</bdi>
            {`, ${formatInstant(at)}`}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function CommentsCard({ inspection: { comments, rooms } }: { inspection: InspectionRecord }) {
  const isOfRoom = ({ roomId }: Comment) => rooms.some(({ id }) => id === roomId);
  const ofWhole = comments.filter((comment) => !isOfRoom(comment));
  const inRooms = comments.length - ofWhole.length;
  if (comments.length === 0) return null;
  return (
    <Card aria-labelledby="comments">
      <CardHead id="comments" title="Tenants’ comments" />
      <div className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
        <CommentList comments={ofWhole} />
        {inRooms > 0 && (
          <p className="text-s text-ink-2">
            {`${counted(inRooms, 'comment')} on rooms. Open a room to read its comments.`}
          </p>
        )}
      </div>
    </Card>
  );
}
