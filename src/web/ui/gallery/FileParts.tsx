/** A field for a file in each of its states: empty, on its way, failed, kept. */
import { FileInput, type FileState } from '../form/FileInput.tsx';
import { Cell, Kit } from './Kit.tsx';

const REPORT = { name: 'EICR-14-Chandos.pdf', detail: 'PDF, 412 kB' };
const LONG = {
  name: 'Landlord gas safety record for 14 Chandos Terrace, all appliances, signed by the engineer (second copy).docx',
  detail: 'Word document, 1.2 MB',
};
const HOUSE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"%3E%3Cpath fill="%23ccd" d="M0 0h4v3H0z"/%3E%3Cpath fill="%23955" d="M1 3V1.4L2 .6l1 .8V3z"/%3E%3C/svg%3E';
const KINDS = 'PDF, JPG, PNG, DOC or DOCX, up to 20 MB';
const nothing = () => {};
const NOTHING = { onFiles: nothing, onRetry: nothing, onRemove: nothing, onCancel: nothing };

const FILES: { [title: string]: FileState } = {
  empty: { is: 'empty' },
  'being prepared': { is: 'uploading', file: REPORT },
  uploading: { is: 'uploading', file: REPORT, share: 0.62 },
  'failed, may be tried again': {
    is: 'failed',
    file: REPORT,
    reason: 'We cannot reach the server. Please check your connection and try again.',
    again: true,
  },
  'failed for good': {
    is: 'failed',
    file: LONG,
    reason: 'This file is empty. Please choose another one.',
    again: false,
  },
  kept: { is: 'kept', file: { ...REPORT, href: '#top' } },
  'kept, long words': { is: 'kept', file: { ...LONG, href: '#top' } },
};

const PHOTOS: { [title: string]: FileState } = {
  empty: { is: 'empty' },
  uploading: {
    is: 'uploading',
    file: { name: 'house.jpg', detail: 'JPEG picture, 6.4 MB', picture: HOUSE },
    share: 0.3,
  },
  kept: { is: 'kept', file: { picture: HOUSE } },
  'that cannot be shown': { is: 'kept', file: { picture: 'data:,' } },
};

export function FileParts() {
  return (
    <>
      <Kit title="File" columns="three">
        {Object.entries(FILES).map(([title, state]) => (
          <Cell key={title} state={title}>
            <FileInput {...NOTHING} label="Report" optional kinds={KINDS} state={state} />
          </Cell>
        ))}
        <Cell state="disabled">
          <FileInput {...NOTHING} label="Report" kinds={KINDS} state={{ is: 'empty' }} disabled />
        </Cell>
        <Cell state="error and hint">
          <FileInput
            {...NOTHING}
            label="Report"
            kinds={KINDS}
            hint="As the electrician sent it."
            error="Please upload the file again"
            state={{ is: 'kept', file: REPORT }}
          />
        </Cell>
      </Kit>
      <Kit title="Photo" columns="two">
        {Object.entries(PHOTOS).map(([title, state]) => (
          <Cell key={title} state={title}>
            <FileInput
              {...NOTHING}
              label="Property Image"
              thing="Photo"
              kinds="JPG or PNG, up to 20 MB"
              state={state}
            />
          </Cell>
        ))}
      </Kit>
    </>
  );
}
