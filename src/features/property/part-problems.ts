/** Validates the rows and files of a sent property against the stored ones. */
import type { FieldErrors } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import { futureDays } from './documents.ts';
import type { PropertyInput } from './property.ts';

type ExistingPart = { id: string; url: string | null; replacedBy?: string | null };

/** Stored parts of a property and their files. */
export type Standing = {
  imageUrl: string | null;
  certificates: ExistingPart[];
  invoices: ExistingPart[];
  /** Sent files that the landlord owns, that are stored and not used by any row. */
  free: string[];
};

export const NO_PARTS_YET: Standing = { imageUrl: null, certificates: [], invoices: [], free: [] };

/** Urls of all files in the sent property. */
export function filesNamed({ imageUrl, certificates, invoices }: PropertyInput): string[] {
  return [imageUrl, ...[...certificates, ...invoices].map(({ file }) => file?.url)].filter(
    (url) => typeof url === 'string',
  );
}

/** Errors for parts and files that cannot be used, and for days that cannot be after `today`, by field. */
export function validateParts(input: PropertyInput, standing: Standing, today: string): FieldErrors {
  const { imageUrl, certificates, removedCertificates, invoices, removedInvoices } = input;
  const { free } = standing;
  const noPhoto = imageUrl !== null && imageUrl !== standing.imageUrl && !free.includes(imageUrl);
  const future = certificates.flatMap((certificate, place) =>
    futureDays(certificate, today).map((name) => [`certificates.${place}.${name}`, FUTURE] as const),
  );
  return {
    ...Object.fromEntries(future),
    ...validateRenewals(input, standing),
    ...(noPhoto && { imageUrl: NO_FILE }),
    ...validateRows(certificates, {
      stands: standing.certificates,
      removed: removedCertificates,
      free,
      names: { list: 'certificates', field: 'name', noun: 'certificate' },
    }),
    ...validateRows(invoices, {
      stands: standing.invoices,
      removed: removedInvoices,
      free,
      names: { list: 'invoices', field: 'description', noun: 'invoice' },
    }),
  };
}

const FUTURE = 'Enter today or an earlier date';

/** A certificate is renewed once: its replacement is renewed next. */
function validateRenewals({ certificates, removedCertificates }: PropertyInput, standing: Standing): FieldErrors {
  const fields: FieldErrors = {};
  const renewed = new Set<string>();
  const goes = new Set(removedCertificates.map((id) => id.toLowerCase()));
  for (const [place, { id, renews: sent }] of certificates.entries()) {
    if (!sent) continue;
    const renews = sent.toLowerCase();
    const old = standing.certificates.find((one) => one.id === renews && !goes.has(one.id));
    if (!old || id !== undefined) fields[`certificates.${place}.renews`] = gone('certificate');
    else if (old.replacedBy || renewed.has(renews)) fields[`certificates.${place}.renews`] = RENEWED;
    renewed.add(renews);
  }
  return fields;
}

const RENEWED = 'This certificate has been renewed. Reload the page to see the new one.';

type SentPart = { id?: string | undefined; file: { url: string } | null };
type Beside = Pick<Standing, 'free'> & {
  stands: ExistingPart[];
  removed: string[];
  names: { list: string; field: string; noun: string };
};

function validateRows(sent: SentPart[], { stands, removed, free, names }: Beside): FieldErrors {
  const fields: FieldErrors = {};
  const goes = new Set(removed.map((id) => id.toLowerCase()));
  const ids = new Set<string>();
  const urls = new Set<string>();
  // Files of removed rows can be reused.
  const freed = stands.flatMap(({ id, url }) => (goes.has(id) ? [url] : []));
  for (const [place, { id: sentId, file }] of sent.entries()) {
    const id = sentId?.toLowerCase();
    const own = stands.find((row) => row.id === id && !goes.has(row.id));
    if (id !== undefined) {
      if (!own) fields[`${names.list}.${place}.${names.field}`] = gone(names.noun);
      else if (ids.has(id)) fields[`${names.list}.${place}.${names.field}`] = `This ${names.noun} was sent twice.`;
      ids.add(id);
    }
    if (!file) continue;
    const there = own?.url === file.url || free.includes(file.url) || freed.includes(file.url);
    if (!there || urls.has(file.url)) fields[`${names.list}.${place}.file`] = NO_FILE;
    urls.add(file.url);
  }
  return fields;
}

const gone = (noun: string) => `This ${noun} has been deleted. Reload the page to see the current list.`;
