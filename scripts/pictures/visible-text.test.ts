import { expect, it } from 'vitest';
import { visibleTextOf } from './visible-text.mjs';

const SOURCE = `import { Card } from '../../src/web/ui/display/Card.tsx';
/** A card. */
export function Home({ rent }: { rent: number }) {
  // Pence.
  const pounds = rent / 100;
  return <Card className="p-4" title={\`£\${pounds}\`}>Rent a month</Card>;
}
`;
const seen = (source: string) => visibleTextOf(source, 'Home.tsx');

it.each([
  [
    'an import',
    "import { Card } from '../../src/web/ui/display/Card.tsx';",
    "import { Card } from '../../src/web/ui/display/Card.tsx';",
  ],
  ['a comment', '/** A card. */', '/** A card of a home. */'],
  ['a comment in a line', '// Pence.', "// 'Pence'."],
  ['a calculation', 'rent / 100', 'Math.round(rent) / 100'],
  ['a line break', '<Card className', '<Card\n    className'],
])('is unchanged after a change of %s', (_what, before, after) => {
  expect(SOURCE).toContain(before);
  expect(seen(SOURCE.replace(before, after))).toBe(seen(SOURCE));
});

it.each([
  ['a word', 'Rent a month', 'Rent a week'],
  ['a class name', 'p-4', 'p-5'],
  ['a template', '£', 'GBP '],
])('changes with %s', (_what, before, after) => {
  expect(seen(SOURCE.replace(before, after))).not.toBe(seen(SOURCE));
});
