import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xlsxText } from './xlsx-text.ts';

/** As every program reads a cell (ECMA-376 part 1, 22.9.2.19), from left to right. */
const read = (cell: string) =>
  cell.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('_', 'x', '_x', '000D', '_x0041_', '\r', '\n', '\t', '\u0000', '\uffff'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

describe('a text in an Excel file', () => {
  it('is read back as it was', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(read(xlsxText(one))).toBe(one);
      }),
    );
  });

  it('holds nothing that XML cannot hold or would read as something else', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(xlsxText(one)).not.toMatch(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/u);
      }),
    );
  });

  it('is never the name of what every object has, under which the writer would find something else', () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    expect(names).toContain('constructor');
    expect(names.map(xlsxText).filter((name) => name in {})).toEqual([]);
    expect(names.map((name) => read(xlsxText(name)))).toEqual(names);
  });

  it('stays as it is where nothing is amiss', () => {
    const plain = ['Rent (Nov)', '=1+1', 'snake_case_x1', 'two\nlines', '🏠 naïve'];
    expect(plain.map(xlsxText)).toEqual(plain);
  });
});
