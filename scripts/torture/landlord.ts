/** A landlord who adds properties as fast as the server takes them, and remembers which it has confirmed. */
import { setTimeout as delay } from 'node:timers/promises';

export type Landlord = {
  /** Ids of properties the server has answered 201 for. */
  confirmed: Set<string>;
  /** Adds properties, several at once, until the signal; failures are the point and are tried again. */
  work(signal: AbortSignal): Promise<void>;
  /** Whether the server shows this landlord their list: that sign-in, too, has outlived what happened. */
  isServed(): Promise<boolean>;
};

export async function signUp(port: number): Promise<Landlord> {
  const origin = `http://localhost:${port}`;
  const headers = { origin, 'content-type': 'application/json' };
  const account = { name: 'Job Landlord', email: 'job@example.com', password: 'Patience-of-Job-1', acceptTerms: true };
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  if (response.status !== 201) throw new Error(`Signing up was answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');

  const confirmed = new Set<string>();
  let number = 0;
  async function add(): Promise<void> {
    number += 1;
    const property = {
      address: `${number} Job Street`,
      city: 'Uz',
      postalCode: 'UZ1 1AA',
      propertyType: 'house',
      bedrooms: 3,
      bathrooms: 1,
      rent: 95_000,
    };
    const answer = await fetch(`${origin}/api/properties`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(property),
    });
    if (answer.status !== 201) throw new Error(`Adding was answered ${answer.status}`);
    confirmed.add(((await answer.json()) as { id: string }).id);
  }

  return {
    confirmed,
    async work(signal) {
      const hands = Array.from({ length: 4 }, async () => {
        while (!signal.aborted) await add().catch(() => delay(5));
      });
      await Promise.all(hands);
    },
    async isServed() {
      const answer = await fetch(`${origin}/api/properties?limit=1`, { headers: { cookie } }).catch(() => undefined);
      return answer?.status === 200;
    },
  };
}
