/** The titles of a test file and the statements it carries, read from its source. */

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

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** A skipped call as Biome lays it out: from its line to the next one of the same indentation that ends the statement. */
const SKIPPED = /^( *)(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|fixme)\b(?:.*;$|[\s\S]*?\n\1\S.*;$)/gm;

/** The ids of statements (S1.2.3) in titles and table rows, those of skipped tests not among them. */
export function statementIds(source: string): string[] {
  const run = source.replace(COMMENT, '').replace(SKIPPED, '');
  return [...run.matchAll(/\bS\d+(?:\.\d+)+[a-z]?\b/g)].map(([id]) => id);
}
