/** Keys and tokens of the sandbox bank. A token is a signed expiry time, which all workers can check. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { constantTimeEqual } from '../../sandbox.server.ts';

export function sandboxKeys(secret: string): { secretId: string; secretKey: string } {
  return { secretId: 'sandbox', secretKey: signature(secret, 'key') };
}

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`sandbox bank ${text}`).digest('base64url');

type Kind = 'access' | 'refresh';

export function sandboxTokens(secret: string, clock: Clock) {
  const now = () => clock.now().getTime();
  return {
    issue(kind: Kind, seconds: number): string {
      const until = now() + seconds * 1000;
      return `${until}.${signature(secret, `${kind} ${until}`)}`;
    },
    isValid(kind: Kind, token: string): boolean {
      const [until = '', signed = ''] = token.split('.');
      return constantTimeEqual(signed, signature(secret, `${kind} ${until}`)) && Number(until) > now();
    },
  };
}
