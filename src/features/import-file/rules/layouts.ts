/**
 * Files of other products, as data: their headings, and the records that they do not export.
 * Headings that a layout does not know go to the columns step like any other.
 */
import { KIND_LABELS, KINDS } from '../kinds.ts';
import { plainHeading } from './headings.ts';

export type Layout = {
  id: string;
  name: string;
  /** Tested with a real file; otherwise based on the product's documentation. */
  tried: boolean;
  lost: readonly string[];
  /** A sheet is this product's if it has all headings of one of these. */
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
    // Order of files: arthuronline.co.uk/knowledgebase/importing-your-data.
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
    // rentila.co.uk/support, 'Account Export': a workbook with a sheet for each category.
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

/** The product that wrote the file; null if it is not known. */
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

/** The heading of the days that a rent sheet's months become. */
export const RENT_SHEET_DATE = 'Date of the month';
