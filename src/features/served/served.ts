/** Schemas of served papers. A row is one version of a document, given to one person in one way. */
import { z } from 'zod';
import { formatInstantAsDay, formatInstantAsTime, isDay } from '../../shared/dates.ts';
import { fileUrl, StoredFile } from '../file/file.ts';
import { ARRIVAL_RULES } from '../tenancy/papers.ts';

export const METHODS = ['email', 'by-hand', 'left-at-address', 'first-class', 'signed-for', 'other'] as const;
export type Method = (typeof METHODS)[number];

export const METHOD_LABELS: Record<Method, string> = {
  email: 'Email, with the file attached',
  'by-hand': 'By hand',
  'left-at-address': 'Left at the address',
  'first-class': 'First class post',
  'signed-for': 'Signed for post',
  other: 'Another way',
};

/** Used in a sentence after the person's name. */
export const METHOD_WORDS: Record<Method, string> = {
  email: 'by email',
  'by-hand': 'by hand',
  'left-at-address': 'left at the address',
  'first-class': 'by first class post',
  'signed-for': 'by signed for post',
  other: 'another way',
};

export const RECIPIENT_KINDS = ['tenant', 'relevant-person', 'council', 'other'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

export const RECIPIENT_LABELS: Record<RecipientKind, string> = {
  tenant: 'Tenant',
  'relevant-person': 'Paid the deposit',
  council: 'Council',
  other: 'Somebody else',
};

const SERVED_STATES = ['recorded', 'sending', 'handed-over', 'refused', 'confirmed'] as const;
export type ServedState = (typeof SERVED_STATES)[number];

/** Avoids the words delivered, opened and read, which a mail server's acceptance does not prove. */
export const STATE_LABELS: Record<ServedState, string> = {
  recorded: 'Recorded',
  sending: 'Being sent',
  'handed-over': 'Handed over to the mail server',
  refused: 'Refused by the mail server',
  confirmed: 'Confirmed by the recipient',
};

/** How papers may be served under the agreement; stored with the tenancy. */
export const ServiceMethod = z.object({
  method: z.string(),
  rule: z.enum(ARRIVAL_RULES).nullish(),
  time: z.string().nullish(),
});
export type ServiceMethod = z.infer<typeof ServiceMethod>;

const MAX_PAPERS = 20;
const MAX_RECIPIENTS = 20;

const Recipient = z.object({
  kind: z.enum(RECIPIENT_KINDS, 'Choose who receives it'),
  tenantId: z.uuid().nullable().default(null).describe('The tenant, whose name is used'),
  name: z.string().trim().max(200, 'Use 200 characters or fewer').default(''),
  address: z
    .string({ error: 'Enter the address' })
    .trim()
    .min(1, 'Enter the address')
    .max(500, 'Use 500 characters or fewer')
    .describe('An email address if the method is email'),
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const maybe = (schema: z.ZodType<string, string>) => schema.nullable().default(null);

export const ServedInput = z
  .object({
    versionIds: z
      .array(z.uuid(), { error: 'Choose a paper' })
      .min(1, 'Choose a paper')
      .max(MAX_PAPERS, `Choose up to ${MAX_PAPERS} papers`)
      .describe('Document versions'),
    tenancyId: maybe(z.uuid()).describe('Or a property'),
    propertyId: maybe(z.uuid()),
    recipients: z
      .array(Recipient, { error: 'Choose who receives it' })
      .min(1, 'Choose who receives it')
      .max(MAX_RECIPIENTS, `Choose up to ${MAX_RECIPIENTS} people`),
    method: z.enum(METHODS, 'Choose how'),
    methodNote: z.string().trim().max(200, 'Use 200 characters or fewer').default(''),
    day: maybe(z.string().refine(isDay, 'Enter a date')).describe('Unless it is emailed now'),
    time: maybe(z.string().regex(TIME, 'Enter a time such as 14:30')).describe('In London; null if it is not known'),
    message: z
      .string()
      .trim()
      .max(2000, 'Use 2,000 characters or fewer')
      .default('')
      .describe('Your words in the email'),
    proof: z
      .object({ url: fileUrl('documents') })
      .nullable()
      .default(null)
      .describe('A photo or receipt'),
  })
  .superRefine((input, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (!input.tenancyId && !input.propertyId) refuse(['tenancyId'], 'Choose a tenancy or a property');
    if (input.method === 'other' && !input.methodNote) refuse(['methodNote'], 'Enter how it was given');
    if (input.method !== 'email' && !input.day) refuse(['day'], 'Enter the day');
    if (new Set(input.versionIds).size < input.versionIds.length) refuse(['versionIds'], 'Choose each paper once');
    for (const [place, { kind, tenantId, name, address }] of input.recipients.entries()) {
      if (kind === 'tenant' && !tenantId) refuse(['recipients', place, 'tenantId'], 'Choose the tenant');
      if (kind !== 'tenant' && !name) refuse(['recipients', place, 'name'], 'Enter the name');
      if (input.method === 'email' && !z.email().max(254).safeParse(address).success)
        refuse(['recipients', place, 'address'], 'Enter an email address');
    }
  })
  .meta({ id: 'ServedInput' });
export type ServedInput = z.infer<typeof ServedInput>;

const instant = z.string().describe('ISO 8601');

export const Served = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    documentId: z.uuid(),
    versionId: z.uuid(),
    title: z.string(),
    type: z.string(),
    versionNumber: z.number().int(),
    sha256: z.string().describe('SHA-256 of the file, in hexadecimal'),
    tenancyId: z.uuid().nullable(),
    propertyId: z.uuid().nullable(),
    tenantId: z.uuid().nullable(),
    recipient: z.string(),
    recipientKind: z.enum(RECIPIENT_KINDS),
    method: z.enum(METHODS),
    methodNote: z.string(),
    address: z.string(),
    servedAt: instant.describe('Of an email: when it was handed over to the mail server'),
    timed: z.boolean().describe('False if only the day is known'),
    arrival: z.string().nullable().describe('By the rule of the tenancy; null if it is not computed'),
    arrivalRule: z.string().nullable(),
    remark: z.string(),
    state: z.enum(SERVED_STATES),
    stateNote: z.string(),
    proof: StoredFile.nullable(),
    servedBy: z.string().nullable(),
    linkId: z.uuid().nullable(),
    confirmedAt: instant.nullable(),
    confirmedName: z.string().nullable(),
    confirmedFrom: z.string().nullable().describe('Network address'),
    struckAt: instant.nullable(),
    struckReason: z.string().nullable(),
  })
  .meta({ id: 'Served' });
export type Served = z.infer<typeof Served>;

export const ServedAdded = z.object({ id: z.uuid(), items: z.array(Served) }).meta({ id: 'ServedAdded' });
export type ServedAdded = z.infer<typeof ServedAdded>;

export const ServedQuery = z.object({
  tenancyId: z.uuid().optional(),
  propertyId: z.uuid().optional(),
  documentId: z.uuid().optional(),
});
export type ServedQuery = z.infer<typeof ServedQuery>;

export const StrikeInput = z.object({
  reason: z.string().trim().min(1, 'Enter the reason').max(500, 'Use 500 characters or fewer'),
});

/** The scope of a list of papers: a tenancy, or a property with its current tenancies. */
export const PlaceQuery = z.object({ tenancyId: z.uuid().optional(), propertyId: z.uuid().optional() });
export type Place = z.infer<typeof PlaceQuery>;

export const Person = z.object({
  kind: z.enum(RECIPIENT_KINDS),
  tenantId: z.uuid().nullable(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  tenancyId: z.uuid().nullable(),
});
export type Person = z.infer<typeof Person>;

export const Paper = z
  .object({
    documentId: z.uuid(),
    title: z.string(),
    type: z.string(),
    day: z.string().nullable(),
    withdrawn: z.boolean(),
    versionId: z.uuid(),
    versionNumber: z.number().int(),
    name: z.string(),
    url: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
    served: z.array(Served).describe('Service of all versions, newest first'),
    missing: z.array(Person).describe('People who must have the latest version and have not been given it'),
  })
  .meta({ id: 'Paper' });
export type Paper = z.infer<typeof Paper>;

/** A certificate whose file is not a document, so that its service cannot be recorded. */
export const CertificateFile = z
  .object({
    id: z.uuid(),
    title: z.string(),
    type: z.string(),
    day: z.string().nullable().describe('When it was issued, YYYY-MM-DD'),
    bytes: z.number().int(),
    sha256: z.string(),
  })
  .meta({ id: 'CertificateFile' });
export type CertificateFile = z.infer<typeof CertificateFile>;

export const Papers = z
  .object({
    items: z.array(Paper),
    certificates: z.array(CertificateFile).describe('Certificates of the property whose file is not a document'),
    people: z.array(Person).describe('Possible recipients'),
    askedOn: z.string().nullable().describe('When a council or a court asked for them, YYYY-MM-DD'),
  })
  .meta({ id: 'Papers' });
export type Papers = z.infer<typeof Papers>;

export const MissingPapers = z
  .object({
    papers: z.number().int().describe('Papers that someone must have and was not given, once for each home'),
    homes: z
      .array(z.object({ propertyId: z.uuid().nullable(), tenancyId: z.uuid(), name: z.string() }))
      .describe('With such papers; up to 1,000'),
  })
  .meta({ id: 'MissingPapers' });
export type MissingPapers = z.infer<typeof MissingPapers>;

export const TEXTS = {
  notFound: 'We could not find this entry.',
  noPlace: 'We could not find this tenancy or property.',
  noPaper: 'One of these documents no longer exists. Choose again.',
  noTenant: 'This person is not a tenant of the tenancy.',
  struck: 'This entry has already been struck out.',
  future: 'This is in the future. Enter when it was given.',
  notServed: 'Do not give right to rent documents to anyone.',
  tooLarge: 'These files are too large for one email, which holds 7 MB. Send fewer, or give them another way.',
} as const;

/** Returns '24 Dec 2026, 16:29', or only the day. */
export function servedWhen({ servedAt, timed }: Pick<Served, 'servedAt' | 'timed'>): string {
  const day = formatInstantAsDay(servedAt);
  return timed ? `${day}, ${formatInstantAsTime(servedAt)}` : day;
}

/** Whether the paper was served, and the entry neither refused nor struck out. Some duties exclude some methods. */
export function isGiven({ state, struckAt }: Pick<Served, 'state' | 'struckAt'>): boolean {
  return state !== 'refused' && struckAt === null;
}
