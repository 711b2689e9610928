import { isIP } from 'node:net';

/**
 * With `trustedProxies` n, the n-th address from the right of X-Forwarded-For: clients can forge the others.
 * Without the header, the socket's address; with an invalid one, 'unknown', which counts as remote.
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

/** '[2001:db8::1]:443' → '2001:db8::1'; '203.0.113.9:5678' and '::ffff:203.0.113.9' → '203.0.113.9'. */
function bareAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const bare = inBrackets ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(bare) ? bare.replace(/^::ffff:(?=[\d.]+$)/i, '') : undefined;
}

/** The network that rate limits count: an IPv4 address, or the /64 of an IPv6 one, which one household has. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
