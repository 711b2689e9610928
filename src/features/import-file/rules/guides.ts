/** Guides for moving from another product or a spreadsheet, based only on the product's public documentation. */
import { LAYOUTS } from './layouts.ts';

export type Guide = {
  id: string;
  name: string;
  /** Address of the product’s public documentation; null without one. */
  source: string | null;
  steps: readonly string[];
  over: readonly string[];
  lost: readonly string[];
};

const CHECK = 'Upload the file here, and check each column: we only know the headings in its documentation.';
const lostOf = (id: string) => LAYOUTS.find((layout) => layout.id === id)?.lost ?? [];

export const GUIDES: readonly Guide[] = [
  {
    id: 'spreadsheet',
    name: 'A spreadsheet of your own',
    source: null,
    steps: [
      'Give each column a heading, such as Address, Town, Postcode and Rent. A title above the headings is fine.',
      'Keep one kind of record in a sheet. You can also have a property and its tenant in each row.',
      'Save it as XLSX or CSV, and upload it here. Your rows are saved only after you have checked them.',
      'Correct cells on screen, or download only the rows with errors, then upload them again.',
    ],
    over: ['Properties', 'Suppliers', 'Tenants and their tenancies', 'Transactions', 'Certificates and their files'],
    lost: ['Pictures and links in cells', 'Comments and colours', 'Hidden formulas: we read what they show'],
  },
  {
    id: 'rent-sheet',
    name: 'A rent sheet with a month in each column',
    source: null,
    steps: [
      'Keep a property or tenant in each row, and a month in each column: Jan 26, February 2026 or April.',
      'Include the year in a heading, in the name of the sheet or in a title above the headings.',
      'Import your properties and tenants first. Then upload the rent sheet.',
    ],
    over: ['A rent payment for each filled cell', 'Its property and tenant, by name'],
    lost: lostOf('rent-sheet'),
  },
  {
    id: 'arthur',
    name: 'Arthur',
    source: 'arthuronline.co.uk/knowledgebase/importing-your-data',
    steps: [
      'In Arthur, make a custom report for each of these: properties, units, tenancies, tenants and transactions.',
      'Download each report as CSV.',
      'Upload them in this order, one import for each file.',
      CHECK,
    ],
    over: ['Properties and units', 'Tenants and their tenancies', 'Transactions'],
    lost: lostOf('arthur'),
  },
  {
    id: 'rentila',
    name: 'Rentila',
    source: 'rentila.co.uk/support/archives/category/account',
    steps: [
      'In Rentila, choose My Account, then Account Export.',
      'Choose Properties, Tenants, Rentals and Finances, and the Excel format.',
      'Open the .xls file in Excel or LibreOffice, and save it as XLSX.',
      CHECK,
    ],
    over: ['Properties', 'Tenants and their tenancies', 'Transactions'],
    lost: lostOf('rentila'),
  },
  {
    id: 'patma',
    name: 'PaTMa',
    source: 'patma.co.uk/docs/manager/how-to/download-rent-record',
    steps: [
      'In PaTMa, choose a property from Portfolio, then Tenancies, then the eye next to a tenancy.',
      'Choose Rent, and download its record as CSV. You get a file for each tenancy.',
      'Import your properties and tenants from a spreadsheet first. Then upload each record.',
      'When you match columns, choose the property for all rows.',
    ],
    over: ['Rent payments'],
    lost: ['Properties and tenants: its documentation has no export of them', 'Documents and reminders'],
  },
  {
    id: 'other',
    name: 'Landlord Studio, Landlord Vision and others',
    source: null,
    steps: [
      'Download its reports or lists as Excel or CSV. We found no public list of their columns.',
      'Save an old .xls file as XLSX.',
      'Upload properties first, then tenants, then transactions.',
      'Choose what each column is. We remember it for the next file with these headings.',
    ],
    over: ['The records in your file: properties, suppliers, tenants, transactions or certificates'],
    lost: ['Documents and pictures, except certificates in a zip', 'Reminders, messages and inventories'],
  },
];
