import { useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { FileChooser } from '../../web/ui/form/FileChooser.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { bucketOf } from '../file/file.ts';
import { ManyFilesField } from '../file/ManyFilesField.tsx';
import { useManyUploads } from '../file/many-uploads.client.ts';
import { uploadFile } from '../file/upload.client.ts';
import { useAddReceipt } from './receipt.client.ts';

const BUCKET = 'transaction-files';
const ACCEPTS = bucketOf(BUCKET)
  .accepts.map((kind) => `.${kind}`)
  .join(',');

export function AddReceipt({ id, name }: { id: string; name: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const { mutateAsync: add } = useAddReceipt();
  const send = async (files: File[]) => {
    setBusy(true);
    try {
      for (const file of files) {
        const stored = await uploadFile({
          bucket: BUCKET,
          file,
          onProgress: () => {},
          signal: new AbortController().signal,
        });
        await add({ file: stored, transactionId: id });
      }
      toast.success('Receipt added');
    } catch (error) {
      const { message, details } = error instanceof AppError ? error : new AppError('internal');
      toast.error('We could not add the receipt', { description: details.fields?.file ?? message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" busy={busy ? 'Uploading...' : undefined} onClick={() => input.current?.click()}>
        Add receipt
        <span className="sr-only"> to {name}</span>
      </Button>
      <FileChooser
        ref={input}
        multiple
        aria-label={`Receipt of ${name}`}
        accept={ACCEPTS}
        onFiles={(files) => void send(files)}
      />
    </>
  );
}

export function TrayInput() {
  const { mutateAsync: add } = useAddReceipt();
  const uploads = useManyUploads({ bucket: BUCKET, onStored: (file) => add({ file }) });
  return <ManyFilesField label="Add receipts" bucket={BUCKET} uploads={uploads} />;
}
