import { z } from 'zod';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Longest side of a stored photo, in pixels. */
export const MAX_SIDE = 2560;

/** Longest side of a stored scan, in pixels. A4 at 300 dpi has 2,480 by 3,508 and stays unscaled. */
export const MAX_SCAN = 4000;

/** Images with more pixels are refused, as decoding them could exhaust the server's memory. */
export const MAX_PIXELS = 64_000_000;

/** Limit on decoded images with 16 bits a channel: the bytes of 64 megapixels in 8-bit RGBA. */
export const MAX_PIXEL_BYTES = 4 * MAX_PIXELS;

/** Smaller sizes stored with a photo, by longest side in pixels, for cards and rows. */
export const PHOTO_SIZES = { card: 960, thumb: 240 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;
export const PHOTO_SIZE_NAMES = Object.keys(PHOTO_SIZES) as [PhotoSize, ...PhotoSize[]];

/** Media types under which files are served, by extension. */
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
  /** Whether images are stored as JPEG in several sizes; otherwise they keep their format. */
  photo: boolean;
  /** Whether the time in a photo's EXIF data is stored. */
  dated?: boolean;
};

/** Buckets of documents, under the specification's names. */
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

/** Inspection photos are evidence, so the time at which they were taken matters. */
const DATED_BUCKET = 'inspection_images' satisfies PhotoBucket;

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

/** Shown if a record refers to a file that is missing or belongs to another landlord. */
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

/** Returns a field with an uploaded file, for `fields`. Only the url is sent; the form shows the rest. */
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

/** In characters. A constraint of the database has the same maximum. */
const MAX_NAME = 255;

// Control and bidirectional characters, which could make 'fdp.exe' look like 'exe.pdf'.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** 'Gas 2026.PDF' → 'pdf'; '' without an extension. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}

/** Removes folders ('../x.pdf', 'C:\\x.pdf') and invisible characters. Truncates long names, but not the extension. */
export function keptName(name: string): string {
  const last = name.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const characters = [...last];
  if (characters.length <= MAX_NAME) return last;
  const ending = [...`.${endingOf(last)}`];
  return [...characters.slice(0, MAX_NAME - ending.length), ...ending].join('');
}

/** Returns the download name, with the extension of the stored type ('roof.png' stored as JPEG → 'roof.jpg'). */
export function savedName({ name, contentType }: { name: string; contentType: string }): string {
  const ending = endingOf(name);
  if (FILE_TYPES[ending as FileExtension] === contentType) return name;
  const [extension = ''] = Object.entries(FILE_TYPES).find(([, type]) => type === contentType) ?? [];
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${extension}`;
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
