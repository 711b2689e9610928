/** Keys and tokens of the sandbox tax authority. An access token is a signed grant and expiry time. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { constantTimeEqual } from '../../sandbox.server.ts';
import type { SandboxStore } from './store.server.ts';

const CODE_MS = 10 * 60_000;
const ACCESS_S = 4 * 3_600;
const CONSENT_MS = 548 * 86_400_000;

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`sandbox tax ${text}`).digest('base64url');

export function sandboxTaxKeys(secret: string): { clientId: string; clientSecret: string } {
  return { clientId: 'sandbox', clientSecret: signature(secret, 'key') };
}

const randomToken = () => randomBytes(24).toString('base64url');

export function sandboxTokens(plan: { secret: string; clock: Clock; store: SandboxStore }) {
  const { secret, clock, store } = plan;
  const now = () => clock.now().getTime();
  const after = (milliseconds: number) => new Date(now() + milliseconds).toISOString();
  const tokensOf = (id: string, refresh: string) => {
    const access = `${id}.${now() + ACCESS_S * 1000}`;
    return {
      access_token: `${access}.${signature(secret, access)}`,
      refresh_token: `${id}.${refresh}`,
      expires_in: ACCESS_S,
      scope: 'read:self-assessment write:self-assessment',
      token_type: 'bearer',
    };
  };
  return {
    async code(redirect: string): Promise<string> {
      const code = randomToken();
      await store.put('code', code, { redirect, until: after(CODE_MS) });
      return code;
    },
    /** Returns tokens for a code; undefined if it is unknown, used, expired or of another callback. */
    async exchange(code: string, redirect: string) {
      const stored = await store.take('code', code);
      if (!stored || stored.redirect !== redirect || Date.parse(stored.until) <= now()) return undefined;
      const [id, refresh] = [randomToken(), randomToken()];
      await store.put('grant', id, { refresh, until: after(CONSENT_MS) });
      return tokensOf(id, refresh);
    },
    /** Returns new tokens; undefined if the token was used or the consent has ended. */
    async refresh(token: string) {
      const [id = '', refresh = ''] = token.split('.');
      const before = await store.get('grant', id);
      if (!before || before.refresh !== refresh || Date.parse(before.until) <= now()) return undefined;
      const next = randomToken();
      return (await store.swap('grant', id, { before, after: { ...before, refresh: next } }))
        ? tokensOf(id, next)
        : undefined;
    },
    /** Whether the access token is valid and its consent has not ended. */
    async isValid(token: string): Promise<boolean> {
      const [id = '', until = '', signed = ''] = token.split('.');
      if (!constantTimeEqual(signed, signature(secret, `${id}.${until}`)) || Number(until) <= now()) return false;
      const grant = await store.get('grant', id);
      return grant !== undefined && Date.parse(grant.until) > now();
    },
  };
}
