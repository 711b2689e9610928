import { describe, expect, it } from 'vitest';
import { newIds } from './check.server.ts';
import { idsOf, knownIds, lineMapper, parseRow } from './ids.ts';

const HOUSE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BANK = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ADA = '11111111-2222-4333-8444-555555555555';
const EVE = '99999999-2222-4333-8444-555555555555';

const TYPES = new Map([
  ['id', 'uuid'],
  ['ids', 'uuid[]'],
  ['facts', 'jsonb'],
  ['text', 'text'],
]);

describe('ids of a row', () => {
  it('are read from uuid and JSON columns, without ids of other systems', () => {
    const row = { id: HOUSE, ids: [ADA], facts: { [EVE]: 1, list: [`at ${BANK}`], external_id: BANK }, text: BANK };
    expect([...idsOf(row, TYPES)]).toEqual([HOUSE, ADA, EVE, BANK]);
    expect([...idsOf({ facts: { external_id: BANK }, text: BANK, id: null }, TYPES)]).toEqual([]);
  });

  it.each([HOUSE.toUpperCase(), HOUSE.replaceAll('-', ''), `{${HOUSE}}`, 5])('are refused as %s', (id) => {
    expect(() => [...idsOf({ id }, TYPES)]).toThrow('This file has been changed');
  });
});

describe('a row', () => {
  it.each(['[1]', 'null', '{"a":', `{"id":"\\u0030f8fad5b-d9cb-469f-a165-70867728950e"}`])(
    'is refused as %s',
    (line) => {
      expect(() => parseRow(line)).toThrow('This file has been changed');
    },
  );

  it('keeps an escaped backslash and control characters', () => {
    expect(parseRow('{"a":"C:\\\\u0041","b":"\\u0001"}')).toEqual({ a: 'C:\\u0041', b: '\u0001' });
  });
});

describe('new ids', () => {
  it('keep the first half of the old id, are valid, and are equal for the same id and key', () => {
    const one = newIds();
    expect(one(HOUSE)).toMatch(/^0f8fad5b-d9cb-469f-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(one(HOUSE)).not.toBe(HOUSE);
    expect([one(HOUSE), newIds()(HOUSE)]).toEqual([one(HOUSE), expect.not.stringMatching(one(HOUSE))]);
  });
});

describe('a line', () => {
  const known = knownIds();
  for (const id of [HOUSE, ADA]) known.add(id);
  const fixed = new Map([[ADA, EVE]]);
  const urls = new Map([
    [`/api/files/documents/${ADA}/document_1_a.pdf`, `/api/files/documents/${EVE}/document_2_b.pdf`],
  ]);
  const line = `{"id":"${HOUSE}","user_id":"${ADA}","bank":"${BANK}","file":"/api/files/documents/${ADA}/document_1_a.pdf","n":1450.00}`;

  it('has the caller’s account and files, and keeps free ids and numbers as they are', () => {
    const kept = lineMapper({ fixed, urls, account: EVE, known, replaced: undefined })(line);
    expect(kept).toBe(
      `{"id":"${HOUSE}","user_id":"${EVE}","bank":"${BANK}","file":"/api/files/documents/${EVE}/document_2_b.pdf","n":1450.00}`,
    );
  });

  it('has new ids for those of the download, and keeps those of banks', () => {
    const replaced = lineMapper({ fixed, urls, account: EVE, known, replaced: () => 'new' })(line);
    expect(replaced).toContain(`"id":"new","user_id":"${EVE}","bank":"${BANK}"`);
  });

  it('has no address of another account', () => {
    const others = `{"file":"/api/files/documents/${BANK}/document_1_a.pdf"}`;
    const kept = lineMapper({ fixed, urls, account: EVE, known, replaced: undefined })(others);
    expect(kept).toBe(`{"file":"/api/files/documents/${EVE}/document_1_a.pdf"}`);
  });
});
