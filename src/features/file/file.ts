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
  /** What the name of a stored file begins with. */
  prefix: string;
  /** Kept as JPEG in several sizes, for looking at; without it pictures are kept as documents. */
  photo: boolean;
};

/** Where each kind of upload goes, under the specification's names. */
export const BUCKETS = {
  property_images: { accepts: ['jpg', 'jpeg', 'png'], prefix: 'property', photo: true },
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
  tenant_images: { accepts: ['jpg', 'jpeg', 'png'], prefix: 'tenant', photo: true },
  supplier_images: { accepts: ['jpg', 'jpeg', 'png'], prefix: 'supplier', photo: true },
} as const satisfies Record<string, Bucket>;
export type BucketName = keyof typeof BUCKETS;
/** Those whose files are for looking at. */
export type PhotoBucket = {
  [name in BucketName]: (typeof BUCKETS)[name]['photo'] extends true ? name : never;
}[BucketName];
export const BUCKET_NAMES = Object.keys(BUCKETS) as [BucketName, ...BucketName[]];

/** How a record names one of its landlord's files of a bucket: '/api/files/{bucket}/{userId}/{name}'. */
export function fileUrl(bucket: BucketName) {
  return z
    .string()
    .max(300)
    .regex(new RegExp(`^/api/files/${bucket}/[0-9a-f-]{36}/[\\w.-]+$`), 'Please upload the file again')
    .describe(`Path of a file uploaded to ${bucket}`);
}

/** What a record is told that names a file which is not there to be named. */
export const NO_FILE = 'This file is no longer there. Please add it again.';

/** A file as it is told wherever it is named. */
export const StoredFile = z
  .object({
    url: z.string().describe('Path on this server; asks for the session again'),
    name: z.string().describe('As it was called when it was uploaded'),
    contentType: z.string(),
    bytes: z.number().int(),
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.infer<typeof StoredFile>;
