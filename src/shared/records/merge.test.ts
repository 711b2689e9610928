import { expect, it } from 'vitest';
import { mergeFields, ofPart } from './merge.ts';

const show = (value: string | null) => value ?? '';
const SHAPE = { name: { label: 'Name', show }, note: { label: 'Note', show } };
type Rec = { name: string; note: string | null };
const BASE: Rec = { name: 'Pike', note: null };
const question = (label: string, yours: string, theirs: string) => ({ label, yours, theirs });

it.each<
  [what: string, mine: Partial<Rec>, theirs: Partial<Rec>, merged: Partial<Rec>, asks: object[], taken: string[]]
>([
  ['neither changed it', {}, {}, {}, [], []],
  ['only I changed it', { name: 'Perch' }, {}, { name: 'Perch' }, [], []],
  ['only they changed it', {}, { note: 'Late' }, { note: 'Late' }, [], ['Note']],
  ['each changed one', { name: 'Perch' }, { note: 'Late' }, { name: 'Perch', note: 'Late' }, [], ['Note']],
  ['both changed it to the same value', { name: 'Perch' }, { name: 'Perch' }, { name: 'Perch' }, [], []],
  [
    'both changed it',
    { name: 'Perch' },
    { name: 'Bream' },
    { name: 'Perch' },
    [question('Name', 'Perch', 'Bream')],
    [],
  ],
  [
    'both changed both',
    { name: 'Perch', note: 'Mine' },
    { name: 'Bream', note: 'Late' },
    { name: 'Perch', note: 'Mine' },
    [question('Name', 'Perch', 'Bream'), question('Note', 'Mine', 'Late')],
    [],
  ],
  ['I emptied what they changed', { name: '' }, { name: 'Bream' }, { name: '' }, [question('Name', '', 'Bream')], []],
])('merges two versions when %s', (_, mine, theirs, merged, asks, taken) => {
  const merge = mergeFields({ base: BASE, mine: { ...BASE, ...mine }, theirs: { ...BASE, ...theirs } }, SHAPE);
  expect(merge).toMatchObject({ merged: { ...BASE, ...merged }, questions: asks, taken });
  expect(merge.questions).toHaveLength(asks.length);
  const all = merge.questions.reduce((whole, { take }) => take(whole), merge.merged);
  for (const { label } of merge.questions) {
    const name = label === 'Name' ? 'name' : 'note';
    expect(all[name]).toBe(theirs[name]);
  }
});

it('compares with the field’s own `same` and ignores properties outside the shape', () => {
  const file = {
    label: 'File',
    show: () => 'A file',
    same: (one: { url: string }, other: { url: string }) => one.url === other.url,
  };
  const mine = { file: { url: '/a' }, home: 'mine' };
  const merge = mergeFields({ base: mine, mine, theirs: { file: { url: '/a' }, home: 'theirs' } }, { file });
  expect(merge).toEqual({ merged: mine, questions: [], taken: [] });
});

it('labels a question with its part and applies the answer to the whole', () => {
  const part = mergeFields({ base: BASE, mine: { ...BASE, name: 'A' }, theirs: { name: 'B', note: 'C' } }, SHAPE);
  const { questions, taken } = ofPart<{ row: Rec }, Rec>(part, 'Row', (whole, take) => ({ row: take(whole.row) }));
  expect([questions.map(({ label }) => label), taken]).toEqual([['Row: Name'], ['Row: Note']]);
  expect(questions[0]?.take({ row: part.merged })).toEqual({ row: { name: 'B', note: 'C' } });
});
