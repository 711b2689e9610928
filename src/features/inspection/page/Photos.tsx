import Camera from 'lucide-react/icons/camera';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { formatInstant } from '../../../shared/dates.ts';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { FileChooser } from '../../../web/ui/form/FileChooser.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { UploadList } from '../../file/ManyFilesField.tsx';
import type { useManyUploads } from '../../file/many-uploads.client.ts';
import { useRemovePhoto } from '../inspection.client.ts';
import type { InspectionRecord, Photo } from '../inspection.ts';

export type PhotoUploads = ReturnType<typeof useManyUploads>;

/** The upload target: a room, or one of its items. */
const targetOf = (roomId: string, itemId: string | null) => [roomId, itemId ?? ''].join('/');

type Props = {
  photos: readonly Photo[];
  /** The item or room in the accessible names of controls, such as 'Walls'. */
  of: string;
  onRemove?: ((photo: Photo) => void) | undefined;
};

export function PhotoGrid({ photos, of, onRemove }: Props) {
  if (photos.length === 0) return null;
  return (
    <ul
      aria-label={`Photos, ${of}`}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,172px),1fr))] gap-3 max-md:grid-cols-2"
    >
      {photos.map((photo, place) => (
        <li key={photo.id} className="relative min-w-0">
          <a href={photo.url} target="_blank" rel="noopener" className="block">
            <img
              src={`${photo.url}?size=card`}
              alt={`${of}, ${place + 1} of ${photos.length}`}
              loading="lazy"
              className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
            />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <p className="mt-1 text-s text-ink-2">
            <span className="block">
              {photo.takenAt ? `Taken ${formatInstant(photo.takenAt)}` : 'No time from the camera'}
            </span>
            <span className="block">{`Added ${formatInstant(photo.addedAt)}`}</span>
          </p>
          {onRemove && (
            <IconButton
              icon={X}
              size="small"
              variant="secondary"
              label={`Remove photo ${place + 1} of ${of}`}
              className="absolute! top-1 right-1"
              onClick={() => onRemove(photo)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type EditProps = {
  inspection: InspectionRecord;
  roomId: string;
  itemId: string | null;
  of: string;
  photos: readonly Photo[];
  uploads: PhotoUploads;
};

/** Several photos can be chosen at once; they are uploaded one after another. */
export function PhotoButton({ roomId, itemId, of, uploads }: Pick<EditProps, 'roomId' | 'itemId' | 'of' | 'uploads'>) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Camera}
        data-key={itemId ? 'photo' : undefined}
        aria-keyshortcuts={itemId ? 'P' : undefined}
        onClick={() => chooser.current?.click()}
      >
        Add photos<span className="sr-only"> of {of}</span>
      </Button>
      <FileChooser
        ref={chooser}
        multiple
        accept="image/*"
        aria-label={`Photos of ${of}`}
        onFiles={(files) => uploads.add(files, targetOf(roomId, itemId))}
      />
    </>
  );
}

export function EditedPhotos({ inspection, roomId, itemId, of, photos, uploads }: EditProps) {
  const { mutate: remove, isPending } = useRemovePhoto(inspection, roomId);
  const [asked, setAsked] = useState<Photo>();
  const [open, setOpen] = useState(false);
  const here = uploads.items.filter(({ to }) => to === targetOf(roomId, itemId));
  return (
    <>
      <PhotoGrid
        photos={photos}
        of={of}
        onRemove={(photo) => {
          setAsked(photo);
          setOpen(true);
        }}
      />
      <UploadList {...uploads} items={here} />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove photo"
        question={`Remove this photo of ${of}? You cannot undo this.`}
        confirm="Remove"
        busy={isPending ? 'Removing...' : undefined}
        finalFocus={() => document.querySelector<HTMLElement>(itemId ? `[data-item="${itemId}"]` : 'main h1') ?? true}
        onConfirm={() => asked && remove(asked, { onSettled: () => setOpen(false) })}
      />
    </>
  );
}
