import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

type Message = { id: string; at: Date; body: string; secrets: readonly string[] };

/** The three headers of Standard Webhooks 1.0, with a signature by each secret. */
export function signedHeaders({ id, at, body, secrets }: Message): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signatures.join(' ') };
}
