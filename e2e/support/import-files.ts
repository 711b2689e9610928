import { expect, type Locator, type Page } from '@playwright/test';
import { columnLetter, textCell, workbookOf } from '../../src/server/http/downloads/workbook.server.ts';

type Sheet = { name: string; rows: readonly (readonly string[])[] };

export function xlsxOf(...sheets: Sheet[]): Promise<Buffer> {
  return workbookOf(
    sheets.map(({ name, rows }) => ({
      name,
      widths: (rows[0] ?? []).map(() => 16),
      rows: rows.map((cells, row) => cells.map((text, at) => textCell(`${columnLetter(at)}${row + 1}`, text))),
    })),
  );
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Returns 40 lets in two sheets. Rows 3, 8, 15 and 22 of 'Houses' and row 11 of 'People' are incorrect. */
export function fortyLets(): Promise<Buffer> {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const houses = numbers.map((number) => [
    `${number} Mill Road`,
    'Leeds',
    `LS6 ${(number % 9) + 1}QN`,
    number % 2 ? '2 bed flat' : 'Terrace',
    number % 2 ? '' : '3',
    String(700 + number),
    `12/${pad((number % 12) + 1)}/2027`,
  ]);
  const wrong: [row: number, column: number, text: string][] = [
    [3, 2, 'LS16'],
    [8, 5, 'twelve hundred'],
    [15, 6, '31/06/2027'],
    [22, 5, '#REF!'],
  ];
  for (const [row, column, text] of wrong) houses[row - 2]?.splice(column, 1, text);
  const people = numbers.map((number) => [
    `Tenant ${number} Sand`,
    number === 10 ? 'no address' : `tenant${number}@sand.example`,
    `07700 9000${pad(number)}`,
    `${number} Mill Road`,
    `01/${pad((number % 12) + 1)}/2025`,
    String(700 + number),
  ]);
  return xlsxOf(
    { name: 'Houses', rows: [['Property', 'Town', 'P/code', 'Type', 'Beds', 'Rent', 'Gas expiry'], ...houses] },
    { name: 'People', rows: [['Tenant', 'Email', 'Mobile', 'House', 'Start', 'Rent pcm'], ...people] },
  );
}

export async function choosesSpreadsheet(page: Page, { name, bytes }: { name: string; bytes: Buffer }) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await choosing).setFiles({ name, mimeType: '', buffer: bytes });
}

export async function expectStep(page: Page, name: string): Promise<void> {
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
  await expect(step).toContainText(name);
}

export const stat = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Rows by outcome' }).getByRole('link', { name });
