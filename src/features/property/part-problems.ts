/** The rows and files of a sent property that cannot be saved, given the stored ones. */
import type { FieldErrors } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import type { PropertyInput } from './property.ts';

type StandingPart = { id: string; url: string | null };

/** The stored parts of a property with the files they name. */
export type Standing = {
  imageUrl: string | null;
  certificates: StandingPart[];
  invoices: StandingPart[];
  /** Of the files that are sent: the landlord's own, wholly stored and named by no row. */
  free: string[];
};

/** A property that is not there yet. */
export const NOTHING_STANDS: Standing = { imageUrl: null, certificates: [], invoices: [], free: [] };

/** Every file that the sent property names, by its url. */
export function filesNamed({ imageUrl, certificates, invoices }: PropertyInput): string[] {
  return [imageUrl, ...[...certificates, ...invoices].map(({ file }) => file?.url)].filter(
    (url) => typeof url === 'string',
  );
}

/** A sentence for each field that names a part or a file which is not there to be named; empty where all is well. */
export function partProblems(input: PropertyInput, standing: Standing): FieldErrors {
  const { imageUrl, certificates, removedCertificates, invoices, removedInvoices } = input;
  const { free } = standing;
  const noPhoto = imageUrl !== null && imageUrl !== standing.imageUrl && !free.includes(imageUrl);
  return {
    ...(noPhoto && { imageUrl: NO_FILE }),
    ...rowProblems(certificates, {
      stands: standing.certificates,
      removed: removedCertificates,
      free,
      names: { list: 'certificates', field: 'name', noun: 'certificate' },
    }),
    ...rowProblems(invoices, {
      stands: standing.invoices,
      removed: removedInvoices,
      free,
      names: { list: 'invoices', field: 'description', noun: 'invoice' },
    }),
  };
}

type SentPart = { id?: string | undefined; file: { url: string } | null };
type Beside = Pick<Standing, 'free'> & {
  stands: StandingPart[];
  removed: string[];
  names: { list: string; field: string; noun: string };
};

function rowProblems(sent: SentPart[], { stands, removed, free, names }: Beside): FieldErrors {
  const fields: FieldErrors = {};
  const goes = new Set(removed.map((id) => id.toLowerCase()));
  const ids = new Set<string>();
  const urls = new Set<string>();
  // A file of a row that this save removes is free for another.
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

const gone = (noun: string) => `This ${noun} is no longer there. Reload the page to see what is.`;
