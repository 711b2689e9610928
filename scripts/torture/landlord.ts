/** A landlord who adds properties continuously and records which were confirmed or rejected. */
import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '../server-process.ts';

export type Landlord = {
  /** Ids of properties added with status 201. */
  confirmed: Set<string>;
  /** Other responses, in order. */
  refused: Answer[];
  /** Adds several properties concurrently until the signal; failures are expected and retried. */
  work(signal: AbortSignal): Promise<void>;
  /** Whether the list can be read, which needs a valid session. */
  isServed(): Promise<boolean>;
};

export type Answer = { status: number; milliseconds: number };

export const MAX_CONCURRENT = 4;

export async function addLandlord(origin: string): Promise<Landlord> {
  const cookie = await signUp(origin, { name: 'Busy Landlord', email: 'busy@example.com' });
  const headers = { origin, 'content-type': 'application/json', cookie };
  const confirmed = new Set<string>();
  const refused: Answer[] = [];
  let number = 0;
  async function add(): Promise<void> {
    number += 1;
    const property = {
      address: `${number} Busy Street`,
      city: 'Leeds',
      postalCode: 'LS1 1AA',
      propertyType: 'house',
      bedrooms: 3,
      bathrooms: 1,
      rent: 95_000,
    };
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/api/properties`, {
      method: 'POST',
      headers,
      body: JSON.stringify(property),
    });
    const { status } = answer;
    if (status === 201) confirmed.add(((await answer.json()) as { id: string }).id);
    else {
      await answer.text();
      refused.push({ status, milliseconds: performance.now() - startedAt });
      await delay(5);
    }
  }

  return {
    confirmed,
    refused,
    async work(signal) {
      const adding = Array.from({ length: MAX_CONCURRENT }, async () => {
        while (!signal.aborted) await add().catch(() => delay(5));
      });
      await Promise.all(adding);
    },
    async isServed() {
      const answer = await fetch(`${origin}/api/properties?limit=1`, { headers: { cookie } }).catch(() => undefined);
      return answer?.status === 200;
    },
  };
}
