import type { Ref } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FileInput, type FileState } from '../../web/ui/form/FileInput.tsx';
import type { ShownFile } from '../../web/ui/form/FileShown.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { acceptedTypesText, contentTypeOf } from './choice.ts';
import {
  type BucketName,
  bucketOf,
  type DocumentBucket,
  describeFile,
  type PhotoBucket,
  type StoredFile,
} from './file.ts';
import { useUpload } from './upload.client.ts';

type Props<Values extends FieldValues, Output, Bucket extends BucketName> = {
  form: FormHandle<Values, Output>;
  name: FieldPath<Values>;
  label: string;
  bucket: Bucket;
  /**
   * Called with true when an upload starts and false when it ends, including on unmount. Calls are paired, so a form
   * can count uploads in progress.
   */
  onBusy: (busy: boolean) => void;
};

type FileProps<Values extends FieldValues, Output> = Props<Values, Output, DocumentBucket> & {
  /** False if the form refuses an empty field. */
  optional?: boolean;
  /** Receives all but the first of several files added at once. */
  onOthers?: ((files: File[]) => void) | undefined;
};

/** Form field for a document. Its value is a `StoredFile` or null. */
export function FileControl<Values extends FieldValues, Output>(props: FileProps<Values, Output>) {
  const { form, name, ...rest } = props;
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  const file: StoredFile | null = field.value;
  return (
    <UploadField
      {...rest}
      name={name}
      ref={field.ref}
      error={fieldState.error?.message}
      kept={file && { name: file.name, detail: describeFile(file), href: file.url }}
      onChange={(chosen) => {
        // An error of the previous file does not apply to this one.
        form.rhf.clearErrors(name);
        field.onChange(chosen);
      }}
    />
  );
}

/** Form field for a record's photo. Its value is the photo's url or null. */
export function PhotoControl<Values extends FieldValues, Output>(props: Props<Values, Output, PhotoBucket>) {
  const { form, name, ...rest } = props;
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  const url = (field.value ?? null) as string | null;
  return (
    <UploadField
      {...rest}
      name={name}
      ref={field.ref}
      error={fieldState.error?.message}
      kept={url === null ? null : { picture: `${url}?size=card` }}
      onChange={(chosen) => {
        form.rhf.clearErrors(name);
        field.onChange(chosen?.url ?? null);
      }}
    />
  );
}

type UploadProps = {
  bucket: BucketName;
  name: string;
  label: string;
  error: string | undefined;
  ref: Ref<{ focus: () => void }>;
  kept: ShownFile | null;
  onChange: (file: StoredFile | null) => void;
  onBusy: (busy: boolean) => void;
  optional?: boolean;
  onOthers?: ((files: File[]) => void) | undefined;
};

function UploadField({ bucket, kept, optional = true, onChange, onBusy, onOthers, ...rest }: UploadProps) {
  const { attempt, start, stop } = useUpload({ bucket, onStored: onChange, onBusy });
  const startAll = ([first, ...others]: File[]) => {
    if (first) start([first]);
    if (others.length > 0) onOthers?.(others);
  };
  const { accepts, photo } = bucketOf(bucket);
  const state: FileState = attempt
    ? { ...attempt, file: { ...shownHere(attempt.file), ...(photo && { picture: attempt.ready ?? null }) } }
    : kept
      ? { is: 'kept', file: kept }
      : { is: 'empty' };
  return (
    <FileInput
      {...rest}
      optional={optional}
      className="col-span-full"
      state={state}
      thing={photo ? 'Photo' : 'File'}
      accepts={accepts}
      kinds={`${acceptedTypesText(bucket)}, up to 20\u00a0MB`}
      multiple={onOthers !== undefined}
      onFiles={onOthers ? startAll : start}
      onRetry={() => attempt && start([attempt.file])}
      onRemove={() => onChange(null)}
      onCancel={stop}
    />
  );
}

function shownHere(file: File): ShownFile {
  return { name: file.name, detail: describeFile({ contentType: contentTypeOf(file), bytes: file.size }) };
}
