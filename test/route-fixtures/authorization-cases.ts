import type { z } from 'zod';
import type { Landlord } from '../fixtures/landlords.ts';
import type { Ask } from '../reading/browser.ts';

type Request = Ask & { path: string };

export type OwnedCase<T = unknown> = {
  make: (owner: Landlord) => Promise<T>;
  request: (made: T) => Request;
  /** The owner's response: its status, and a body that contains these fields or text, or equals these bytes. */
  answer: (made: T) => { status: number; body?: object; text?: string; bytes?: Buffer };
  /** The outcome for a visitor, by default 401. */
  visitor?: 'served';
  /**
   * The outcome for another landlord: 'own' for their own list or record, 422 for a new record that references the
   * owner's, or the outcome that everyone gets, such as '409 last_owner'.
   */
  otherLandlord: 404 | 422 | 'own' | `${number} ${string}`;
  /** Whether the route returns 402 after the trial. */
  guarded: boolean;
};

/** An open route with the reason, and its status for a visitor. */
type Open = { why: string; request: Request; status: number };

export type AuthorizationCases = Record<string, OwnedCase | Open>;

/** Infers the type that `make` returns, for each fixture. */
export const ownedRoute = <T>(reach: OwnedCase<T>): OwnedCase => ({
  ...reach,
  request: (made) => reach.request(made as T),
  answer: (made) => reach.answer(made as T),
});

type Versioned = { id: string; version: number };

export const ifMatch = ({ version }: Pick<Versioned, 'version'>) => ({ 'if-match': `"${version}"` });

type Saved = { sent: object; expected: object };

type Noun<Rec> = {
  path: string;
  /** 'saves' if only saves need a trial or a plan. */
  guarded: boolean | 'saves';
  item: z.ZodType<object>;
  make: (owner: Landlord) => Promise<Rec>;
  /** A new record. With `namesOwned`, `sent` references the owner's records. */
  added: (owner: Landlord) => Promise<Saved>;
  namesOwned?: true;
  changed?: (record: Rec, owner: Landlord) => Saved | Promise<Saved>;
};

export function recordRoutes(path: string): string[] {
  return [`GET ${path}`, `POST ${path}`, ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}/{id}`)];
}

export function recordCases<Rec extends Versioned>(noun: Noun<Rec>): Record<string, OwnedCase> {
  const { path, item, make, added, namesOwned, changed } = noun;
  const [guarded, guardedRead] = [noun.guarded !== false, noun.guarded === true];
  const one = { make, otherLandlord: 404, guarded } as const;
  const at = ({ id }: Rec) => `${path}/${id}`;
  return {
    [`GET ${path}`]: ownedRoute({
      make: async (owner) => [item.parse(await make(owner))],
      request: () => ({ path }),
      answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
      otherLandlord: 'own',
      guarded: guardedRead,
    }),
    [`POST ${path}`]: ownedRoute({
      make: added,
      request: ({ sent }) => ({ path, body: sent }),
      answer: ({ expected }) => ({ status: 201, body: expected }),
      otherLandlord: namesOwned ? 422 : 'own',
      guarded,
    }),
    [`GET ${path}/{id}`]: ownedRoute({
      ...one,
      guarded: guardedRead,
      request: (record) => ({ path: at(record) }),
      answer: (record) => ({ status: 200, body: record }),
    }),
    ...(changed && {
      [`PUT ${path}/{id}`]: ownedRoute({
        ...one,
        make: async (owner) => {
          const record = await make(owner);
          return { record, ...(await changed(record, owner)) };
        },
        request: ({ record, sent }) => ({ path: at(record), headers: ifMatch(record), body: sent }),
        answer: ({ record, expected }) => ({ status: 200, body: { ...expected, id: record.id, version: 2 } }),
      }),
    }),
    [`DELETE ${path}/{id}`]: ownedRoute({
      ...one,
      request: (record) => ({ path: at(record), headers: ifMatch(record) }),
      answer: () => ({ status: 204 }),
    }),
  };
}
