import Camera from 'lucide-react/icons/camera';
import Upload from 'lucide-react/icons/upload';
import { useId, useRef } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { ProgressBar } from '../../web/ui/display/Loading.tsx';
import { TAKES_FILES, useAddedFiles } from '../../web/ui/form/added-files.client.ts';
import { FileChooser } from '../../web/ui/form/FileChooser.tsx';
import { FileMark } from '../../web/ui/form/FileShown.tsx';
import { acceptedTypesText } from './choice.ts';
import { type BucketName, bucketOf } from './file.ts';
import type { UploadItem, useManyUploads } from './many-uploads.client.ts';

type Props = {
  label: string;
  bucket: BucketName;
  uploads: ReturnType<typeof useManyUploads>;
  disabled?: boolean;
};

export function ManyFilesField({ label, bucket, uploads, disabled = false }: Props) {
  const { items, add, drop, retry } = uploads;
  const note = useId();
  const area = useRef<HTMLFieldSetElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { over, handlers } = useAddedFiles({ area, off: disabled, onFiles: add });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <fieldset
        {...TAKES_FILES}
        {...handlers}
        ref={area}
        aria-label={label}
        className={cx(
          'flex flex-wrap items-center gap-3 rounded-card border border-dashed p-3 transition-colors',
          over ? 'border-focus bg-primary-soft outline-2 outline-focus' : 'border-edge bg-paper',
        )}
      >
        <FileMark of={Upload} />
        <p id={note} className="min-w-0 flex-1 basis-48 text-s text-ink-2">
          <span className="block text-ink pointer-coarse:hidden">Drop or paste files here.</span>
          {`${acceptedTypesText(bucket)}, up to 20\u00a0MB each`}
        </p>
        <div className="flex flex-none flex-wrap gap-2">
          <span className="hidden pointer-coarse:block">
            <Button icon={Camera} size="small" disabled={disabled} onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
          </span>
          <Button size="small" disabled={disabled} aria-describedby={note} onClick={() => chooser.current?.click()}>
            Choose files
          </Button>
        </div>
        <FileChooser
          ref={chooser}
          disabled={disabled}
          onFiles={add}
          multiple
          aria-label={label}
          accept={bucketOf(bucket)
            .accepts.map((kind) => `.${kind}`)
            .join(',')}
        />
        <FileChooser
          ref={camera}
          disabled={disabled}
          onFiles={add}
          accept="image/*"
          capture="environment"
          aria-label="Photo"
        />
      </fieldset>
      <UploadList items={items} drop={drop} retry={retry} />
    </div>
  );
}

export function UploadList({ items, drop, retry }: Pick<Props['uploads'], 'items' | 'drop' | 'retry'>) {
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-2">
          {items.map((item) => (
            <Item key={item.key} item={item} onDrop={() => drop(item.key)} onRetry={() => retry(item)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {items.map(({ file: { name }, reason }) => (reason ? `${name}: ${reason}` : '')).join(' ')}
      </p>
    </>
  );
}

type ItemProps = { item: UploadItem; onDrop: () => void; onRetry: () => void };

function Item({ item: { file, share, reason, again }, onDrop, onRetry }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <span className="clip block">
          <bdi>{file.name}</bdi>
        </span>
        {reason ? (
          <span className="text-s font-bold text-red">{reason}</span>
        ) : (
          <ProgressBar label={`Uploading ${file.name}`} share={share} />
        )}
      </div>
      {reason && again && (
        <Button size="small" onClick={onRetry}>
          Retry
          <span className="sr-only"> {file.name}</span>
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onDrop}>
        {reason ? 'Dismiss' : 'Cancel'}
        <span className="sr-only"> {file.name}</span>
      </Button>
    </li>
  );
}
