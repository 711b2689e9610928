/** Checks of a chosen file before it is sent, by name and size. The server checks its content. */
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

export const TOO_LARGE = 'This file is larger than 20 MB. Please choose a smaller one.';
export const ONE_AT_A_TIME = 'Only one file can be added here. Please choose one at a time.';
export const HEIC_UNREAD = 'This browser cannot read HEIC photos. Please save the photo as a JPEG and choose it again.';

type Chosen = { name: string; size: number; type: string };

/** The sentence for files that need not be sent at all; undefined where the one there is may be. */
export function refusalOf([file, ...others]: [Chosen, ...Chosen[]], bucket: BucketName): string | undefined {
  if (others.length > 0) return ONE_AT_A_TIME;
  if (!isAccepted(file, bucket)) return `You can't upload this type of file. Choose a ${kindsInWords(bucket)}.`;
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  // A picture is made smaller first, and is measured then.
  return file.size > MAX_FILE_BYTES && !isPicture(file) ? TOO_LARGE : undefined;
}

/** The name to send: with an ending, which files from a phone's gallery or the clipboard may lack. */
export function nameToSend({ name, type }: Pick<Chosen, 'name' | 'type'>): string {
  const known = Object.values(FILE_TYPES).some((contentType) => contentType === type);
  return endingOf(name) || !known ? name : savedName({ name: name || 'file', contentType: type });
}

/** Its media type as its name says it; browsers know no better, and some do not know Word's. */
export function contentTypeOf(file: Pick<Chosen, 'name' | 'type'>): string {
  const ending = endingOf(nameToSend(file));
  return isKind(ending) ? FILE_TYPES[ending] : file.type;
}

export function isHeic({ name, type }: Pick<Chosen, 'name' | 'type'>): boolean {
  return /^hei[cf]$/.test(endingOf(name)) || /^image\/hei[cf]/.test(type);
}

/** True for a file that the browser may be able to draw. */
export function isPicture(file: Pick<Chosen, 'name' | 'type'>): boolean {
  return isHeic(file) || /^(?:jpe?g|png)$/.test(endingOf(nameToSend(file)));
}

/** Longest side in pixels that is sent to a bucket. */
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
export function kindsInWords(bucket: BucketName): string {
  const kinds = bucketOf(bucket)
    .accepts.filter((kind) => kind !== 'jpeg')
    .map((kind) => kind.toUpperCase());
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds);
}
