import { describe, expect, it } from 'vitest';
import { check } from './prose.mjs';

const habits = (file: string, source: string) => check(file, source).map(({ line, habit }) => `${line}: ${habit}`);
const WORDS = 'word '.repeat(31);

describe('the prose lint', () => {
  it.each([
    ['a comment', 'src/a.ts', '\n// The database is told.\nconst a = 1;', '2: things speak'],
    ['a comment of several lines', 'src/a.ts', '// It is\n// stored by itself.', '1: foreign adverb'],
    ['a JSX comment', 'src/A.tsx', 'const a = <p>{/* Of two, one. */}</p>;', '1: of first'],
    [
      'a comment in a SQL function',
      'database/a.sql',
      "select 'it''s';\n  -- Nobody, and nobody else.",
      '2: negative noun',
    ],
    ['a test title', 'src/a.test.ts', "it('stands first', () => {});", '1: place verbs'],
    ['a title with a table', 'src/a.test.ts', "it.each([])('is mended: %s', () => {});", '1: household word'],
    ['a sentence on screen', 'src/A.tsx', 'const a = <p>Whoever pays.</p>;', '1: clause for a noun'],
    ['a table in a document', 'docs/a.md', '# A\n\n| a | anew |', '3: foreign adverb'],
    ['a setting', '.env.example', '# PORT=1\n# Set beside it.', '2: foreign adverb'],
    ['a long comment line', 'src/a.ts', `// ${'x'.repeat(120)}`, '1: long line'],
    ['a long changelog line', 'CHANGELOG.md', `- ${'x'.repeat(100)}`, '1: long line'],
    ['a long sentence', 'docs/a.md', WORDS, '1: long sentence'],
    ['a long paragraph on screen', 'src/A.tsx', 'const a = <p>One. Two. Three. Four.</p>;', '1: long paragraph'],
  ])('reports a habit in %s', (_, file, source, expected) => {
    expect(habits(file, source)).toContain(expected);
  });

  it.each([
    ['code in a comment', 'src/a.ts', '// Calls `told` first.'],
    ['a string in a test', 'src/a.test.ts', "const a = 'He told us.';"],
    ['a text that the specification fixes', 'src/A.tsx', 'const a = <label>Expiration Date</label>;'],
    ['a code block in a document', 'docs/a.md', '```\ntold\n```'],
    ['a string in SQL', 'database/a.sql', "select '-- told';"],
    ['an allowed phrase', 'docs/a.md', 'There is no limit.'],
  ])('accepts %s', (_, file, source) => {
    expect(habits(file, source)).toEqual([]);
  });
});
