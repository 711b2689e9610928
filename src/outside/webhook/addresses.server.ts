/**
 * Webhooks are sent only to addresses outside IANA's special-purpose registries (RFC 6890), as the others may belong to
 * the operator's network.
 */
import { BlockList, isIP } from 'node:net';

const REFUSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, with cloud metadata services
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4],
  ['168.63.129.16', 32], // Azure's platform
] as const;

/** Only 2000::/3 is global. Mapped, translated (64:ff9b::/96) and unique local addresses are outside it. */
const GLOBAL_V6 = ['2000::', 3] as const;
const REFUSED_V6 = [
  ['2001::', 23], // Teredo and others
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const refusedV4 = new BlockList();
for (const [network, prefix] of REFUSED_V4) refusedV4.addSubnet(network, prefix, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet(...GLOBAL_V6, 'ipv6');
const refusedV6 = new BlockList();
for (const [network, prefix] of REFUSED_V6) refusedV6.addSubnet(network, prefix, 'ipv6');

/** False also for text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refusedV4.check(address, 'ipv4');
  return version === 6 && globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

/** Returns a URL's host without IPv6 brackets or a trailing dot. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const NOT_A_URL = 'Enter an address that begins with https://';
const NOT_PUBLIC = 'Enter an address on the public internet';

/** Returns a message for a URL that cannot be used. `allowed` hosts may use http, any port and any network. */
export function urlProblem(text: string, allowed: ReadonlySet<string>): string | undefined {
  if (!URL.canParse(text)) return NOT_A_URL;
  const url = new URL(text);
  const host = hostOf(url);
  if (url.username || url.password) return 'Remove the user name and password from the address';
  if (allowed.has(host)) return ['http:', 'https:'].includes(url.protocol) ? undefined : NOT_A_URL;
  if (url.protocol !== 'https:' || !host) return NOT_A_URL;
  if (url.port && Number(url.port) <= 1023) return 'Use port 443, or a port above 1023';
  if (isIP(host) && !isPublicAddress(host)) return NOT_PUBLIC;
  return undefined;
}

/** Returns a message unless a host has addresses, and all of them are public. */
export function addressProblem(addresses: readonly { address: string }[]): string | undefined {
  if (addresses.length === 0) return 'We could not find this host. Check the address.';
  return addresses.every(({ address }) => isPublicAddress(address)) ? undefined : NOT_PUBLIC;
}
