import { useState } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { formatDay } from '../../shared/dates.ts';
import { conflictText } from '../../shared/records/record-texts.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { FileControl } from '../file/FileField.tsx';
import { StoredFile } from '../file/file.ts';
import { useRenew } from './document.client.ts';
import { DOCUMENT, type Document, DocumentRecord } from './document.ts';
import { TEXTS } from './listed.ts';

const { day, validUntil } = DOCUMENT.shape;
const Form = DOCUMENT.form.pick({ day: true, validUntil: true }).extend({
  file: StoredFile.nullable().refine((file) => file !== null, 'Add the new file'),
});

type Props = { document: Document; open: boolean; onOpenChange: (open: boolean) => void };

export function RenewDialog({ document, open, onOpenChange }: Props) {
  const [before, setBefore] = useState<Pick<Document, 'id' | 'version'>>(document);
  const [uploads, setUploads] = useState(0);
  const { mutateAsync: renew } = useRenew();
  const form = useZodForm({
    schema: Form,
    start: { file: null, day: '', validUntil: '' },
    save: ({ file, ...dates }) => renew({ before, file, dates }),
    saved: () => onOpenChange(false),
    failed: (error) => {
      if (!isRefusal(error, 'conflict')) return undefined;
      const current = DocumentRecord.parse(error.details.current);
      setBefore(current);
      return `${conflictText(TEXTS.one, error.details.changedBy)} Its latest version is number ${current.number}, ${current.file.name}. Select Renew again to add yours as the next one.`;
    },
  });
  return (
    <FormDialog
      form={form}
      draft={`document:renew:${document.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Renew ${document.title}`}
      submit="Renew"
      uploads={uploads}
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <p className="col-span-full text-ink-2">
          {document.validUntil && `It ends on ${formatDay(document.validUntil)}. `}
          The new file will become the latest version. We keep earlier ones.
        </p>
        <FileControl
          form={form}
          name="file"
          label="New file"
          bucket="documents"
          optional={false}
          onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
        />
        <FormFields form={form} fields={{ day, validUntil }} />
      </div>
    </FormDialog>
  );
}
