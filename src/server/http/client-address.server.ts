import { isIP } from 'node:net';

/**
 * With n trusted proxies, returns the n-th address from the right of X-Forwarded-For, as clients can forge the others.
 * Without the header, returns the socket's address. An invalid address becomes 'unknown', which counts as remote.
 */
export function clientAddress(plan: {
  socket: string | undefined;
  forwarded: string | undefined;
  trustedProxies: number;
}): string {
  const { trustedProxies, forwarded } = plan;
  const source = trustedProxies > 0 && forwarded ? forwarded.split(',').at(-trustedProxies) : plan.socket;
  return bareAddress(source ?? '') ?? 'unknown';
}

/** Strips port, brackets and the prefix of '::ffff:203.0.113.9'. Returns undefined for text without an address. */
function bareAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const address = inBrackets ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) ? address.replace(/^::ffff:(?=[\d.]+$)/i, '') : undefined;
}

/**
 * Returns the unit of rate limits: an IPv4 address, or the /64 of an IPv6 address, which usually has one subscriber.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
