import type { FieldErrors } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import { futureDays } from './documents.ts';
import type { PropertyInput } from './property.ts';

type ExistingPart = { id: string; url: string | null; replacedBy?: string | null };

export type StoredParts = {
  imageUrl: string | null;
  certificates: ExistingPart[];
  invoices: ExistingPart[];
  /** Files of the input that the landlord owns and no row uses. */
  free: string[];
};

export const NO_PARTS_YET: StoredParts = { imageUrl: null, certificates: [], invoices: [], free: [] };

export function filesNamed({ imageUrl, certificates, invoices }: PropertyInput): string[] {
  return [imageUrl, ...[...certificates, ...invoices].map(({ file }) => file?.url)].filter(
    (url) => typeof url === 'string',
  );
}

/** Returns errors by field for parts and files that cannot be used, and for dates that may not be after `today`. */
export function validateParts(input: PropertyInput, stored: StoredParts, today: string): FieldErrors {
  const { imageUrl, certificates, removedCertificates, invoices, removedInvoices } = input;
  const { free } = stored;
  const isPhotoUnusable = imageUrl !== null && imageUrl !== stored.imageUrl && !free.includes(imageUrl);
  const future = certificates.flatMap((certificate, index) =>
    futureDays(certificate, today).map((name) => [`certificates.${index}.${name}`, FUTURE] as const),
  );
  return {
    ...Object.fromEntries(future),
    ...validateRenewals(input, stored),
    ...(isPhotoUnusable && { imageUrl: NO_FILE }),
    ...validateRows(certificates, {
      storedRows: stored.certificates,
      removed: removedCertificates,
      free,
      names: { list: 'certificates', field: 'name', noun: 'certificate' },
    }),
    ...validateRows(invoices, {
      storedRows: stored.invoices,
      removed: removedInvoices,
      free,
      names: { list: 'invoices', field: 'description', noun: 'invoice' },
    }),
  };
}

const FUTURE = 'Enter today or an earlier date';

/** A certificate can be renewed only once. After that, its replacement can be renewed. */
function validateRenewals({ certificates, removedCertificates }: PropertyInput, stored: StoredParts): FieldErrors {
  const fields: FieldErrors = {};
  const renewed = new Set<string>();
  const removedIds = new Set(removedCertificates.map((id) => id.toLowerCase()));
  for (const [index, { id, renews: sent }] of certificates.entries()) {
    if (!sent) continue;
    const renews = sent.toLowerCase();
    const old = stored.certificates.find((certificate) => certificate.id === renews && !removedIds.has(certificate.id));
    if (!old || id !== undefined) fields[`certificates.${index}.renews`] = deletedText('certificate');
    else if (old.replacedBy || renewed.has(renews)) fields[`certificates.${index}.renews`] = RENEWED;
    renewed.add(renews);
  }
  return fields;
}

const RENEWED = 'This certificate has been renewed. Reload the page to see the new one.';

type SentPart = { id?: string | undefined; file: { url: string } | null };
type RowContext = Pick<StoredParts, 'free'> & {
  storedRows: ExistingPart[];
  removed: string[];
  names: { list: string; field: string; noun: string };
};

function validateRows(sent: SentPart[], { storedRows, removed, free, names }: RowContext): FieldErrors {
  const fields: FieldErrors = {};
  const removedIds = new Set(removed.map((id) => id.toLowerCase()));
  const ids = new Set<string>();
  const urls = new Set<string>();
  // Files of removed rows can be reused.
  const freed = storedRows.flatMap(({ id, url }) => (removedIds.has(id) ? [url] : []));
  for (const [index, { id: sentId, file }] of sent.entries()) {
    const id = sentId?.toLowerCase();
    const storedRow = storedRows.find((row) => row.id === id && !removedIds.has(row.id));
    if (id !== undefined) {
      if (!storedRow) fields[`${names.list}.${index}.${names.field}`] = deletedText(names.noun);
      else if (ids.has(id)) fields[`${names.list}.${index}.${names.field}`] = `This ${names.noun} was sent twice.`;
      ids.add(id);
    }
    if (!file) continue;
    const isUsable = storedRow?.url === file.url || free.includes(file.url) || freed.includes(file.url);
    if (!isUsable || urls.has(file.url)) fields[`${names.list}.${index}.file`] = NO_FILE;
    urls.add(file.url);
  }
  return fields;
}

const deletedText = (noun: string) => `This ${noun} has been deleted. Reload the page to see the current list.`;
