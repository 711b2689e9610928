/** Facts of a request for HMRC's fraud prevention headers; unknown facts are null. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { isPublicAddress } from '../../outside/tax/fraud-headers.ts';
import type { Sender } from '../../outside/tax/tax.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { callerToken } from '../../server/session/session.server.ts';
import type { BrowserFacts } from './update.ts';

const WITHOUT: BrowserFacts = { deviceId: null, userAgent: null, utcOffset: null, screens: [], window: null };

export async function senderOf(services: Services, c: Context<AppEnv>, browser: BrowserFacts | null): Promise<Sender> {
  const { authPool, clock, settings } = services;
  const { rows } = await authPool.query<{ person: string; codeAt: Date | null }>(
    'select user_id as person, code_at as "codeAt" from auth.sessions where token = $1',
    [callerToken(services, c)],
  );
  const [session] = rows;
  const ip = c.var.clientAddress;
  // Behind a proxy, this port is the proxy's, and the client's port is unknown.
  const port = settings.trustedProxies === 0 ? (c.env.incoming.socket.remotePort ?? null) : null;
  return {
    ...(browser ?? WITHOUT),
    userId: session?.person ?? '',
    address: isPublicAddress(ip) ? { ip, port, at: clock.now() } : null,
    secondFactor: session?.codeAt ? { at: session.codeAt, reference: referenceOf(session.person) } : null,
  };
}

/** A reference that is the same for all sign-ins of a person. */
const referenceOf = (person: string) => createHash('sha256').update(`authenticator ${person}`).digest('hex');
