import { describe, expect, it } from 'vitest';
import { missingPaths, specificationProblems, testTitles } from './statements.ts';

const FILES: Record<string, string> = {
  'docs/decisions/0001-pence.md': '# Pence',
  'src/a.test.ts': `
    describe('money', () => {
      it('adds up', () => {});
      it.each([
        ['1', f(2)],
        ['(', 3],
      ])('reads %s', () => {});
      it.each<[string, (pence: number) => Promise<void>]>([['one', f]])('writes %s', () => {});
      it.skipIf(!there)('knows the bank\\'s "words"', () => {});
      test.skip('rests', () => {});
    });`,
  'src/b.test.ts': `
    // S1.9 is for later.
    it.skip.each([
      ['S1.8', 1],
    ])('%s rests', () => {
      run();
    });
    it.each([['S1.2', 'Add Supplier']])('%s: %s', () => {});
    test('S1.3a adds a supplier', () => {});
    test.skip('S1.8 rests', () => {});`,
};

const problems = (text: string, tests: string[] = []) =>
  specificationProblems(text, (path) => FILES[path], tests).problems;

describe('the lines of the specification', () => {
  it.each([
    '- S1.1 Sums add up | test: src/a.test.ts › adds up',
    '- S1.1 Sums add up | test: src/a.test.ts › money › adds up',
    '- S1.1 Sums are read | test: src/a.test.ts › reads %s | test: src/a.test.ts › adds up',
    '- S1.1 Sums are pence | decision: docs/decisions/0001-pence.md',
    '# Words between\n\nare free.\n\n- S1.1a Sums add up | test: src/a.test.ts › adds up',
  ])('accepts %s', (text) => {
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ['', 'no statement at all'],
    ['- Sums add up', 'write it as'],
    ['- S1.1 Sums add up', 'has no test or decision'],
    ['- S1.1 Sums add up | by hand', 'is neither'],
    ['- S1.1 Sums add up | test: src/c.test.ts › adds up', 'there is no src/c.test.ts'],
    ['- S1.1 Sums add up | test: src/a.ts › adds up', 'is not run as a test'],
    ['- S1.1 Sums add up | test: src/a.test.ts › adds', "no test called 'adds'"],
    ['- S1.1 Sums add up | test: src/a.test.ts › rests', 'is skipped'],
    ['- S1.1 Sums are pence | decision: docs/decisions/0002-pounds.md', 'there is no docs/decisions/0002-pounds.md'],
  ])('rejects %j', (text, words) => {
    expect(problems(text)).toEqual([expect.stringContaining(words)]);
  });

  it('accepts an id in a title or a table row, but not in a comment or a skipped test', () => {
    const text = ['S1.2', 'S1.3a', 'S1.8', 'S1.9'].map((id) => `- ${id} Suppliers are added`).join('\n');
    expect(problems(text, ['src/b.test.ts'])).toEqual([
      expect.stringContaining('S1.8 has no test'),
      expect.stringContaining('S1.9 has no test'),
    ]);
  });

  it('rejects an unknown id', () => {
    expect(problems('- S1.2 Suppliers are added', ['src/b.test.ts'])).toEqual([
      expect.stringContaining('there is no statement S1.3a'),
    ]);
  });

  it('rejects a duplicate id', () => {
    const line = '- S1.1 Sums add up | test: src/a.test.ts › adds up';
    expect(problems(`${line}\n${line}`)).toEqual([expect.stringContaining('already taken')]);
  });
});

it('reads every test title, including tables and conditions', () => {
  expect(testTitles(FILES['src/a.test.ts'] ?? '')).toEqual([
    { title: 'money', skipped: false },
    { title: 'adds up', skipped: false },
    { title: 'reads %s', skipped: false },
    { title: 'writes %s', skipped: false },
    { title: 'knows the bank\'s "words"', skipped: false },
    { title: 'rests', skipped: true },
  ]);
});

it('finds paths in a document without a file, ignoring URLs', () => {
  const text =
    '`src/a.test.ts`, [1](docs/decisions/0001-pence.md).\nsrc/c.test.ts and (src/a.ts), https://x.example/src/d.ts';
  expect(missingPaths(text, (path) => FILES[path])).toEqual({
    problems: ['line 2: there is no src/c.test.ts.', 'line 2: there is no src/a.ts.'],
    count: 4,
  });
});
