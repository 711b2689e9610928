/** Files of other products, as data: their headings, and the records that they do not export. */
import { KIND_LABELS, KINDS } from '../kinds.ts';
import { plainHeading } from './headings.ts';

export type Layout = {
  id: string;
  name: string;
  /** Whether the layout was tested with a real file; otherwise it is based on the product's documentation. */
  tried: boolean;
  lost: readonly string[];
  /** Sets of headings. A sheet that has all headings of one set is from this product. */
  known: readonly (readonly string[])[];
};

const RENT_SHEET = 'rent-sheet';
const TEMPLATE = 'template';

export const LAYOUTS: readonly Layout[] = [
  {
    id: TEMPLATE,
    name: 'Tenure’s template',
    tried: true,
    lost: [],
    known: [],
  },
  {
    // Source of the headings: arthuronline.co.uk/knowledgebase/importing-your-data.
    id: 'arthur',
    name: 'Arthur',
    tried: false,
    lost: ['Owners and their statements', 'Recurring charges', 'Documents and pictures', 'Notes and tasks'],
    known: [
      ['Unit Ref', 'Property Ref'],
      ['Tenancy Ref', 'Unit Ref'],
      ['Tenancy Reference', 'Unit Reference'],
    ],
  },
  {
    // rentila.co.uk/support, 'Account Export', describes a workbook with a sheet for each category.
    id: 'rentila',
    name: 'Rentila',
    tried: false,
    lost: ['Documents and pictures', 'Tasks and messages', 'Inventories'],
    known: [],
  },
  {
    id: RENT_SHEET,
    name: 'A rent sheet with a month in each column',
    tried: false,
    lost: ['The day in the month: each sum is dated the first'],
    known: [],
  },
];

type Sheet = { name: string; headings: readonly string[] };

const RENTILA_SHEETS = ['properties', 'tenants', 'rentals', 'finances', 'tasks'];

/** The id of the product that wrote the file; null if it is not recognised. */
export function layoutOf(sheets: readonly Sheet[]): string | null {
  const names = sheets.map(({ name }) => name.toLowerCase());
  if (RENTILA_SHEETS.filter((name) => names.includes(name)).length >= 3 && names.includes('rentals')) return 'rentila';
  if (sheets.every(({ name }) => KINDS.some((kind) => KIND_LABELS[kind] === name))) return TEMPLATE;
  if (sheets.some(({ headings }) => headings.includes(RENT_SHEET_DATE))) return RENT_SHEET;
  const plain = sheets.map(({ headings }) => headings.map(plainHeading));
  const has = (known: readonly string[]) =>
    plain.some((headings) => known.every((one) => headings.includes(plainHeading(one))));
  return LAYOUTS.find(({ known }) => known.some(has))?.id ?? null;
}

/** The heading of the column of days that replaces the columns of months. */
export const RENT_SHEET_DATE = 'Date of the month';
