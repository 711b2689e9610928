/** Reasons to refuse a file, each with a next step. */
import { MAX_FILES, MAX_ROWS } from '../kinds.ts';
import { MAX_COLUMNS, MAX_SHEETS } from './source.ts';

const rows = MAX_ROWS.toLocaleString('en-GB');
const TAKES = `Upload an XLSX or CSV file of up to 20 MB and ${rows} rows.`;

export const REFUSED = {
  empty: 'This file is empty. Choose a file with rows.',
  numbers: `Tenure cannot read Numbers files. ${TAKES} In Numbers, choose File, Export To, Excel.`,
  openDocument: `Tenure cannot read an OpenDocument file. ${TAKES} In LibreOffice, choose File, Save As, Excel 2007–365 (.xlsx).`,
  oldExcel: `Tenure cannot read an old Excel file (.xls). ${TAKES} In Excel, choose File, Save As, Excel Workbook (.xlsx).`,
  binary: `Tenure cannot read a binary Excel file (.xlsb). ${TAKES} In Excel, choose File, Save As, Excel Workbook (.xlsx).`,
  password: 'This file has a password. Open it in Excel, choose File, Info, Protect Workbook, and remove the password.',
  pdf: `This is a PDF. ${TAKES} Export the list from the program you used to make it.`,
  word: `This is a Word document. ${TAKES} Copy the table into Excel and save it there.`,
  picture: `This is a picture. ${TAKES}`,
  webPage:
    'This is a web page, although its name may end in .xls. Open it in Excel and choose File, Save As, Excel Workbook (.xlsx).',
  notWorkbook: `This is a zip file, not a workbook. ${TAKES} Unpack it and choose a spreadsheet in it.`,
  notText: `Tenure cannot read this file. ${TAKES}`,
  damaged: 'This workbook is damaged. Open it in Excel, save it again, and upload the new file.',
  unpacked:
    'This workbook is too large when it is unpacked. Delete sheets and columns that you do not need, and save it again.',
  tooMany: `This file has more than ${rows} rows. Split it and import each part.`,
  tooWide: `This file has more than ${MAX_COLUMNS} columns. Delete the ones you do not need.`,
  tooManySheets: `This workbook has more than ${MAX_SHEETS} sheets. Delete the ones you do not need.`,
  longLine:
    'This file has a line of more than 20,000 characters or 200 columns. It may be damaged. Open it in Excel and save it as XLSX.',
  noHeadings:
    'We could not find any headings. The first row needs a heading above each column, such as Address, Town and Postcode.',
  noRows: 'There are no rows below the headings. Add rows and upload the file again.',
  oneColumn: 'We only found one column. Separate columns with commas, semicolons or tabs, or save the file as XLSX.',
  notZip: 'This is not a zip file. Put your certificates in one zip file, then choose it.',
  damagedZip: 'This zip file is damaged. Make a new one.',
  outside: 'This zip file has a file name that we cannot accept. Make a new one with only your files in it.',
  tooManyFiles: `You can import up to ${MAX_FILES} files at once. Remove the files that your rows do not name.`,
  largeFiles: 'This zip has a file larger than 20 MB, or more than 200 MB in total. Make the files smaller.',
  sameNames: 'Two files in this zip have the same name. Rename one of them.',
  tooSlow: 'This file takes too long to read. Split it and import each part.',
  tooLarge: 'This file needs too much memory to read. Split it and import each part.',
};

export const brokenRow = (row: number, fault: string) =>
  `Row ${row}: ${fault}. Correct the row in your spreadsheet, then upload it again.`;
