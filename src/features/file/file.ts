/** Files that landlords upload: where each kind goes, what it may be, and how a record names it. */
import { z } from 'zod';

/** The most a file may have: 20 MB. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** The longest side of a photo as it is kept, in pixels. */
export const MAX_SIDE = 2560;

/**
 * The same of a scan (a certificate, an invoice). A4 at 300 dots an inch is 2,480 by 3,508 and stays as it is, every word sharp;
 * what is larger came from a camera, or from a scanner set too fine.
 */
export const MAX_SCAN = 4000;

/** More than this is refused: opening it would take the memory of the whole server. Pixels. */
export const MAX_PIXELS = 64_000_000;

/** The same for pictures with 16 bits a colour, in bytes once opened: as much as 64 megapixels of 8 bits, see-through. */
export const MAX_PIXEL_BYTES = 4 * MAX_PIXELS;

/** The smaller pictures kept beside a photo, by their longest side in pixels: for the cards of a list, and for its rows. */
export const PHOTO_SIZES = { card: 960, thumb: 240 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;

/** The kinds of file, by extension, with the media type each is served as. */
export const FILE_TYPES = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type FileExtension = keyof typeof FILE_TYPES;

type Bucket = {
  accepts: readonly FileExtension[];
  /** Begins the name of a stored file. */
  prefix: string;
  /** Kept as JPEG in several sizes, for looking at; without it pictures are kept as documents. */
  photo: boolean;
};

/** Where documents go, under the specification's names. */
const DOCUMENTS = {
  'property-certificates': {
    accepts: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx'],
    prefix: 'certificate',
    photo: false,
  },
  'property-invoices': {
    accepts: ['pdf', 'jpg', 'jpeg', 'png', 'xls', 'xlsx', 'doc', 'docx'],
    prefix: 'invoice',
    photo: false,
  },
  'transaction-files': {
    accepts: ['pdf', 'jpg', 'jpeg', 'png', 'xls', 'xlsx', 'doc', 'docx'],
    prefix: 'transaction',
    photo: false,
  },
} as const satisfies Record<string, Bucket>;
export type DocumentBucket = keyof typeof DOCUMENTS;

/** Where the photos of a noun go: 'tenant_images'. */
export type PhotoBucket = `${string}_images`;
export type BucketName = DocumentBucket | PhotoBucket;
export const BUCKET_NAMES = [...Object.keys(DOCUMENTS), '{noun}_images'];

export function isBucket(name: string): name is BucketName {
  return Object.hasOwn(DOCUMENTS, name) || /^[a-z]{1,30}_images$/.test(name);
}

export function bucketOf(name: BucketName): Bucket {
  if (Object.hasOwn(DOCUMENTS, name)) return DOCUMENTS[name as DocumentBucket];
  return { accepts: ['jpg', 'jpeg', 'png'], prefix: name.replace(/_images$/, ''), photo: true };
}

/** How a record names one of its landlord's files of a bucket: '/api/files/{bucket}/{userId}/{name}'. */
export function fileUrl(bucket: BucketName) {
  return z
    .string()
    .max(300)
    .regex(new RegExp(`^/api/files/${bucket}/[0-9a-f-]{36}/[\\w.-]+$`), 'Please upload the file again')
    .describe(`Path of a file uploaded to ${bucket}`);
}

/** The toasts of an upload: kept, refused by the server, never arrived. */
export const FILE_MESSAGES = {
  uploaded: 'File uploaded successfully',
  refused: 'Failed to upload file',
  failed: 'Error uploading file',
} as const;

/** Answered where a record names a file that it may not. */
export const NO_FILE = 'This file is no longer there. Please add it again.';

/** A file wherever a record names it. */
export const StoredFile = z
  .object({
    url: z.string().describe('Path on this server; asks for the session again'),
    name: z.string().describe('As it was called when it was uploaded'),
    contentType: z.string(),
    bytes: z.number().int(),
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

/** A field for `fields` that holds an uploaded file: sent as its url; the form keeps it whole, so that its name can be shown. */
export function maybeFile(bucket: BucketName) {
  const url = fileUrl(bucket);
  return {
    kind: 'custom' as const,
    label: 'File',
    optional: true,
    input: z.object({ url }).nullable().default(null),
    form: StoredFile.extend({ url }).nullable(),
    stored: StoredFile.nullable(),
    blank: null as StoredFile | null,
    toForm: (file: { url: string } | null) => file as StoredFile | null,
    show: (file: { url: string; name?: string } | null) => (file ? (file.name ?? 'A file') : ''),
    // One file has one url, whichever answer told of it.
    same: (one: { url: string } | null, other: { url: string } | null) => one?.url === other?.url,
  };
}

/** The most characters a name is kept with; the database holds it to that too. */
const MAX_NAME = 255;

// Control characters, and those that turn the reading direction: with them 'fdp.exe' can be made to look like 'exe.pdf'.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** 'Gas 2026.PDF' → 'pdf'; '' where the name has no ending. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}

/**
 * A name as it is kept: without any folder before it ('../x.pdf', 'C:\\x.pdf'), without what cannot be seen, and of at most 255
 * characters with its ending. Quotes, emoji and other scripts stay.
 */
export function keptName(name: string): string {
  const last = name.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const characters = [...last];
  if (characters.length <= MAX_NAME) return last;
  const ending = [...`.${endingOf(last)}`];
  return [...characters.slice(0, MAX_NAME - ending.length), ...ending].join('');
}

/** The name to save a file under: as it was uploaded, with the ending of what it has become ('roof.png', kept as JPEG → 'roof.jpg'). */
export function savedName({ name, contentType }: { name: string; contentType: string }): string {
  const ending = endingOf(name);
  if (FILE_TYPES[ending as FileExtension] === contentType) return name;
  const [right = ''] = Object.entries(FILE_TYPES).find(([, type]) => type === contentType) ?? [];
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${right}`;
}

export const KIND_WORDS: Record<FileExtension, string> = {
  pdf: 'PDF',
  jpg: 'JPEG picture',
  jpeg: 'JPEG picture',
  png: 'PNG picture',
  doc: 'Word document',
  docx: 'Word document',
  xls: 'Excel spreadsheet',
  xlsx: 'Excel spreadsheet',
};

/** '1 byte', '412 kB', '1.2 MB', with 1,024 bytes to the kB as in MAX_FILE_BYTES. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = Math.round(bytes / 1024);
  if (kilobytes < 1000) return `${kilobytes} kB`;
  const megabytes = bytes / 1024 ** 2;
  return `${megabytes.toLocaleString('en-GB', { maximumFractionDigits: megabytes < 9.95 ? 1 : 0 })} MB`;
}

/** 'PDF, 412 kB'; the size alone for a type that is not ours. */
export function fileWords({ contentType, bytes }: { contentType: string; bytes: number }): string {
  const kind = Object.entries(KIND_WORDS).find(([extension]) => FILE_TYPES[extension as FileExtension] === contentType);
  return kind ? `${kind[1]}, ${sizeWords(bytes)}` : sizeWords(bytes);
}
