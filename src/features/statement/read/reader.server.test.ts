import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';
import { PART } from './job.ts';
import { createReader, reader } from './reader.server.ts';
import { MAX_LINE_LENGTH, REFUSED, tooLong, tooWide } from './statement.ts';
import type { StoredLine } from './stored-line.server.ts';

const HEAD = 'Number,Date,Account,Amount,Subcategory,Memo\n';
const LINE = ',24/08/2026,20-45-12 12341185,-1.00,,GAS\n';
const secret = 'a secret of this test, long enough';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const job = (text: string) =>
  ({ file: { bytes: bytesOf(text) }, secret, today: '2026-11-22', answer: undefined }) as const;
const ada = { owner: 'ada' };

const reasonOf = async (text: string, read = reader) => {
  const { statement } = await read.readStatement(job(text), ada);
  return statement.kind === 'refused' ? statement.reason : statement.kind;
};

describe('The reading thread', () => {
  it('returns all lines, in parts', async () => {
    const { statement, parts } = await reader.readStatement(job(HEAD + LINE.repeat(2 * PART + 1)), ada);
    expect(statement).toMatchObject({ kind: 'lines', name: 'Barclays', readable: 2 * PART + 1 });
    const lines = parts.flatMap((part) => JSON.parse(part) as StoredLine[]);
    expect([parts.length, lines.length]).toEqual([3, 2 * PART + 1]);
    const facts = { type: 'expense', payer: 'gas', category: 'other', refund: false, kind: null };
    expect(lines[0]).toMatchObject({ place: 0, line: 2, factsAt: 0, facts });
    const last = { place: 2 * PART, line: 2 * PART + 2, date: '2026-08-24', amount: -100, text: 'GAS' };
    const rest = { reference: '', externalId: null, notPosted: null };
    expect(lines.at(-1)).toEqual({ ...last, ...rest, factsAt: 0 });
  });

  it('returns encrypted cells for a question, and reads them with the answer', async () => {
    const text = 'Posted,From,Narrative,Value\n24/08/2026,20-45-12 12341185,GAS,-1.00\n';
    const { statement, parts } = await reader.readStatement(job(text), ada);
    if (statement.kind !== 'ask' || !statement.cells) throw new Error(JSON.stringify(statement));
    expect([parts, Buffer.from(statement.cells).includes('12341185')]).toEqual([[], false]);
    const one = { amount: 3, out: null, into: null, side: null, reversed: true, text: 2, reference: null };
    const answer = { ...one, date: 0, order: 'dmy' } as const;
    const again = await reader.readStatement({ ...job(''), file: { cells: statement.cells }, answer }, ada);
    expect(again.statement).toMatchObject({ kind: 'lines', layout: 'mapped', readable: 1 });
    expect(JSON.parse(again.parts[0] ?? '')).toMatchObject([{ place: 0, line: 2, amount: 100, text: 'GAS' }]);
  });

  it('refuses a file that takes too long, and reads the next one', async () => {
    const quick = createReader({ milliseconds: 1, megabytes: 64 });
    expect(await reasonOf(HEAD + LINE.repeat(20_000), quick)).toBe(REFUSED.tooSlow);
    expect(await reasonOf(HEAD + LINE)).toBe('lines');
  });

  it('refuses a file that takes too much memory, and reads the next one', async () => {
    const small = createReader({ milliseconds: 100_000, megabytes: 24 });
    expect(await reasonOf(HEAD + LINE.repeat(90_000), small)).toBe(REFUSED.tooLarge);
    expect(await reasonOf(HEAD + LINE, small)).toBe('lines');
  });

  it('refuses cells that were encrypted with another secret', async () => {
    const cells = Buffer.from(createEncryption('another', 'statements').encrypt(gzipSync('{}').toString('base64')));
    await expect(reader.readStatement({ ...job(''), file: { cells } }, ada)).rejects.toThrow(
      /decrypt|authenticate|secret/i,
    );
  });
});

describe('Refuses a file with a reason', () => {
  it.each<[string, string, string]>([
    ['one line of commas', ','.repeat(MAX_LINE_LENGTH + 1), tooLong(1)],
    ['a long text', `${HEAD},24/08/2026,,1.00,,${'x'.repeat(MAX_LINE_LENGTH)}\n`, tooLong(2)],
    ['a long line far down', `${HEAD}${LINE.repeat(100)}${'x'.repeat(MAX_LINE_LENGTH + 1)}\n`, tooLong(102)],
    ['201 columns', `${HEAD}${LINE}${LINE.trim()}${','.repeat(200)}\n`, tooWide(3)],
    ['a long line of QIF', `!Type:Bank\nD24/08/2026\nP${'x'.repeat(MAX_LINE_LENGTH)}\n`, tooLong(3)],
    ['lines without end', `${HEAD}${'\n'.repeat(1_000_000)}`, REFUSED.noLines],
  ])('for %s', async (_, text, reason) => {
    expect(await reasonOf(text)).toBe(reason);
  });
});
