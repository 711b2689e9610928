/** Whose attempts are counted together, and whom a proxy may speak for. */
import { expect, it } from 'vitest';
import { clientAddress, networkOf } from './client-address.server.ts';

const SOCKET = '10.0.0.1';
const NAMED = '203.0.113.9';

it.each<[string, number, string | undefined, string]>([
  ['the socket’s, whatever the request says, when no proxy is trusted', 0, NAMED, SOCKET],
  ['the socket’s when the proxy wrote nothing', 1, '', SOCKET],
  ['the socket’s without the header', 1, undefined, SOCKET],
  ['the one that the trusted proxy wrote', 1, NAMED, NAMED],
  ['the one that it wrote last: what stands before it anybody can write', 1, `127.0.0.1, ${NAMED}`, NAMED],
  ['the one before last with two proxies', 2, `127.0.0.1, ${NAMED}, 198.51.100.1`, NAMED],
  ['unknown when two proxies wrote one', 2, NAMED, 'unknown'],
  ['unknown when the last is empty', 1, `${NAMED}, `, 'unknown'],
  ...['unknown', 'x'.repeat(300), '203.0.113.999', '<script>', 'localhost', '_hidden'].map(
    (text): [string, number, string, string] => ['unknown when the header names none', 1, text, 'unknown'],
  ),
  ['without its port', 1, `${NAMED}:5678`, NAMED],
  ['without brackets and port', 1, '[2001:db8::1]:443', '2001:db8::1'],
  ['without brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['as it is', 1, '2001:db8::1', '2001:db8::1'],
  ['of IPv4, where it comes as IPv6', 1, `::ffff:${NAMED}`, NAMED],
])('takes the address that is %s (%i proxies, %s)', (_, trustedProxies, forwarded, address) => {
  expect(clientAddress({ socket: SOCKET, forwarded, trustedProxies })).toBe(address);
});

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  [undefined, 'unknown'],
])('takes the socket %s for %s', (socket, address) => {
  expect(clientAddress({ socket, forwarded: undefined, trustedProxies: 0 })).toBe(address);
});

it.each([
  [NAMED, NAMED],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
])(
  'counts %s with the network %s: an IPv4 address, or the half of an IPv6 one that a household holds',
  (one, network) => {
    expect(networkOf(one)).toBe(network);
  },
);
