import X from 'lucide-react/icons/x';
import { useController } from 'react-hook-form';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { FileControl } from '../../file/FileField.tsx';
import { describeFile, type StoredFile } from '../../file/file.ts';
import { ManyFilesField } from '../../file/ManyFilesField.tsx';
import { useManyUploads } from '../../file/many-uploads.client.ts';
import { FIELD_LABELS as LABELS } from '../../transaction/labels.ts';
import type { TransactionFormOutput, TransactionFormValues } from './form-values.ts';

const BUCKET = 'transaction-files';

type Props = {
  form: FormHandle<TransactionFormValues, TransactionFormOutput>;
  onBusy: (busy: boolean) => void;
};

export function FilesField({ form, onBusy }: Props) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'moreFiles' });
  const first = useController({ control: form.rhf.control, name: 'file' }).field.value;
  const set = (files: StoredFile[]) => {
    form.rhf.clearErrors('moreFiles');
    field.onChange(files);
  };
  const uploads = useManyUploads({
    bucket: BUCKET,
    onBusy,
    onStored: (file) => set([...form.rhf.getValues('moreFiles'), file]),
  });
  const isShown = first !== null || field.value.length > 0 || uploads.items.length > 0;
  return (
    <>
      <FileControl form={form} name="file" label={LABELS.file} bucket={BUCKET} onBusy={onBusy} onOthers={uploads.add} />
      {isShown && (
        <div className="col-span-full flex flex-col gap-2">
          {field.value.length > 0 && (
            <ul aria-label="More files" className="flex flex-col gap-2">
              {field.value.map((file) => (
                <MoreFile key={file.url} file={file} onRemove={() => set(field.value.filter((one) => one !== file))} />
              ))}
            </ul>
          )}
          <ManyFilesField label="More files" bucket={BUCKET} uploads={uploads} />
          {fieldState.error && <p className="text-s font-bold text-red">{fieldState.error.message}</p>}
        </div>
      )}
    </>
  );
}

function MoreFile({ file, onRemove }: { file: StoredFile; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-3 rounded-card border border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <a href={file.url} target="_blank" rel="noopener" className="clip block">
          <bdi>{file.name}</bdi>
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <span className="text-s text-ink-2">{describeFile(file)}</span>
      </div>
      <IconButton icon={X} size="small" label={`Remove ${file.name}`} onClick={onRemove} />
    </li>
  );
}
