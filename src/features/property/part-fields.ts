/** Fields that certificates and invoices share: a sum in pence, and an uploaded file. */
import { z } from 'zod';
import { maybePence } from '../../shared/fields.ts';
import { optionalPence } from '../../shared/money.ts';
import { type BucketName, fileUrl, StoredFile } from '../file/file.ts';

export function maybeSum(label: string) {
  return {
    ...maybePence(label),
    input: optionalPence().describe('In pence'),
    stored: z.number().int().nullable().describe('In pence'),
  };
}

/** Sent as its url; the form keeps it whole, so that its name can be shown. */
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
    show: (file: { url: string } | null) => (file ? 'A file' : ''),
  };
}
