/** `recordContract` includes these tests. Tests of nouns without `recordContract` call them directly. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newBankAccount } from '../fixtures/bank-accounts.ts';
import { type Landlord, landlord } from '../fixtures/landlords.ts';
import { newProperty } from '../fixtures/make.ts';

type Content = Record<string, unknown>;
type Noun<Rec> = {
  path: string;
  record: z.ZodType<Rec>;
  input: (owner: Landlord) => Promise<Content>;
  /** The text field with the record's name. */
  named: string;
};

const Refused = z.object({ error: z.object({ message: z.string(), current: z.unknown() }) });
const Page = z.object({ items: z.array(z.unknown()) });
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

export function idempotencyContract<Rec extends { id: string }>({ path, record, input, named }: Noun<Rec>): void {
  const count = async (owner: Landlord) => (await owner.get(path)).as(Page).items.length;

  describe(`adding to ${path} with an idempotency key`, () => {
    it('adds once and returns the first response, when repeated and when concurrent', async () => {
      const ada = await landlord();
      const [given, key] = [await input(ada), randomUUID()];
      const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post(path, given, under(key))));
      answers.push(await ada.post(path, given, under(key)));
      const [first] = answers.map((answer) => answer.as(record));
      for (const answer of answers) {
        expect([answer.status, answer.as(record)]).toEqual([201, first]);
        expect(answer.headers.get('location')).toBe(`${path}/${first?.id}`);
        expect(answer.headers.get('etag')).toContain('"1"');
      }
      expect(await count(ada)).toBe(1);
    });

    it('rejects different content with the existing record and its name', async () => {
      const ada = await landlord();
      const [given, key] = [await input(ada), randomUUID()];
      const added = (await ada.post(path, given, under(key))).as(record);
      const other = await ada.post(path, { ...given, [named]: 'Something else' }, under(key));
      const { message, current } = other.as(Refused).error;
      expect([other.outcome, record.parse(current)]).toEqual(['409 already_created', added]);
      expect(message).toMatch(/^Already saved as /);
      expect(message).toContain((added as Content)[named]);
      expect(await count(ada)).toBe(1);
    });

    it('returns 410 and adds no record if it has been deleted', async () => {
      const ada = await landlord();
      const [given, key] = [await input(ada), randomUUID()];
      const { id } = (await ada.post(path, given, under(key))).as(record);
      expect((await ada.delete(`${path}/${id}`, 1)).status).toBe(204);
      for (const body of [given, { ...given, [named]: 'Something else' }])
        expect((await ada.post(path, body, under(key))).outcome).toBe('410 gone');
      expect(await count(ada)).toBe(0);
    });

    it('adds another record for another landlord, another key or no key', async () => {
      const [ada, bob] = [await landlord(), await landlord()];
      const [given, key] = [await input(ada), randomUUID()];
      const added = (await ada.post(path, given, under(key))).as(record);
      const theirs = (await bob.post(path, await input(bob), under(key))).as(record);
      expect(theirs.id).not.toBe(added.id);
      for (const ask of [under(randomUUID()), {}, {}]) expect((await ada.post(path, given, ask)).status).toBe(201);
      expect([await count(ada), await count(bob)]).toEqual([4, 1]);
    });

    it('rejects a malformed key and a key used for another noun', async () => {
      const ada = await landlord();
      const key = randomUUID();
      const elsewhere = path === '/api/properties' ? '/api/bank-accounts' : '/api/properties';
      expect((await ada.post(elsewhere, { ...newProperty(), ...newBankAccount() }, under(key))).status).toBe(201);
      const given = await input(ada);
      for (const wrong of ['x', '1', key])
        expect((await ada.post(path, given, under(wrong))).outcome).toBe('400 bad_request');
      expect(await count(ada)).toBe(0);
    });
  });
}
