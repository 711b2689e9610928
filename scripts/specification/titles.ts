/** The titles of a test file, read from its source. */

export type TestTitle = { title: string; skipped: boolean };

const QUOTED = String.raw`(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\`((?:\\.|[^\`\\])*)\`)`;
/** `it('…'`, `test.describe('…'`, and with a table or a condition first: `it.each([…])('…'`, `it.each<[…]>([…])('…'`. */
const TITLE = new RegExp(
  String.raw`\b(?:it|test|describe)((?:\.\w+)*)(?:\(\s*|(?<=\.(?:each|for|skipIf|runIf))(?:<[^]*?>)?\([^]*?\)\(\s*)${QUOTED}\s*[,)]`,
  'g',
);

export function testTitles(source: string): TestTitle[] {
  return [...source.matchAll(TITLE)].map(([, modifiers = '', ...quoted]) => ({
    title: (quoted.find((text) => text !== undefined) ?? '').replace(/\\(.)/g, '$1'),
    skipped: /\.(?:skip|todo|fixme)\b/.test(modifiers),
  }));
}
