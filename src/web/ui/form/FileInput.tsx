/** A field for one file: chosen, dropped or pasted. The parent component uploads the file and passes the state. */
import FileIcon from 'lucide-react/icons/file-text';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { ProgressBar } from '../display/Loading.tsx';
import { TAKES_FILES, useAddedFiles } from './added-files.client.ts';
import { Field, type FieldControl, FieldError, type FieldLook, useFieldControl } from './Field.tsx';
import { FileChooser } from './FileChooser.tsx';
import { FileMark, FilePicture, FileText, type ShownFile } from './FileShown.tsx';

export type FileState =
  | { is: 'empty' }
  | { is: 'kept'; file: ShownFile }
  /** `share`: from 0 to 1; undefined before the upload starts. */
  | { is: 'uploading'; file: ShownFile; share?: number | undefined }
  /** `again`: whether a retry with the same file may succeed. */
  | { is: 'failed'; file: ShownFile; reason: string; again: boolean };

type Own = {
  state: FileState;
  thing?: 'File' | 'Photo' | undefined;
  accepts?: readonly string[] | undefined;
  /** Shown while the field is empty: 'PDF, JPG or PNG, up to 20 MB'. */
  kinds: string;
  /** Called with one file, or with several that are chosen or dropped together. */
  onFiles: (files: File[]) => void;
  onRetry: () => void;
  onRemove: () => void;
  /** Cancels the upload or dismisses its failure, and restores the previous state. */
  onCancel: () => void;
  disabled?: boolean | undefined;
  multiple?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<{ focus: () => void }> | undefined;
};

type Described = Pick<Partial<FieldControl>, 'id' | 'aria-describedby' | 'aria-invalid'>;

/** Makes the whole empty field clickable. */
const ALL_OVER = 'static! after:absolute after:inset-0';
/** Hidden on touch screens, which have no drag and drop or keyboard paste. */
const WITH_MOUSE = 'pointer-coarse:hidden';

/** The specification's default file types. */
export const EVERY_KIND = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png'];

export function FileInput({ label, hint, error, optional, className, ...own }: FieldLook & Own) {
  const id = useId();
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className} control={{ id }}>
      <Area {...own} label={label} />
    </Field>
  );
}

function Area({
  label,
  state,
  thing = 'File',
  accepts = EVERY_KIND,
  kinds,
  onFiles,
  onRetry,
  onRemove,
  onCancel,
  disabled = false,
  multiple = false,
  name,
  ref,
}: Own & { label: string }) {
  const note = useId();
  const { id, 'aria-describedby': notes, 'aria-invalid': wrong } = useFieldControl<Described>({});
  const area = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => chooser.current?.focus() }), []);
  const stay = useFocusWithin(chooser);
  const { over, handlers } = useAddedFiles({ area, off: disabled, onFiles });
  const file = state.is === 'empty' ? undefined : state.file;

  return (
    <fieldset
      {...TAKES_FILES}
      {...handlers}
      {...stay}
      ref={area}
      aria-label={label}
      className={cx(
        'relative flex flex-wrap items-start gap-3 rounded-card border border-dashed p-3 transition-colors',
        over
          ? 'border-focus bg-primary-soft outline-2 outline-focus'
          : cx(wrong ? 'border-red-fill' : 'border-edge', 'bg-paper'),
      )}
    >
      {file?.picture === undefined ? (
        <FileMark of={file ? FileIcon : Upload} />
      ) : (
        <FilePicture src={file.picture} name={file.name ?? label} />
      )}
      <FileText file={file}>
        <Words state={state} thing={thing} kinds={kinds} note={note} />
      </FileText>
      <div className="ml-auto flex flex-none items-center gap-2 self-center">
        {state.is === 'failed' && state.again && (
          <Button size="small" disabled={disabled} onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button
          ref={chooser}
          size="small"
          disabled={disabled}
          busy={state.is === 'uploading' ? 'Uploading...' : undefined}
          aria-describedby={cx((state.is === 'empty' || state.is === 'failed') && note, notes) || undefined}
          className={cx(state.is === 'empty' && ALL_OVER)}
          onClick={() => input.current?.click()}
        >
          {state.is === 'kept' ? 'Replace' : `Choose ${thing}`}
        </Button>
        {state.is === 'kept' && (
          <IconButton
            icon={X}
            size="small"
            disabled={disabled}
            label={`Remove ${file?.name ?? thing.toLowerCase()}`}
            onClick={onRemove}
          />
        )}
        {(state.is === 'uploading' || state.is === 'failed') && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <FileChooser
        ref={input}
        id={id}
        name={name}
        multiple={multiple}
        disabled={disabled}
        accept={accepts.map((kind) => `.${kind}`).join(',')}
        onFiles={onFiles}
      />
      <p role="status" className="sr-only">
        {state.is === 'uploading' && `Uploading ${file?.name ?? thing}`}
        {state.is === 'failed' && state.reason}
      </p>
    </fieldset>
  );
}

function Words({ state, thing, kinds, note }: { state: FileState; thing: string; kinds: string; note: string }) {
  switch (state.is) {
    case 'empty':
      return (
        <p id={note} className="text-s text-ink-2">
          <span className={cx('block', WITH_MOUSE)}>Choose, drop or paste (Ctrl+V) a {thing.toLowerCase()}.</span>
          {kinds}
        </p>
      );
    case 'uploading':
      return <ProgressBar label={`Uploading ${state.file.name ?? thing}`} share={state.share} />;
    case 'failed':
      return <FieldError id={note}>{state.reason}</FieldError>;
    case 'kept':
      return null;
  }
}

/** Focuses the remaining button when the focused button (Remove, Cancel or Retry) is removed. */
function useFocusWithin(next: { current: HTMLElement | null }) {
  const within = useRef(false);
  useLayoutEffect(() => {
    if (within.current && document.activeElement === document.body) next.current?.focus();
  });
  return {
    onFocus: () => {
      within.current = true;
    },
    onBlur: () => {
      within.current = false;
    },
  };
}
