/** Where a request comes from, believing only the proxies we were told to trust. */
import { isIP } from 'node:net';

/**
 * The caller's address. With `trustedProxies` n, the n-th address from the right of X-Forwarded-For: further left anyone
 * can write what they like. Without the header it is the socket's address;
 * with one that names no address there, 'unknown', which is nobody's and not this machine's.
 */
export function clientAddress(plan: {
  socket: string | undefined;
  forwarded: string | undefined;
  trustedProxies: number;
}): string {
  const { trustedProxies, forwarded } = plan;
  const named = trustedProxies > 0 && forwarded ? forwarded.split(',').at(-trustedProxies) : plan.socket;
  return bareAddress(named ?? '') ?? 'unknown';
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
