import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { counted } from '../../../shared/text.ts';
import { toastSignedOut } from '../../../web/http/save.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FileChooser } from '../../../web/ui/form/FileChooser.tsx';
import { MAX_FILES } from '../../import-file/kinds.ts';
import { addZip } from '../import.client.ts';
import type { Import } from '../import.ts';
import { TEXTS } from '../listed.ts';

const namesFiles = ({ sheets }: Import) =>
  sheets.some(({ kind, columns }) => kind === 'certificates' && columns.some(({ field }) => field === 'file'));

/** Shown if a column contains file names. */
export function CertificateFiles({ file }: { file: Import }) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({
    ...addZip(file.id),
    // The error of a rejected zip is shown below. Only an ended session needs a toast.
    onError: (failed) => toastSignedOut(failed, TEXTS.files),
  });
  if (!namesFiles(file)) return null;
  return (
    <Card aria-labelledby="import-files" className="mt-5">
      <CardHead id="import-files" title="Certificate files">
        <Button size="small" busy={isPending ? 'Reading the zip...' : undefined} onClick={() => input.current?.click()}>
          {file.files > 0 ? 'Add another zip' : 'Choose a zip'}
        </Button>
      </CardHead>
      <div className="grid gap-3 p-5 max-md:p-4">
        <p role="status" className="text-ink-2">
          {file.files > 0
            ? `${counted(file.files, 'file')} added. Import within a day. After that, we delete files that no record uses.`
            : `Put the files that your column names into a zip of up to 20 MB and ${MAX_FILES} files.`}
        </p>
        {error && (
          <Banner tone="red" role="alert">
            {error.message}
          </Banner>
        )}
      </div>
      <FileChooser
        ref={input}
        aria-label="Zip of certificates"
        accept=".zip,application/zip"
        onFiles={([zip]) => zip && mutate(zip)}
      />
    </Card>
  );
}
