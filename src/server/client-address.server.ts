/** Where a request comes from, believing only the proxies we were told to trust. */
import { isIP } from 'node:net';

/**
 * The caller's address. With `trustedProxies` n, the n-th address from the right of X-Forwarded-For: further left anyone
 * can write what they like. Falls back to the socket's address, also when what stands there is no address.
 */
export function clientAddress(plan: {
  socket: string | undefined;
  forwarded: string | undefined;
  trustedProxies: number;
}): string {
  const socket = bareAddress(plan.socket ?? '') ?? 'unknown';
  if (plan.trustedProxies === 0 || !plan.forwarded) return socket;
  return bareAddress(plan.forwarded.split(',').at(-plan.trustedProxies) ?? '') ?? socket;
}

/** '[2001:db8::1]:443' → '2001:db8::1'; '203.0.113.9:5678' and '::ffff:203.0.113.9' → '203.0.113.9'; undefined for no address. */
function bareAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const bare = inBrackets ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(bare) ? bare.replace(/^::ffff:(?=[\d.]+$)/i, '') : undefined;
}

/** The network limits count by: an IPv4 address, or the /64 of an IPv6 one, which a single household holds whole. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
