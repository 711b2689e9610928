/** Uploaded files: buckets, file types, limits and fields. */
import { z } from 'zod';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;

export const MAX_SIDE = 2560;

/** Longest side of a stored scan. A4 at 300 dpi is 2,480 by 3,508 and stays unscaled. */
export const MAX_SCAN = 4000;

/** Larger images are refused, as decoding one could exhaust the server's memory. Pixels. */
export const MAX_PIXELS = 64_000_000;

/** Decoded size limit for images with 16 bits a channel: 64 megapixels of 8-bit RGBA. */
export const MAX_PIXEL_BYTES = 4 * MAX_PIXELS;

/** Smaller sizes stored with a photo, by longest side in pixels, for cards and rows. */
export const PHOTO_SIZES = { card: 960, thumb: 240 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;
export const PHOTO_SIZE_NAMES = Object.keys(PHOTO_SIZES) as [PhotoSize, ...PhotoSize[]];

/** Extensions with the media type each is served as. */
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
  prefix: string;
  /** Stored as JPEG in several sizes; images in other buckets are stored as documents. */
  photo: boolean;
  /** Keeps when a photo was taken. */
  dated?: boolean;
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
  documents: {
    accepts: ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx'],
    prefix: 'document',
    photo: false,
  },
} as const satisfies Record<string, Bucket>;
export type DocumentBucket = keyof typeof DOCUMENTS;

/** Photos that are evidence. */
const DATED_BUCKET = 'inspection_images' satisfies PhotoBucket;

/** Where the photos of a noun go: 'tenant_images'. */
export type PhotoBucket = `${string}_images`;
export type BucketName = DocumentBucket | PhotoBucket;
export const BUCKET_NAMES = [...Object.keys(DOCUMENTS), '{noun}_images'];

export function isBucket(name: string): name is BucketName {
  return Object.hasOwn(DOCUMENTS, name) || /^[a-z]{1,30}_images$/.test(name);
}

export function bucketOf(name: BucketName): Bucket {
  if (Object.hasOwn(DOCUMENTS, name)) return DOCUMENTS[name as DocumentBucket];
  const prefix = name.replace(/_images$/, '');
  return { accepts: ['jpg', 'jpeg', 'png'], prefix, photo: true, dated: name === DATED_BUCKET };
}

/** Schema for a file's url: '/api/files/{bucket}/{userId}/{name}'. */
export function fileUrl(bucket: BucketName) {
  return z
    .string()
    .max(300)
    .regex(new RegExp(`^/api/files/${bucket}/[0-9a-f-]{36}/[\\w.-]+$`), 'Upload the file again')
    .describe(`Path of a file uploaded to ${bucket}`);
}

export const FILE_MESSAGES = {
  uploaded: 'File uploaded successfully',
  refused: 'Failed to upload file',
  failed: 'Error uploading file',
} as const;

/** A record refers to a file that is missing or not its landlord's. */
export const NO_FILE = 'We could not find this file. Add it again.';

export const StoredFile = z
  .object({
    url: z.string().describe('Path on this server, which needs the session'),
    name: z.string().describe('Original file name'),
    contentType: z.string(),
    bytes: z.number().int(),
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;

/** A field for `fields` with an uploaded file: sent as its url, while the form keeps the object to show its name. */
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
    // The url identifies a file.
    same: (one: { url: string } | null, other: { url: string } | null) => one?.url === other?.url,
  };
}

/** The same as a constraint in the database. */
const MAX_NAME = 255;

// Control and bidirectional characters, which could make 'fdp.exe' look like 'exe.pdf'.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** 'Gas 2026.PDF' → 'pdf'; '' without an extension. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}

/** Removes folders ('../x.pdf', 'C:\\x.pdf') and invisible characters, and limits it to 255 with the extension. */
export function keptName(name: string): string {
  const last = name.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const characters = [...last];
  if (characters.length <= MAX_NAME) return last;
  const ending = [...`.${endingOf(last)}`];
  return [...characters.slice(0, MAX_NAME - ending.length), ...ending].join('');
}

/** The download name, with the extension of the stored type ('roof.png' stored as JPEG → 'roof.jpg'). */
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

/** '1 byte', '412 kB', '1.2 MB', with 1,024 bytes per kB. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = Math.round(bytes / 1024);
  if (kilobytes < 1000) return `${kilobytes} kB`;
  const megabytes = bytes / 1024 ** 2;
  return `${megabytes.toLocaleString('en-GB', { maximumFractionDigits: megabytes < 9.95 ? 1 : 0 })} MB`;
}

/** 'PDF, 412 kB', or only the size for an unknown type. */
export function describeFile({ contentType, bytes }: { contentType: string; bytes: number }): string {
  const kind = Object.entries(KIND_WORDS).find(([extension]) => FILE_TYPES[extension as FileExtension] === contentType);
  return kind ? `${kind[1]}, ${formatFileSize(bytes)}` : formatFileSize(bytes);
}
