/** The upload fields of forms: a document with its name, and a photo. */
import type { Ref } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { FieldLook } from '../../web/ui/form/Field.tsx';
import { FileInput, type FileState } from '../../web/ui/form/FileInput.tsx';
import type { ShownFile } from '../../web/ui/form/FileShown.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { contentTypeOf, kindsInWords } from './choice.ts';
import { BUCKETS, type BucketName, fileWords, type PhotoBucket, type StoredFile } from './file.ts';
import { useUpload } from './upload.client.ts';

type Common = FieldLook & {
  /**
   * True when an upload begins, false when it has ended in any way, also by unmounting: always in pairs, so
   * that a form can count the uploads under way.
   */
  onBusy?: ((busy: boolean) => void) | undefined;
  disabled?: boolean | undefined;
  /** The name of the field in its form. */
  name?: string | undefined;
  /** `field.ref` of a Controller: the form leads to it when something is wrong. */
  ref?: Ref<{ focus: () => void }> | undefined;
};

type FileProps = Common & {
  bucket: Exclude<BucketName, PhotoBucket>;
  value: StoredFile | null;
  onChange: (file: StoredFile | null) => void;
};

/** A document: its name, kind and size, and a link that opens it. */
export function FileField({ bucket, value, onChange, ...rest }: FileProps) {
  const kept = value && { name: value.name, detail: fileWords(value), href: value.url };
  return <UploadField {...rest} bucket={bucket} kept={kept} onStored={onChange} onRemove={() => onChange(null)} />;
}

type PhotoProps = Common & { bucket: PhotoBucket; value: string | null; onChange: (url: string | null) => void };

/** The photo of a record, shown as a picture. Its value is its url. */
export function PhotoField({ value, onChange, ...rest }: PhotoProps) {
  return (
    <UploadField
      {...rest}
      kept={value === null ? null : { picture: `${value}?size=card` }}
      onStored={({ url }) => onChange(url)}
      onRemove={() => onChange(null)}
    />
  );
}

type ControlProps<Values extends FieldValues, Output> = {
  form: FormHandle<Values, Output>;
  /** Of a field that holds the url of a photo, or null. */
  name: FieldPath<Values>;
  label: string;
  bucket: PhotoBucket;
  onBusy: (busy: boolean) => void;
};

/** The photo of a record as a field of its form, across both columns. */
export function PhotoControl<Values extends FieldValues, Output>(props: ControlProps<Values, Output>) {
  const { form, name, ...look } = props;
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  return (
    <PhotoField
      {...look}
      ref={field.ref}
      name={field.name}
      optional
      error={fieldState.error?.message}
      value={field.value ?? null}
      onChange={field.onChange}
      className="col-span-full"
    />
  );
}

type UploadProps = Common & {
  bucket: BucketName;
  kept: ShownFile | null;
  onStored: (file: StoredFile) => void;
  onRemove: () => void;
};

function UploadField({ bucket, kept, onStored, onRemove, onBusy, ...rest }: UploadProps) {
  const { attempt, start, stop } = useUpload({ bucket, onStored, onBusy });
  const { accepts, photo } = BUCKETS[bucket];
  const state: FileState = attempt
    ? { ...attempt, file: { ...shownHere(attempt.file), ...(photo && { picture: attempt.ready ?? null }) } }
    : kept
      ? { is: 'kept', file: kept }
      : { is: 'empty' };
  return (
    <FileInput
      {...rest}
      state={state}
      thing={photo ? 'Photo' : 'File'}
      accepts={accepts}
      kinds={`${kindsInWords(bucket)}, up to 20\u00a0MB`}
      onFiles={start}
      onRetry={() => attempt && start([attempt.file])}
      onRemove={onRemove}
      onCancel={stop}
    />
  );
}

/** A file that is still in the browser. */
function shownHere(file: File): ShownFile {
  return { name: file.name, detail: fileWords({ contentType: contentTypeOf(file), bytes: file.size }) };
}
