/** The zip for a council or a court: its limits, its index, and the last day to produce it. */
import { z } from 'zod';
import type { PdfDocument, PdfRow } from '../../../server/pdf/pdf-document.ts';
import { addDays, formatDay, formatInstantAsDay, formatInstantAsTime, isDay } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { DOCUMENT_TYPES, type DocumentType, TYPE_LABELS } from '../../document/listed.ts';
import { METHOD_WORDS, type Paper, type Served, STATE_LABELS, servedWhen } from '../served.ts';

export const MAX_FILES = 500;
export const MAX_BYTES = 1024 ** 3;

/** The source of the shortest time, 7 days: a council's request for an electrical report. */
export const PRODUCE_SOURCE: RuleSource = {
  name: 'Electrical safety standards, SI 2020/312, regulation 3',
  link: 'https://www.legislation.gov.uk/uksi/2020/312/regulation/3',
  effectiveFrom: '2020-07-01',
  jurisdiction: 'England',
};

export const lastDay = (askedOn: string) => addDays(askedOn, 7);

/** Types that councils and courts usually request, in the order of the index. */
export const USUAL_TYPES = [
  'gas',
  'electrical',
  'epc',
  'licence',
  'agreement',
  'written-statement',
  'deposit',
  'notice',
] as const satisfies readonly DocumentType[];

export const BundleQuery = z.object({
  tenancyId: z.uuid().optional(),
  propertyId: z.uuid().optional(),
  types: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(DOCUMENT_TYPES)).min(1).max(DOCUMENT_TYPES.length))
    .describe('Types of documents, separated by commas'),
});

export const AskedInput = z
  .object({
    tenancyId: z.uuid().nullable().default(null).describe('Or a property'),
    propertyId: z.uuid().nullable().default(null),
    askedOn: z.string().refine(isDay, 'Enter a date').nullable().describe('YYYY-MM-DD; null once it is answered'),
  })
  .refine(({ tenancyId, propertyId }) => tenancyId !== null || propertyId !== null, {
    path: ['tenancyId'],
    message: 'Choose a tenancy or a property',
  })
  .meta({ id: 'BundleAskedInput' });
export type AskedInput = z.infer<typeof AskedInput>;

/** A document's version, or a certificate's file. */
type Version = { title: string; type: string; sha256: string; path: string; served: Served[] };

export type Index = {
  place: string;
  types: readonly string[];
  versions: Version[];
  /** Paths in the zip of files of proof, by their address. */
  proofs: ReadonlyMap<string, string>;
  day: string;
};

/** Returns 'tenure-papers-14-rowan-street-leeds-ls6-2ab-2026-11-28.zip'. */
export function bundleName({ place, day }: Pick<Index, 'place' | 'day'>): string {
  const words = place.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `tenure-papers-${[words.join('-').slice(0, 60).replace(/-$/, ''), day].filter(Boolean).join('-')}.zip`;
}

export const missingTypes = (types: readonly string[], papers: readonly Pick<Paper, 'type'>[]) =>
  types.filter((type) => !papers.some((paper) => paper.type === type));

export const typeLabel = (type: string) => TYPE_LABELS[type as DocumentType];

/** Returns 'To 14 Chandos Terrace. Recorded. Arrival by the agreement: 30 Dec 2026'. */
function servedDetails(served: Served, proofs: Index['proofs']): string {
  const { address, state, confirmedAt, arrival, struckAt } = served;
  return [
    struckAt && `Struck out on ${formatInstantAsDay(struckAt)}: ${served.struckReason ?? ''}`,
    `To ${address}`,
    served.methodNote,
    confirmedAt
      ? `Confirmed by ${served.confirmedName ?? ''} on ${formatInstantAsDay(confirmedAt)}, ${formatInstantAsTime(confirmedAt)}`
      : STATE_LABELS[state],
    arrival ? `Arrival by the agreement: ${formatDay(arrival)}` : '',
    served.proof && `Proof: ${proofs.get(served.proof.url) ?? served.proof.name}`,
    served.stateNote,
    served.remark,
  ]
    .flatMap((text) => (text ? text.replace(/\.$/, '') : []))
    .join('. ');
}

function rowsOf({ title, type, sha256, path, served }: Version, proofs: Index['proofs']): PdfRow[] {
  const head: PdfRow = {
    cells: [typeLabel(type), title, '', ''],
    more: `${path}  SHA-256 ${sha256}`,
    bold: true,
  };
  if (served.length === 0) return [head, { cells: ['', 'No record that anyone was given this paper', '', ''] }];
  return [
    head,
    ...served.map((one) => ({
      cells: ['', one.recipient, METHOD_WORDS[one.method], servedWhen(one)],
      more: servedDetails(one, proofs),
    })),
  ];
}

export function indexDocument({ place, types, versions, proofs, day }: Index): PdfDocument {
  const missing = missingTypes(types, versions);
  return {
    title: 'Papers and proof of service',
    day,
    wide: true,
    facts: [
      { name: 'Home', value: place },
      { name: 'Papers', value: types.map(typeLabel).join(', ') },
      ...(missing.length > 0 ? [{ name: 'Not in this bundle', value: missing.map(typeLabel).join(', ') }] : []),
    ],
    columns: [
      { title: 'Kind', share: 0.16 },
      { title: 'Paper, or to whom', share: 0.48 },
      { title: 'How', share: 0.18 },
      { title: 'When', share: 0.18 },
    ],
    rows: versions.flatMap((version) => rowsOf(version, proofs)),
    foot: '‘By email’ means that the recipient’s mail server accepted it. Only a confirmation comes from the recipient.',
  };
}
