/** Adds files to the tray. */
import { ManyFilesField } from '../file/ManyFilesField.tsx';
import { useManyUploads } from '../file/many-uploads.client.ts';
import { useAddReceipt } from './receipt.client.ts';

const BUCKET = 'transaction-files';

export function TrayInput() {
  const { mutateAsync: add } = useAddReceipt();
  const uploads = useManyUploads({ bucket: BUCKET, onStored: (file) => add({ file }) });
  return <ManyFilesField label="Add receipts" bucket={BUCKET} uploads={uploads} />;
}
