/** Detects the file type by content and checks it against bucket and name. */
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../shared/app-error.ts';
import { type BucketName, bucketOf, endingOf, type FileExtension, KIND_WORDS } from './file.ts';

export type Kind = Exclude<FileExtension, 'jpeg'>;

/** Returns 'a PDF' or 'an Excel spreadsheet'. */
function inWords(kind: Kind): string {
  const words = KIND_WORDS[kind];
  return `${words.startsWith('E') ? 'an' : 'a'} ${words}`;
}

/** Returns the detected type. Throws `invalid_input` if the bucket or the name does not allow it. */
export async function checkContent(upload: { bucket: BucketName; name: string; bytes: Uint8Array }): Promise<Kind> {
  const { bucket, name, bytes } = upload;
  const ending = endingOf(name);
  if (bytes.byteLength === 0) throw refusal('This file is empty.');
  const detected = await kindsOf(bytes);
  if (detected.includes('heic') || ending === 'heic' || ending === 'heif') {
    throw refusal('We cannot read HEIC photos. Save the photo as a JPEG and choose it again.');
  }
  const accepted = detected.filter((kind) => isAccepted(bucket, kind));
  const extension = ending === 'jpeg' ? 'jpg' : ending;
  const fitting = accepted.find((kind) => kind === extension);
  if (fitting) return fitting;
  const [kind] = accepted;
  if (kind) throw refusal(`This is ${inWords(kind)}, so its name must end in .${kind}. Rename it and choose it again.`);
  throw isAccepted(bucket, extension) ? contentMismatch(extension) : refusal(`Choose ${acceptedWords(bucket)}.`);
}

function contentMismatch(extension: Kind): AppError {
  return refusal(`The file name suggests ${inWords(extension)}, but the content is different. Choose another file.`);
}

function isAccepted(bucket: BucketName, kind: string): kind is Kind {
  const accepts: readonly string[] = bucketOf(bucket).accepts;
  return kind !== 'jpeg' && accepts.includes(kind);
}

/** Returns 'a PDF, a JPEG picture, a PNG picture or a Word document'. */
function acceptedWords(bucket: BucketName): string {
  const words = Object.keys(KIND_WORDS).flatMap((kind) => (isAccepted(bucket, kind) ? inWords(kind) : []));
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(words));
}

/** Returns possible extensions of the content: two if an old Office file contains parts of two programs. */
async function kindsOf(bytes: Uint8Array): Promise<string[]> {
  const type = await fileTypeFromBuffer(bytes);
  if (type?.ext === 'cfb') return oldOfficeKinds(bytes);
  return type ? [type.ext] : [];
}

// Names of directory entries in an old Office file (CFB). Each entry has 128 bytes and starts with its name in UTF-16.
const PARTS: [Kind, string][] = [
  ['doc', 'WordDocument\0'],
  ['xls', 'Workbook\0'],
  ['xls', 'Book\0'],
];
const ENTRY_BYTES = 128;

function oldOfficeKinds(bytes: Uint8Array): Kind[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kinds = PARTS.filter(([, part]) => hasEntry(file, Buffer.from(part, 'utf16le'))).map(([kind]) => kind);
  return [...new Set(kinds)];
}

function hasEntry(file: Buffer, name: Buffer): boolean {
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
    if (at % ENTRY_BYTES === 0) return true;
  }
  return false;
}

/** Returns an error that is shown at the field `file`. */
export function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { message: sentence, fields: { file: sentence }, cause });
}
