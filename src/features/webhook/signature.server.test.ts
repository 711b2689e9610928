import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from './signature.server.ts';

const at = new Date();
const body = '{"type":"tenant.added"}';
const sign = (...secrets: string[]) => signedHeaders({ id: 'msg_1', at, body, secrets });

describe('a signature', () => {
  it('equals the example of the specification', () => {
    // The test vector of the reference libraries at https://github.com/standard-webhooks/standard-webhooks.
    const headers = signedHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by the reference library, also with the former secret', () => {
    const [former, current, other] = [newSecret(), newSecret(), newSecret()];
    const headers = sign(current, former);
    for (const secret of [former, current]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'tenant.added' });
    }
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature');
  });

  it('has a secret of 32 random bytes', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
