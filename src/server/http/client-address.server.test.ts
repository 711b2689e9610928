/** Whose attempts are counted together, and whom a proxy may speak for. */
import { describe, expect, it } from 'vitest';
import { clientAddress, networkOf } from './client-address.server.ts';

const address = (trustedProxies: number, forwarded?: string, socket = '10.0.0.1') =>
  clientAddress({ socket, forwarded, trustedProxies });

describe('the address a request comes from', () => {
  it('is the connection’s, whatever the request says, when no proxy is trusted', () => {
    expect(address(0, '203.0.113.9')).toBe('10.0.0.1');
    expect(address(0)).toBe('10.0.0.1');
    expect(address(0, undefined, '::ffff:192.0.2.1')).toBe('192.0.2.1');
  });

  it('is what the trusted proxy wrote last; what stands before it anybody can write', () => {
    expect(address(1, '203.0.113.9')).toBe('203.0.113.9');
    expect(address(1, '127.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(address(2, '127.0.0.1, 203.0.113.9, 198.51.100.1')).toBe('203.0.113.9');
  });

  it('is the connection’s when the proxy wrote nothing', () => {
    expect(address(1, '')).toBe('10.0.0.1');
    expect(address(1)).toBe('10.0.0.1');
  });

  it('is unknown when the proxies wrote less than they should', () => {
    expect(address(2, '203.0.113.9')).toBe('unknown');
    expect(address(1, '203.0.113.9, ')).toBe('unknown');
  });

  it.each(['unknown', 'x'.repeat(300), '203.0.113.999', '<script>', 'localhost', '_hidden'])(
    'is unknown when the header names no address: %s',
    (forwarded) => {
      expect(address(1, forwarded)).toBe('unknown');
    },
  );

  it('is the address alone, in whatever dress it comes', () => {
    expect(address(1, '203.0.113.9:5678')).toBe('203.0.113.9');
    expect(address(1, '[2001:db8::1]:443')).toBe('2001:db8::1');
    expect(address(1, '[2001:db8::1]')).toBe('2001:db8::1');
    expect(address(1, '2001:db8::1')).toBe('2001:db8::1');
    expect(address(1, '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('is unknown when there is none', () => {
    expect(clientAddress({ socket: undefined, forwarded: undefined, trustedProxies: 0 })).toBe('unknown');
  });
});

describe('a network', () => {
  it('is one IPv4 address', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('unknown')).toBe('unknown');
  });

  it('is the household’s half of an IPv6 address, however it is written', () => {
    const same = ['2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::9', '2001:0db8:0001:0002:ffff::', '2001:db8:1:2:a:b:c:d'];
    expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('1:2:3::')).toBe('1:2:3:0::/64');
  });
});
