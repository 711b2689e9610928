/** Kinds, fields and outcomes of a bulk import, apart from the schemas, which only the API and forms load. */
import type { Right } from '../../shared/rights.ts';

export const KINDS = ['properties', 'suppliers', 'tenants', 'transactions', 'certificates'] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_LABELS: Record<Kind, string> = {
  properties: 'Properties',
  suppliers: 'Suppliers',
  tenants: 'Tenants and tenancies',
  transactions: 'Transactions',
  certificates: 'Certificates',
};

/** The rights that a sheet of a kind needs, in addition to access to all properties. */
export const KIND_RIGHTS: Record<Kind, readonly Right[]> = {
  properties: ['properties.change'],
  suppliers: ['suppliers.change'],
  tenants: ['people.change', 'rent.change'],
  transactions: ['money.change'],
  certificates: ['properties.change'],
};

/** `depends`: the row needs another row, which is wrong or left out. */
export const OUTCOMES = ['new', 'changed', 'known', 'wrong', 'left_out', 'depends'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * `words` is text. `link` is a record, by Tenure's id, the file's own reference, or a name. `choice` is a value that is
 * mapped once for all rows.
 */
export type Form = 'words' | 'day' | 'money' | 'number' | 'choice' | 'link';

export type Field = { label: string; form: Form; required?: true };

const reference: Field = { label: 'Your reference', form: 'words' };
const tenureId: Field = { label: 'Tenure’s id', form: 'words' };
const property = { label: 'Property', form: 'link' } as const;
const propertyPostcode = { label: 'Postcode of the property', form: 'words' } as const;

/** Fields in the order of the templates. */
export const FIELDS = {
  properties: {
    tenureId,
    reference,
    address: { label: 'Address', form: 'words', required: true },
    city: { label: 'Town', form: 'words', required: true },
    postalCode: { label: 'Postcode', form: 'words', required: true },
    propertyType: { label: 'Type and bedrooms', form: 'choice', required: true },
    bedrooms: { label: 'Bedrooms', form: 'number' },
    bathrooms: { label: 'Bathrooms', form: 'number' },
    rent: { label: 'Rent a month', form: 'money', required: true },
    status: { label: 'Status', form: 'choice' },
    description: { label: 'Description', form: 'words' },
    keyType: { label: 'Key type', form: 'words' },
    keyCode: { label: 'Key code', form: 'words' },
    gasExpires: { label: 'Gas Safety, valid until', form: 'day' },
    gasIssued: { label: 'Gas Safety, issued', form: 'day' },
    electricalExpires: { label: 'Electrical report, valid until', form: 'day' },
    electricalIssued: { label: 'Electrical report, issued', form: 'day' },
    energyExpires: { label: 'Energy certificate, valid until', form: 'day' },
    energyIssued: { label: 'Energy certificate, issued', form: 'day' },
    licenceExpires: { label: 'Licence, valid until', form: 'day' },
    insuranceExpires: { label: 'Landlord insurance, valid until', form: 'day' },
  },
  suppliers: {
    tenureId,
    reference,
    name: { label: 'Company name', form: 'words', required: true },
    serviceType: { label: 'Service type', form: 'choice', required: true },
    contactPerson: { label: 'Contact person', form: 'words' },
    email: { label: 'Email', form: 'words', required: true },
    phone: { label: 'Phone', form: 'words', required: true },
    website: { label: 'Website', form: 'words' },
    address: { label: 'Address', form: 'words', required: true },
    notes: { label: 'Notes', form: 'words' },
  },
  tenants: {
    tenureId,
    reference,
    name: { label: 'Name', form: 'words', required: true },
    firstName: { label: 'First name', form: 'words' },
    lastName: { label: 'Surname', form: 'words' },
    email: { label: 'Email', form: 'words', required: true },
    phone: { label: 'Phone', form: 'words', required: true },
    property: { ...property, required: true },
    propertyPostcode,
    leaseStart: { label: 'Tenancy began', form: 'day', required: true },
    leaseEnd: { label: 'Fixed term ends', form: 'day' },
    rentAmount: { label: 'Rent a month', form: 'money' },
    depositAmount: { label: 'Deposit', form: 'money' },
    owed: { label: 'Owed until then', form: 'money' },
    movedOut: { label: 'Moved out', form: 'day' },
    guarantorName: { label: 'Guarantor’s name', form: 'words' },
    guarantorAddress: { label: 'Guarantor’s address', form: 'words' },
    guarantorPhone: { label: 'Guarantor’s phone', form: 'words' },
  },
  transactions: {
    reference,
    date: { label: 'Date', form: 'day', required: true },
    amount: { label: 'Amount', form: 'money', required: true },
    moneyIn: { label: 'Money in', form: 'money' },
    moneyOut: { label: 'Money out', form: 'money' },
    type: { label: 'Income or expense', form: 'choice', required: true },
    category: { label: 'Category', form: 'choice', required: true },
    description: { label: 'Description', form: 'words', required: true },
    status: { label: 'Paid or to pay', form: 'choice' },
    property,
    propertyPostcode,
    supplier: { label: 'Supplier', form: 'link' },
    tenant: { label: 'Tenant', form: 'link' },
  },
  certificates: {
    property: { ...property, required: true },
    propertyPostcode,
    name: { label: 'Certificate', form: 'choice', required: true },
    issueDate: { label: 'Issued', form: 'day' },
    expirationDate: { label: 'Valid until', form: 'day' },
    cost: { label: 'Cost', form: 'money' },
    providerName: { label: 'Provider', form: 'words' },
    notes: { label: 'Notes', form: 'words' },
    file: { label: 'File in the zip', form: 'words' },
  },
} as const satisfies Record<Kind, Record<string, Field>>;

export const fieldsOf = (kind: Kind): Readonly<Record<string, Field>> => FIELDS[kind];

/** Fields that replace a required field: a surname replaces a name, and money in and out an amount and its type. */
export const INSTEAD: Partial<Record<Kind, Record<string, readonly string[]>>> = {
  tenants: { name: ['lastName'] },
  transactions: { amount: ['moneyIn', 'moneyOut'], type: ['moneyIn', 'moneyOut'] },
};

/** The type for which the sign of the amount decides: a minus is an expense. */
export const BY_SIGN = 'sign';

export const MAX_ROWS = 100_000;
/** Maximum number of certificate files in an import. */
export const MAX_FILES = 500;

/** The meaning of a value whose rows are left out. */
export const LEAVE_OUT = 'leave_out';
/** The candidate that leaves an optional link empty. */
export const NONE = 'none';
/** The candidate that adds the missing record in a separate sheet, for all rows that name it. */
export const ADD = 'add';

/** The kinds that a link can add, by its field, and the fields to fill in. */
export const ADDED = {
  property: { kind: 'properties', fields: ['address', 'city', 'postalCode', 'propertyType', 'bedrooms', 'rent'] },
  supplier: { kind: 'suppliers', fields: ['name', 'serviceType', 'email', 'phone', 'address'] },
} as const satisfies Record<string, { kind: Kind; fields: readonly string[] }>;

export const addedName = (kind: Kind) => `${KIND_LABELS[kind]} to add`;
