import { expect, it } from 'vitest';
import { startOf } from './serve-form.ts';
import type { Paper, Person } from './served.ts';

const jo: Person = {
  kind: 'tenant',
  tenantId: 'a3bb189e-8bf9-4888-9912-ace4e6543009',
  tenancyId: 'a3bb189e-8bf9-4888-9912-ace4e654300a',
  name: 'Jo Sand',
  email: 'jo@example.com',
  address: '',
};
const paper = (documentId: string): Paper => ({
  documentId,
  title: 'Gas',
  type: 'gas',
  day: null,
  withdrawn: false,
  versionId: documentId,
  versionNumber: 1,
  name: 'Gas.pdf',
  url: '/files/gas.pdf',
  bytes: 1,
  sha256: '',
  served: [],
  missing: [jo],
});

it.each([
  ['the single paper and the people who must have it', ['one'], undefined, [true], true],
  ['none of several papers', ['one', 'two'], undefined, [false, false], false],
  ['the requested paper of several', ['one', 'two'], 'two', [false, true], true],
])('startOf chooses %s', (_what, ids, requested, papers, person) => {
  const start = startOf({ papers: ids.map(paper), people: [jo], place: {} }, requested);
  expect(start.papers.map(({ chosen }) => chosen)).toEqual(papers);
  expect(start.people.map(({ chosen }) => chosen)).toEqual([person]);
});
