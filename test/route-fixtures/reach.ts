/** What a route fixture says: how a route is reached, and whose it is. */
import type { z } from 'zod';
import type { Landlord } from '../fixtures/landlords.ts';
import type { Ask } from '../reading/browser.ts';

type Request = Ask & { path: string };

/** A route to what one landlord owns. */
export type Owned<T = unknown> = {
  /** Makes what the request is about. */
  make: (owner: Landlord) => Promise<T>;
  request: (made: T) => Request;
  /** What the owner is answered: the status, and a body that must hold these, or this text, or is these bytes. */
  answer: (made: T) => { status: number; body?: object; text?: string; bytes?: Buffer };
  /** What a visitor is answered where it is not 401. */
  visitor?: 'served';
  /**
   * What another landlord is answered. A list or a new record is their own: 'own' means they see nothing of it. 422 where a new
   * record of their own would name what is the owner's.
   */
  otherLandlord: 404 | 422 | 'own';
  /** Whether an ended trial closes it (402). */
  guarded: boolean;
};

/** A route that anybody may ask; `why`, and what a visitor is answered. */
type Open = { why: string; request: Request; status: number };

/** By method and path. */
export type Reach = Record<string, Owned | Open>;

/** Lets each line know the type of what it makes. */
export const owned = <T>(reach: Owned<T>): Owned => ({
  ...reach,
  request: (made) => reach.request(made as T),
  answer: (made) => reach.answer(made as T),
});

type Versioned = { id: string; version: number };

/** The header that names the version which is changed. */
export const ifMatch = ({ version }: Pick<Versioned, 'version'>) => ({ 'if-match': `"${version}"` });

type Saved = { sent: object; told: object };

type Noun<Rec> = {
  /** '/api/suppliers'. */
  path: string;
  guarded: boolean;
  item: z.ZodType<object>;
  make: (owner: Landlord) => Promise<Rec>;
  /** A new record; `sent` names what is the owner's where `namesOwned` says so. */
  added: (owner: Landlord) => Promise<Saved>;
  namesOwned?: true;
  changed?: (record: Rec, owner: Landlord) => Saved | Promise<Saved>;
};

/** The five routes of a noun. */
export function recordRoutes(path: string): string[] {
  return [`GET ${path}`, `POST ${path}`, ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}/{id}`)];
}

/** The routes that `recordApi` makes of a noun. */
export function recordReach<Rec extends Versioned>(noun: Noun<Rec>): Record<string, Owned> {
  const { path, guarded, item, make, added, namesOwned, changed } = noun;
  const one = { make, otherLandlord: 404, guarded } as const;
  const at = ({ id }: Rec) => `${path}/${id}`;
  return {
    [`GET ${path}`]: owned({
      make: async (owner) => [item.parse(await make(owner))],
      request: () => ({ path }),
      answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
      otherLandlord: 'own',
      guarded,
    }),
    [`POST ${path}`]: owned({
      make: added,
      request: ({ sent }) => ({ path, body: sent }),
      answer: ({ told }) => ({ status: 201, body: told }),
      otherLandlord: namesOwned ? 422 : 'own',
      guarded,
    }),
    [`GET ${path}/{id}`]: owned({
      ...one,
      request: (record) => ({ path: at(record) }),
      answer: (record) => ({ status: 200, body: record }),
    }),
    ...(changed && {
      [`PUT ${path}/{id}`]: owned({
        ...one,
        make: async (owner) => {
          const record = await make(owner);
          return { record, ...(await changed(record, owner)) };
        },
        request: ({ record, sent }) => ({ path: at(record), headers: ifMatch(record), body: sent }),
        answer: ({ record, told }) => ({ status: 200, body: { ...told, id: record.id, version: 2 } }),
      }),
    }),
    [`DELETE ${path}/{id}`]: owned({
      ...one,
      request: (record) => ({ path: at(record), headers: ifMatch(record) }),
      answer: () => ({ status: 204 }),
    }),
  };
}
