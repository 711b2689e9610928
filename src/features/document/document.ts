import { z } from 'zod';
import { fields, maybeDay, maybeLongText, option, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { fileUrl, StoredFile } from '../file/file.ts';
import { UNREAD } from '../file/pdf/lines.ts';
import { DOCUMENT_LIST, DOCUMENT_TYPES, type DocumentType, LINK_KINDS, type LinkKind, TYPE_LABELS } from './listed.ts';

export const DOCUMENT = fields({
  title: text('Title', { min: 1, max: 200, message: 'Enter a title' }),
  type: option('Type', DOCUMENT_TYPES, {
    message: 'Choose a type',
    placeholder: 'Choose a type',
    show: (type) => TYPE_LABELS[type as DocumentType],
  }),
  day: { ...maybeDay('Date'), hint: 'The date on it.' },
  validUntil: maybeDay('Valid until'),
  note: maybeLongText('Note', { max: 2000 }),
});

const file = z.object({ url: fileUrl('documents') });

const LINK_FIELDS = LINK_KINDS.map((kind) => `${kind}Id` as const);
type LinkField = `${LinkKind}Id`;

/** A link to exactly one record, such as `{ propertyId }`. */
export const LinkInput = z
  .object(
    Object.fromEntries(LINK_FIELDS.map((name) => [name, z.uuid().optional()])) as Record<
      LinkField,
      z.ZodOptional<z.ZodUUID>
    >,
  )
  .refine((link) => LINK_FIELDS.filter((name) => link[name]).length === 1, 'Choose one record')
  .describe('Exactly one of them')
  .meta({ id: 'DocumentLinkInput' });
export type LinkInput = z.infer<typeof LinkInput>;

const MAX_LINKS = 50;

export const DocumentInput = DOCUMENT.input
  .extend({
    file: file.describe('The first version'),
    links: z.array(LinkInput).max(MAX_LINKS).default([]),
  })
  .meta({ id: 'DocumentInput' });
export type DocumentInput = z.infer<typeof DocumentInput>;

/** A withdrawn document remains as proof of service, but can no longer be served. */
export const DocumentChange = DOCUMENT.input
  .extend({ withdrawn: z.boolean().optional().describe('Left out: unchanged') })
  .meta({ id: 'DocumentChange' });
export type DocumentChange = z.infer<typeof DocumentChange>;

export const VersionInput = z
  .object({
    file,
    dates: DOCUMENT.input
      .pick({ day: true, validUntil: true })
      .optional()
      .describe('Of a renewal; left out: unchanged'),
  })
  .meta({ id: 'DocumentVersionInput' });
export type VersionInput = z.infer<typeof VersionInput>;

export const DocumentLink = z
  .object({
    id: z.uuid(),
    kind: z.enum(LINK_KINDS),
    recordId: z.uuid(),
    name: z.string().describe('Of the record: an address, a tenant’s name'),
  })
  .meta({ id: 'DocumentLink' });
export type DocumentLink = z.infer<typeof DocumentLink>;

const Given = z.object({
  id: z.uuid(),
  name: z.string().describe('Empty if the role does not see people'),
  day: z.string().describe('YYYY-MM-DD'),
  confirmed: z.boolean().describe('The recipient has confirmed it'),
});

const READINGS = ['read', ...UNREAD] as const;
const reading = z.enum(READINGS).nullable().describe('How its text was read; null until then, and for photos');

/** The file of a right-to-rent document has the document's address, which logs the view. */
const DocumentFile = StoredFile.meta({ id: 'DocumentFile' });

/** A document, or a file of a certificate, an invoice or a transaction, which is changed on that record. */
export const Document = DOCUMENT.record
  .omit({ note: true })
  .extend({
    kind: z.enum(['document', 'certificate', 'invoice', 'transaction']),
    hidden: z.boolean().describe('A right-to-rent document: each time it is opened is logged'),
    withdrawn: z.boolean(),
    number: z.number().int().describe('Number of the latest version'),
    pages: z.number().int().nullable(),
    reading,
    file: DocumentFile,
    links: z.array(DocumentLink),
    given: z.array(Given).describe('To whom it was given, the latest first; up to five'),
    around: z.string().nullable().describe('Text around the first match of a search; null if the title matches'),
  })
  .meta({ id: 'Document' });
export type Document = z.infer<typeof Document>;

const DocumentVersion = z
  .object({
    id: z.uuid(),
    number: z.number().int(),
    file: DocumentFile,
    pages: z.number().int().nullable(),
    reading,
    dateAdded: z.string(),
    addedBy: z.string().nullable().describe('Null if unknown'),
    served: z.boolean().describe('It was given to someone, so it cannot be deleted'),
  })
  .meta({ id: 'DocumentVersion' });
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const DocumentRecord = Document.extend({
  note: z.string(),
  versions: z.array(DocumentVersion).describe('The latest first'),
}).meta({ id: 'DocumentRecord' });
export type DocumentRecord = z.infer<typeof DocumentRecord>;

const link = z.uuid();
export const DocumentQuery = listSchema(DOCUMENT_LIST, {
  search: 'title or text, words by their stem and numbers exactly',
  more: {
    propertyId: link.describe('Documents of this property, its certificates, tenancies and tenants'),
    tenantId: link,
    tenancyId: link.describe('Documents of this tenancy or its tenants'),
    supplierId: link,
    repairId: link,
  },
});
export type DocumentQuery = z.output<typeof DocumentQuery>;

/** A document in the results of the search over all records. */
export const FoundDocument = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  around: z.string().nullable(),
});
export type FoundDocument = z.infer<typeof FoundDocument>;

export const GuessInput = z.object({ file }).meta({ id: 'DocumentGuessInput' });

const Known = z.object({
  kind: Document.shape.kind,
  id: z.uuid().describe('The document, or the record that keeps the file: a property or a transaction'),
  name: z.string(),
});

/** Proposals from the name and text of an upload, for the landlord to confirm. */
export const DocumentGuess = z
  .object({
    title: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    day: z.string().nullable().describe('YYYY-MM-DD'),
    validUntil: z.string().nullable().describe('YYYY-MM-DD'),
    property: z.object({ id: z.uuid(), address: z.string() }).nullable(),
    reading,
    known: Known.nullable().describe('The same file in the account'),
    sha256: z.string().describe('SHA-256 of the file, in hexadecimal'),
  })
  .meta({ id: 'DocumentGuess' });
export type DocumentGuess = z.infer<typeof DocumentGuess>;

const Source = z.object({ name: z.string(), link: z.string(), effectiveFrom: z.string(), jurisdiction: z.string() });

export const Tidy = z
  .object({
    items: z.array(
      Document.pick({ id: true, title: true, type: true, file: true }).extend({
        from: z.string().describe('The first day on which it may go, YYYY-MM-DD'),
        why: z.string(),
        source: Source.nullable().describe('Null for a time of the product’s or the landlord’s own'),
        hold: z.string().nullable().describe('Why it is still not proposed'),
      }),
    ),
    retention: z.array(
      z.object({
        type: z.enum(DOCUMENT_TYPES),
        usual: z.string().nullable().describe('The default in words; null if such documents are never proposed'),
        months: z.number().int().nullable().describe('Your own time; null for the default'),
      }),
    ),
  })
  .meta({ id: 'DocumentTidy' });
export type Tidy = z.infer<typeof Tidy>;

const MONTHS = 'Enter 1 to 1,200 months';
export const RetentionInput = z
  .object({
    type: z.enum(DOCUMENT_TYPES),
    months: z
      .number({ error: MONTHS })
      .int(MONTHS)
      .min(1, MONTHS)
      .max(1200, MONTHS)
      .nullable()
      .describe('Null for the default'),
  })
  .meta({ id: 'DocumentRetention' });
export type RetentionInput = z.infer<typeof RetentionInput>;

export const DOCUMENT_FORM = {
  schema: DOCUMENT.form,
  record: DocumentRecord,
  blank: DOCUMENT.blank,
  toForm: (record: DocumentRecord) => DOCUMENT.toForm(record),
  toInput: (output: z.output<typeof DOCUMENT.form>): DocumentChange => output,
  merge: DOCUMENT.merge,
};
