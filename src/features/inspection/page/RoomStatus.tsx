/** Unsaved changes and uploads of a room, with actions after a failure. */
import { counted } from '../../../shared/text.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import type { UploadItem } from '../../file/many-uploads.client.ts';
import type { RoomEdit, RoomEdits } from './room-edits.client.ts';

type Props = {
  name: string;
  edit: RoomEdit | undefined;
  edits: RoomEdits;
  roomId: string;
  /** Uploads of the room while it is closed; an open room shows its own. */
  uploads: readonly UploadItem[];
};

export function RoomStatus({ uploads, ...props }: Props) {
  const failed = uploads.filter(({ reason }) => reason !== undefined).length;
  const sending = uploads.length - failed;
  return (
    <>
      {uploads.length > 0 && (
        <p role="status" className={LINE}>
          {sending > 0 && `Uploading ${counted(sending, 'photo')}... `}
          {failed > 0 && `${counted(failed, 'photo')} not uploaded. Open the room to retry.`}
        </p>
      )}
      <Saving {...props} />
    </>
  );
}

const LINE = 'px-5 pb-2 pl-12 text-s text-ink-2 max-md:px-4 max-md:pl-11';

function Saving({ name, edit, edits, roomId }: Omit<Props, 'uploads'>) {
  if (!edit) return null;
  const of = <span className="sr-only">: {name}</span>;
  if (edit.conflict)
    return (
      <Banner
        tone="amber"
        role="status"
        className="mx-5 mb-3 max-md:mx-4"
        action={
          <Button size="small" onClick={() => edits.compare(roomId, true)}>
            Choose{of}
          </Button>
        }
      >
        Not saved. Choose between your values and those of the other person.
      </Banner>
    );
  if (edit.reason !== undefined)
    return (
      <Banner
        tone="amber"
        role="status"
        className="mx-5 mb-3 max-md:mx-4"
        action={
          <div className="flex gap-2">
            <Button size="small" busy={edit.saving ? 'Saving...' : undefined} onClick={() => void edits.save(roomId)}>
              Retry{of}
            </Button>
            <Button size="small" variant="quiet" onClick={() => edits.discard(roomId)}>
              Discard{of}
            </Button>
          </div>
        }
      >
        Not saved. {edit.reason} Your changes are kept in this browser.
      </Banner>
    );
  return (
    <p role="status" className={LINE}>
      Saving...
    </p>
  );
}
