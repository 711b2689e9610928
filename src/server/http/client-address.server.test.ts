import { expect, it } from 'vitest';
import { clientAddress, networkOf } from './client-address.server.ts';

const SOCKET = '10.0.0.1';
const NAMED = '203.0.113.9';

it.each<[string, number, string | undefined, string]>([
  ['the socket’s, ignoring the header, when no proxy is trusted', 0, NAMED, SOCKET],
  ['the socket’s when the header is empty', 1, '', SOCKET],
  ['the socket’s without the header', 1, undefined, SOCKET],
  ['the one added by the trusted proxy', 1, NAMED, NAMED],
  ['the last one, as earlier ones can be forged', 1, `127.0.0.1, ${NAMED}`, NAMED],
  ['the last but one with two proxies', 2, `127.0.0.1, ${NAMED}, 198.51.100.1`, NAMED],
  ['unknown when two proxies added only one', 2, NAMED, 'unknown'],
  ['unknown when the last is empty', 1, `${NAMED}, `, 'unknown'],
  ...['unknown', 'x'.repeat(300), '203.0.113.999', '<script>', 'localhost', '_hidden'].map(
    (text): [string, number, string, string] => ['unknown when the header has no address', 1, text, 'unknown'],
  ),
  ['without its port', 1, `${NAMED}:5678`, NAMED],
  ['without brackets and port', 1, '[2001:db8::1]:443', '2001:db8::1'],
  ['without brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['unchanged', 1, '2001:db8::1', '2001:db8::1'],
  ['IPv4 when mapped to IPv6', 1, `::ffff:${NAMED}`, NAMED],
])('uses the address that is %s (%i proxies, %s)', (_, trustedProxies, forwarded, address) => {
  expect(clientAddress({ socket: SOCKET, forwarded, trustedProxies })).toBe(address);
});

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  [undefined, 'unknown'],
])('reads the socket address %s as %s', (socket, address) => {
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
])('maps %s to the network %s: an IPv4 address or an IPv6 /64', (one, network) => {
  expect(networkOf(one)).toBe(network);
});
