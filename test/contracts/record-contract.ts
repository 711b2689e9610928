/** HTTP behaviour that all records share, for a noun's API test. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BucketName } from '../../src/features/file/file.ts';
import type { Field } from '../../src/shared/fields.ts';
import { type Landlord, landlord } from '../fixtures/landlords.ts';
import { uploadedPhoto } from '../fixtures/uploads.ts';
import { recordCases } from '../route-fixtures/authorization-cases.ts';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';
import { idsSeenByOthers, ownedRoutes } from './access-contract.ts';
import { idempotencyContract } from './idempotency-contract.ts';

type StoredRecord = { id: string; version: number };
type Content = Record<string, unknown>;
type Sentences = Record<string, string>;

type Noun<Rec extends StoredRecord> = {
  path: string;
  notFound: string;
  record: z.ZodType<Rec>;
  item: z.ZodType;
  /** The noun's fields, which give defaults for the parts marked 'derived' below. */
  fields?: { shape: Record<string, Field> };
  /** Returns a valid input that references this landlord's rows. */
  input: (owner: Landlord) => Promise<Content>;
  /** New values for every field, and values of maximum length; derived. */
  changed?: Content;
  longest?: Content;
  /** Error messages by field for an empty input; derived. */
  required?: Sentences;
  wrong?: [given: Content, sentences: Sentences][];
  /** The list's sorts, and a text field that the search includes and that the sort by name uses. */
  sorts: readonly string[];
  searched: string;
  /** Text fields that accept any printable text; derived. */
  texts?: readonly string[];
  wrongQueries: readonly string[];
  /** 'put' by default. */
  method?: 'put' | 'patch';
  /** Returns the total of a list whose response has none. */
  total?: (owner: Landlord, query: string) => Promise<number>;
  picture?: { field: string; bucket: BucketName };
  /** Whether `input` references the owner's records, which another landlord cannot use. */
  namesOwned?: true;
  /** Whether test/authorization.test.ts tests the routes instead. */
  reachedElsewhere?: true;
  /** 'saves' if only saves need a trial or a plan. By default, reads need it too. */
  guarded?: 'saves';
};

const Page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable(), total: z.number().nullable() });
const Conflict = z.object({
  error: z.object({ current: z.unknown(), yours: z.unknown().optional(), changedBy: z.unknown() }),
});
const UNKNOWN_IDS = [randomUUID(), 'x', '%00', '..%2f..', 'null', '%F0%9F%8F%A0'];
const ODD_TEXTS = [
  '<script>alert(1)</script>',
  `'; drop table profiles; --`,
  '🔧 Château d’If — 7½ Ḉ',
  'شارع الملك فهد ١٢',
  '\u202Egnitsil a\u202C listing',
  '&amp; %00 \\u0000 {{7*7}}',
];
const NOT_A_RECORD = ['', '[]', 'null', '"x"', '{"name":'];
const WRONG_QUERIES = ['limit=0', 'limit=101', 'sort=nonsense', `q=${'x'.repeat(201)}`, 'q=%00'];
const WRONG_CURSORS = [null, ['x'], ['x', randomUUID(), randomUUID()], [['x'], randomUUID()], ['a\0b', randomUUID()]];

export function recordContract<Rec extends StoredRecord>(noun: Noun<Rec>): void {
  const { path, record, item, input, searched, picture, method = 'put' } = noun;
  const derived = ofFields(noun.fields?.shape ?? {});
  const change = { ...derived.changed, ...noun.changed };
  const longest = { ...derived.longest, ...noun.longest };
  const required = { ...derived.required, ...noun.required };
  const texts = noun.texts ?? derived.texts;
  const at = ({ id }: { id: string }) => `${path}/${id}`;
  const add = async (owner: Landlord, given: Content = {}): Promise<Rec> => {
    const answer = await owner.post(path, { ...(await input(owner)), ...given });
    if (answer.status !== 201) throw new Error(`Adding returned ${answer.status}: ${answer.text}`);
    return answer.as(record);
  };
  const list = async (owner: Landlord, query = '') => {
    const page = (await owner.get(`${path}${query}`)).as(Page);
    return noun.total ? { ...page, total: await noun.total(owner, query) } : page;
  };
  const items = async (owner: Landlord, query = '') => (await list(owner, query)).items as Rec[];
  const search = (words: string) => `?q=${encodeURIComponent(words)}`;
  const named = (one: Rec) => (one as Content)[searched];

  describe(`a record of ${path}`, () => {
    it('is saved as entered and reads the same in the response, page and list', async () => {
      const ada = await landlord();
      const given = await input(ada);
      const answer = await ada.post(path, given);
      const added = answer.as(record);
      expect([answer.status, answer.headers.get('location'), answer.headers.get('etag')?.replace('W/', '')]).toEqual([
        201,
        at(added),
        '"1"',
      ]);
      expect(added).toMatchObject({ ...kept(given, added), version: 1 });
      expect((await ada.get(at(added))).as(record)).toEqual(added);
      expect(await list(ada)).toEqual({ items: [item.parse(added)], nextCursor: null, total: 1 });
    });

    it('can be changed in every field', async () => {
      const ada = await landlord();
      const added = await add(ada);
      const changed = (await ada[method](at(added), { ...(await input(ada)), ...change }, 1)).as(record);
      expect(changed).toMatchObject({ ...change, id: added.id, version: 2 });
      expect((await ada.get(at(added))).as(record)).toEqual(changed);
      expect(await items(ada)).toEqual([item.parse(changed)]);
    });

    it('can have the maximum length', async () => {
      expect(await add(await landlord(), longest)).toMatchObject(longest);
    });

    it.each(ODD_TEXTS)('can contain %j, which is returned and found unchanged', async (text) => {
      const ada = await landlord();
      const wanted = Object.fromEntries(texts.map((field) => [field, text]));
      const added = await add(ada, wanted);
      expect((await ada.get(at(added))).as(record)).toMatchObject(wanted);
      expect(await items(ada, search(text))).toMatchObject([wanted]);
    });

    it('belongs to its creator, ignoring ids and owners in the body', async () => {
      const [ada, bob] = [await landlord(), await landlord()];
      const theirs = await add(bob);
      const extra = { id: theirs.id, user_id: bob.id, userId: bob.id, version: 77, dateAdded: '2001-01-01' };
      const mine = await add(ada, extra);
      expect([mine.version, mine.id === theirs.id]).toEqual([1, false]);
      expect((await ada[method](at(mine), { ...(await input(ada)), ...extra }, 1)).as(record).id).toBe(mine.id);
      expect((await bob.get(at(theirs))).as(record)).toEqual(theirs);
      expect((await list(bob)).total).toBe(1);
    });

    it.each(UNKNOWN_IDS)('returns 404 for %j on reads, changes and deletions', async (id) => {
      const ada = await landlord();
      const answers = [
        await ada.get(at({ id })),
        await ada[method](at({ id }), await input(ada), 1),
        await ada.delete(at({ id }), 1),
      ];
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
    });

    it('returns 404 after deletion', async () => {
      const ada = await landlord();
      const [gone, stays] = [await add(ada), await add(ada)];
      expect((await ada.delete(at(gone), 1)).status).toBe(204);
      expect((await ada.get(at(gone))).text).toContain(noun.notFound);
      expect((await ada.delete(at(gone), 1)).outcome).toBe('404 not_found');
      expect(await list(ada)).toEqual({ items: [item.parse(stays)], nextCursor: null, total: 1 });
    });
  });

  idempotencyContract({ path, record, input, named: searched });

  const reach = recordCases({
    path,
    guarded: noun.guarded ?? true,
    item: item as z.ZodType<object>,
    make: (owner) => add(owner),
    added: async (owner) => {
      const sent = await input(owner);
      return { sent, expected: kept(sent, record instanceof z.ZodObject ? record.shape : {}) };
    },
    ...(noun.namesOwned && { namesOwned: true }),
    changed: async (_, owner) => ({ sent: { ...(await input(owner)), ...change }, expected: change }),
  });
  it.each(noun.reachedElsewhere ? [] : ownedRoutes(reach))(
    '$route rejects others without changes, then serves its owner',
    async (route) => expect(await idsSeenByOthers(route)).toEqual([]),
  );

  describe(`versions of ${path}`, () => {
    it('rejects a stale If-Match with both versions and who made the change, and a missing If-Match', async () => {
      const ada = await landlord();
      const added = await add(ada);
      const given = await input(ada);
      const first = (await ada[method](at(added), { ...given, ...change }, 1)).as(record);
      const late = await ada[method](at(added), given, 1);
      expect([late.outcome, record.parse(late.as(Conflict).error.current)]).toEqual(['409 conflict', first]);
      expect(late.as(Conflict).error.yours).toMatchObject(kept(given, late.as(Conflict).error.yours as Content));
      expect(late.as(Conflict).error.changedBy).toEqual({ you: true, name: ada.name });
      const removal = await ada.delete(at(added), 1);
      expect([removal.outcome, record.parse(removal.as(Conflict).error.current)]).toEqual(['409 conflict', first]);
      expect((await ada[method](at(added), given)).outcome).toBe('428 version_required');
      expect((await ada.delete(at(added))).outcome).toBe('428 version_required');
      expect((await ada.get(at(added))).as(record)).toEqual(first);
    });

    it('accepts one of ten concurrent changes to the same version', async () => {
      const ada = await landlord();
      const added = await add(ada);
      const given = await input(ada);
      const answers = await Promise.all(Array.from({ length: 10 }, () => ada[method](at(added), given, 1)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(9);
    });
  });

  describe(`invalid input of ${path}`, () => {
    const refusals: [title: string, given: Content, sentences: Sentences][] = [
      ['empty fields', Object.fromEntries(Object.keys(required).map((name) => [name, ''])), required],
      ['texts over the maximum length', derived.tooLong, derived.tooLongSentences],
      ...(noun.wrong ?? []).map((one): [string, ...typeof one] => [JSON.stringify(one[0]), ...one]),
    ];
    it.each(refusals.filter(([, given]) => Object.keys(given).length > 0))(
      'rejects %s without saving',
      async (_, given, sentences) => {
        const ada = await landlord();
        const added = await add(ada);
        const body = { ...(await input(ada)), ...given };
        for (const answer of [await ada.post(path, body), await ada[method](at(added), body, 1)])
          expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', sentences]);
        expect(await items(ada)).toEqual([item.parse(added)]);
      },
    );

    it('rejects a malformed body', async () => {
      const ada = await landlord();
      for (const body of NOT_A_RECORD) expect((await ada.send('POST', path, { body })).status).toBeOneOf([400, 422]);
      expect((await list(ada)).total).toBe(0);
    });
  });

  describe(`the list of ${path}`, () => {
    it('searches special characters literally, excluding other landlords', async () => {
      const [ada, bob] = [await landlord(), await landlord()];
      await add(ada, { [searched]: '100% Wool_Carpets' });
      await add(ada, { [searched]: "O'Brien \\ Sons" });
      await add(bob, { [searched]: '100% Bob' });
      const found = async (words: string) => (await items(ada, search(words))).map(named);
      expect(await found('%')).toEqual(['100% Wool_Carpets']);
      expect(await found('wool_CARPETS')).toEqual(['100% Wool_Carpets']);
      expect(await found('_')).toEqual(['100% Wool_Carpets']);
      expect(await found('\\')).toEqual(["O'Brien \\ Sons"]);
      expect(await found("' or 1=1 --")).toEqual([]);
      expect(await found('wool.carpets')).toEqual([]);
    });

    it.each(noun.sorts)('returns each record once sorted by %s, for any page size and equal values', async (sort) => {
      const ada = await landlord();
      const isSubset = ['"Quoted" \\ Sons, 🔧', 'Éclair', 'E\u0301clair', 'eclair', 'Éclair', 'Éclair'];
      for (const text of isSubset) await add(ada, { [searched]: text });
      const whole = (await items(ada, `?sort=${sort}`)).map(({ id }) => id);
      expect(new Set(whole).size).toBe(isSubset.length);
      for (const limit of [1, 4, 100]) {
        const pages: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page = await list(
            ada,
            `?sort=${sort}&limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          pages.push(...(page.items as Rec[]).map(({ id }) => id));
          expect(page.total).toBe(isSubset.length);
          cursor = page.nextCursor;
        }
        expect([limit, pages]).toEqual([limit, whole]);
      }
    });

    it('counts correctly after concurrent additions and deletions', async () => {
      const ada = await landlord();
      const given = await input(ada);
      const all = await Promise.all(Array.from({ length: 8 }, async () => (await ada.post(path, given)).as(record)));
      const [stays, ...rest] = all;
      const removals = await Promise.all([...rest, ...rest].map((one) => ada.delete(at(one), 1)));
      expect(removals.filter(({ status }) => status === 204)).toHaveLength(7);
      expect(await list(ada)).toEqual({ items: [item.parse(stays)], nextCursor: null, total: 1 });
    });

    it('rejects invalid queries and cursors', async () => {
      const ada = await landlord();
      const cursors = noun.sorts.flatMap((sort) =>
        WRONG_CURSORS.map((cursor) => `sort=${sort}&cursor=${encodeURIComponent(JSON.stringify(cursor))}`),
      );
      const served: string[] = [];
      for (const wrong of [...WRONG_QUERIES, ...noun.wrongQueries, ...cursors])
        if ((await ada.get(`${path}?${wrong}`)).outcome !== '400 bad_request') served.push(wrong);
      expect(served).toEqual([]);
    });
  });
  describe.runIf(picture)(`the picture of ${path}`, () => {
    const { field, bucket } = picture ?? ({ field: '', bucket: 'supplier_images' } as const);
    const upload = async (owner: Landlord) => (await uploadedPhoto(owner, { bucket })).url;
    const put = async (owner: Landlord, one: Rec, url: string | null) =>
      (await owner[method](at(one), { ...(await input(owner)), [field]: url }, one.version)).as(record);

    it('is in page and list, can be removed, and is deleted with its record', async () => {
      const ada = await landlord();
      const url = await upload(ada);
      const added = await add(ada, { [field]: url });
      expect([added, ...(await items(ada))]).toMatchObject([{ [field]: url }, { [field]: url }]);
      expect((await ada.get(`${url}?size=thumb`)).headers.get('content-type')).toBe('image/jpeg');
      const without = await put(ada, added, null);
      expect(without).toMatchObject({ [field]: null });
      const again = await put(ada, without, url);
      expect(again).toMatchObject({ [field]: url });
      await ada.delete(at(added), again.version);
      await expect.poll(async () => (await ada.get(url)).status).toBe(404);
    });

    it('rejects a file of another landlord, record or kind, and one not stored or deleted', async () => {
      const [ada, bob] = [await landlord(), await landlord()];
      const [arriving, gone, taken, mine] = [
        await upload(ada),
        await upload(ada),
        await upload(ada),
        await upload(ada),
      ];
      await query(server.database, 'update files set stored = false where url = $1', [arriving]);
      await query(server.database, 'delete from files where url = $1', [gone]);
      await add(ada, { [field]: taken });
      const added = await add(ada, { [field]: mine });
      const other = bucket === 'property_images' ? 'tenant_images' : 'property_images';
      const { url: otherKind } = await uploadedPhoto(ada, { bucket: other });
      const LOST = 'We could not find this file. Add it again.';
      for (const url of [await upload(bob), arriving, gone, taken, otherKind]) {
        const body = { ...(await input(ada)), [field]: url };
        for (const answer of [await ada.post(path, body), await ada[method](at(added), body, 1)])
          expect([answer.outcome, answer.fields]).toEqual([
            '422 invalid_input',
            { [field]: url === otherKind ? 'Upload the file again' : LOST },
          ]);
      }
      expect((await list(ada)).total).toBe(2);
      expect(await put(ada, added, mine)).toMatchObject({ [field]: mine });
    });
  });
}

/** Returns the fields that the response also has. Write-only fields such as `addedProperties` are omitted. */
function kept(given: Content, shape: object): Content {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in shape));
}

function ofFields(shape: Record<string, Field>) {
  const all = Object.entries(shape);
  const longest: Content = {};
  const tooLong: Content = {};
  for (const [name, field] of all) {
    const max = maxLength(field.input);
    if (max === null) continue;
    // Each emoji counts as a single character.
    longest[name] =
      { tel: '0'.repeat(max), url: 'https://example.com/'.padEnd(max, 'x') }[field.kind as string] ?? '🔧'.repeat(max);
    tooLong[name] = 'x'.repeat(max + 1);
  }
  const sentence = (name: string, value: unknown) =>
    shape[name]?.input.safeParse(value).error?.issues[0]?.message ?? '';
  const required = all.filter(([, { optional }]) => !optional);
  const another = all
    .map(([name, field]): [string, unknown] => [name, changed(field)])
    .filter(([, value]) => value !== undefined);
  return {
    changed: Object.fromEntries(another),
    longest,
    tooLong,
    tooLongSentences: Object.fromEntries(Object.keys(tooLong).map((name) => [name, sentence(name, tooLong[name])])),
    required: Object.fromEntries(required.map(([name]) => [name, sentence(name, '')])),
    texts: Object.keys(longest).filter((name) => ['text', 'paragraph'].includes(shape[name]?.kind ?? '')),
  };
}

/** Returns another value for a field, empty if it is optional. Undefined if the noun must provide the value. */
function changed({ kind, label, optional, options }: Field): unknown {
  if (optional && ['text', 'tel', 'paragraph'].includes(kind)) return '';
  const values: Partial<Record<Field['kind'], unknown>> = {
    text: `Éclair d’Été, ${label}`,
    email: 'mary.pike+new@example.org',
    tel: '+33 1 23 45 67 89',
    url: 'https://éclair.example/fr',
    paragraph: `${label}\n75001 Paris`,
    option: options?.at(-1)?.value,
    pence: 9_999_999_999,
    day: '2200-12-31',
  };
  return values[kind];
}

/** Returns the maximum length of a text field; null if it has none, or if its schema is not a plain string. */
function maxLength(schema: z.ZodType): number | null {
  const whole = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return whole instanceof z.ZodString ? whole.maxLength : null;
}
