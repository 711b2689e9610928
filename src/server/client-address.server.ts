/** Where a request comes from, believing only the proxies we were told to trust. */

/**
 * The caller's address. With `trustedProxies` n, the n-th address from the right of X-Forwarded-For: further left anyone
 * can write what they like. Falls back to the socket's address.
 */
export function clientAddress(plan: {
  socket: string | undefined;
  forwarded: string | undefined;
  trustedProxies: number;
}): string {
  const socket = (plan.socket ?? 'unknown').replace(/^::ffff:/, '');
  if (plan.trustedProxies === 0 || !plan.forwarded) return socket;
  const hops = plan.forwarded.split(',').map((hop) => hop.trim());
  return hops.at(-plan.trustedProxies) || socket;
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
