/** Detects the kind of uploaded bytes by content, and checks it against bucket and name. */
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../shared/app-error.ts';
import { type BucketName, bucketOf, endingOf, type FileExtension, KIND_WORDS } from './file.ts';

/** A kind of file, by its usual extension. */
export type Kind = Exclude<FileExtension, 'jpeg'>;

/** 'a PDF', 'an Excel spreadsheet'. */
function inWords(kind: Kind): string {
  const words = KIND_WORDS[kind];
  return `${words.startsWith('E') ? 'an' : 'a'} ${words}`;
}

/** Says what the bytes are. Throws `invalid_input` with a sentence where they are not a file this bucket takes under this name. */
export async function checkContent(upload: { bucket: BucketName; name: string; bytes: Uint8Array }): Promise<Kind> {
  const { bucket, name, bytes } = upload;
  const ending = endingOf(name);
  if (bytes.byteLength === 0) throw refusal('This file is empty.');
  const found = await kindsOf(bytes);
  if (found.includes('heic') || ending === 'heic' || ending === 'heif') {
    throw refusal('HEIC photos cannot be read here. Please save the photo as a JPEG and choose it again.');
  }
  const accepted = found.filter((kind) => isAccepted(bucket, kind));
  const named = ending === 'jpeg' ? 'jpg' : ending;
  const fitting = accepted.find((kind) => kind === named);
  if (fitting) return fitting;
  const [kind] = accepted;
  if (kind)
    throw refusal(`This is ${inWords(kind)}: its name must end in .${kind}. Please rename it and choose it again.`);
  throw isAccepted(bucket, named) ? unlike(named) : refusal(`Please choose ${wanted(bucket)}.`);
}

function unlike(named: Kind): AppError {
  return refusal(`This does not look like ${inWords(named)}, although its name says so.`);
}

function isAccepted(bucket: BucketName, kind: string): kind is Kind {
  const accepts: readonly string[] = bucketOf(bucket).accepts;
  return kind !== 'jpeg' && accepts.includes(kind);
}

/** 'a PDF, a JPEG picture, a PNG picture or a Word document' */
function wanted(bucket: BucketName): string {
  const words = Object.keys(KIND_WORDS).flatMap((kind) => (isAccepted(bucket, kind) ? inWords(kind) : []));
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(words));
}

/** The extensions the content can have: none, one, or both where an old Office file holds the parts of two programs. */
async function kindsOf(bytes: Uint8Array): Promise<string[]> {
  const type = await fileTypeFromBuffer(bytes);
  if (type?.ext === 'cfb') return oldOfficeKinds(bytes);
  return type ? [type.ext] : [];
}

// Entries of an old Office file's directory: the name in UTF-16, at a multiple of 128 bytes, where every sector begins.
const PARTS: [Kind, string][] = [
  ['doc', 'WordDocument\0'],
  ['xls', 'Workbook\0'],
  ['xls', 'Book\0'],
];
const ENTRY_BYTES = 128;

function oldOfficeKinds(bytes: Uint8Array): Kind[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = PARTS.filter(([, part]) => hasEntry(file, Buffer.from(part, 'utf16le'))).map(([kind]) => kind);
  return [...new Set(found)];
}

function hasEntry(file: Buffer, name: Buffer): boolean {
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
    if (at % ENTRY_BYTES === 0) return true;
  }
  return false;
}

/** Refuses an upload with one sentence, shown beside the file. */
export function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { message: sentence, fields: { file: sentence }, cause });
}
