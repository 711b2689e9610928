/** Checks a chosen file by name and size before the upload. The server checks its content. */
import { AppError } from '../../shared/app-error.ts';
import {
  type BucketName,
  bucketOf,
  endingOf,
  FILE_TYPES,
  type FileExtension,
  MAX_FILE_BYTES,
  MAX_SCAN,
  MAX_SIDE,
  savedName,
} from './file.ts';

export const TOO_LARGE = 'This file is larger than 20 MB. Choose a smaller file.';
export const ONE_AT_A_TIME = 'You can only add one file here. Choose one file.';
export const HEIC_UNREAD = 'This browser cannot read HEIC photos. Save the photo as a JPEG and choose it again.';

type Chosen = { name: string; size: number; type: string };

/** Returns why the chosen files cannot be uploaded; undefined if they can. */
export function refusalOf([file, ...others]: [Chosen, ...Chosen[]], bucket: BucketName): string | undefined {
  if (others.length > 0) return ONE_AT_A_TIME;
  if (!isAccepted(file, bucket)) return `You can't upload this type of file. Choose a ${acceptedTypesText(bucket)}.`;
  if (file.size === 0) return 'This file is empty. Choose another file.';
  // The size of an image is checked after scaling.
  return file.size > MAX_FILE_BYTES && !isPicture(file) ? TOO_LARGE : undefined;
}

/** Returns a request with the file as its body. Throws `payload_too_large` with the message `tooLarge`. */
export function rawUpload(file: File, tooLarge: string) {
  if (file.size > MAX_FILE_BYTES) throw new AppError('payload_too_large', { message: tooLarge });
  return {
    query: { name: file.name.toWellFormed().slice(0, 200) },
    options: { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } },
  };
}

/** Adds the extension, which files from a phone's gallery or the clipboard may lack. */
export function nameToSend({ name, type }: Pick<Chosen, 'name' | 'type'>): string {
  const known = Object.values(FILE_TYPES).some((contentType) => contentType === type);
  return endingOf(name) || !known ? name : savedName({ name: name || 'file', contentType: type });
}

/** Returns the media type by extension: browsers do not recognise Word documents, for example. */
export function contentTypeOf(file: Pick<Chosen, 'name' | 'type'>): string {
  const ending = endingOf(nameToSend(file));
  return isKind(ending) ? FILE_TYPES[ending] : file.type;
}

export function isHeic({ name, type }: Pick<Chosen, 'name' | 'type'>): boolean {
  return /^hei[cf]$/.test(endingOf(name)) || /^image\/hei[cf]/.test(type);
}

/** Whether the browser may be able to display the file. */
export function isPicture(file: Pick<Chosen, 'name' | 'type'>): boolean {
  return isHeic(file) || /^(?:jpe?g|png)$/.test(endingOf(nameToSend(file)));
}

/** Returns the longest side of images in the bucket, in pixels. */
export function longestSide(bucket: BucketName): number {
  return bucketOf(bucket).photo ? MAX_SIDE : MAX_SCAN;
}

function isAccepted(file: Chosen, bucket: BucketName): boolean {
  const { accepts } = bucketOf(bucket);
  return isHeic(file) || accepts.some((extension) => extension === endingOf(nameToSend(file)));
}

function isKind(ending: string): ending is FileExtension {
  return Object.hasOwn(FILE_TYPES, ending);
}

/** 'PDF, JPG, PNG, DOC or DOCX'. */
export function acceptedTypesText(bucket: BucketName): string {
  const kinds = bucketOf(bucket)
    .accepts.filter((kind) => kind !== 'jpeg')
    .map((kind) => kind.toUpperCase());
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds);
}
