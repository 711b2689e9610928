import { describe, expect, it } from 'vitest';
import {
  LAYOUTS,
  lockedPdf,
  longPdf,
  pdf,
  scannedPdf,
  scriptedPdf,
  truncatedPdf,
} from '../../../../test/fixtures/pdfs.ts';
import { createPdfReader, readPdf } from './reader.server.ts';

const today = '2026-11-23';
const ada = { owner: 'ada' };
const read = (bytes: Uint8Array, reader = readPdf) => reader({ bytes: new Uint8Array(bytes), today }, ada);

const CASES: [keyof typeof LAYOUTS, string, string, string, number][] = [
  ['shop', 'Harbour Plumbing Ltd', '3 Nov 2026', '33.99', 3399],
  ['builder', 'Firth & Sons Builders', '03/11/2026', '1,184.50', 118450],
  ['energy', 'Avon Power', '3rd November 2026', '222.00', 22200],
  ['till', 'Toolbox Direct', '03.11.26', '24.40', 2440],
  ['accounts', 'Clearview Services', '2026-11-03', '95.00', 9500],
];

describe('reading a PDF', () => {
  it.each(CASES)('finds supplier, date and total of the layout %s', async (layout, supplier, date, total, amount) => {
    const reply = await read(await pdf(LAYOUTS[layout]({ supplier, date, total })));
    expect(reply).toMatchObject({ reading: 'read', isCut: false, facts: { date: '2026-11-03', amount } });
    const found = reply.reading === 'read' ? reply.facts.supplier : '';
    expect(found?.toLowerCase()).toBe(supplier.toLowerCase());
  });

  it.each([
    ['locked', 'with a password', lockedPdf],
    ['broken', 'that ends early', truncatedPdf],
    ['scripted', 'with a script', scriptedPdf],
    ['no_text', 'of a scan', scannedPdf],
  ] as const)('returns %s for a file %s', async (reading, _, make) => {
    expect(await read(await make())).toEqual({ reading });
  });

  it('reads the first 20 of 25 pages', async () => {
    expect(await read(await longPdf())).toMatchObject({ reading: 'read', isCut: true, facts: { amount: 9500 } });
  });

  it('ends a file that takes too long, and reads the next one', async () => {
    const quick = createPdfReader({ milliseconds: 1, megabytes: 256 });
    expect(await read(await longPdf(), quick)).toEqual({ reading: 'too_large' });
    expect(await read(await longPdf())).toMatchObject({ reading: 'read' });
  });

  it('ends a file that takes too much memory', async () => {
    const small = createPdfReader({ milliseconds: 60_000, megabytes: 4 });
    expect(await read(await longPdf(), small)).toEqual({ reading: 'too_large' });
  });
});
