import { describe, expect, it } from 'vitest';
import { UNKNOWN_SENDER } from '../../../test/fixtures/sender.ts';
import { fraudHeaders, headerProblems, isPublicAddress } from './fraud-headers.ts';
import type { Sender } from './tax.ts';

const AT = new Date('2026-11-05T09:30:15.123Z');
const SENDER: Sender = {
  userId: 'b6f1c0de',
  deviceId: 'beec798b-b366-47fa-b1f8-92cede14a1ce',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  utcOffset: 0,
  screens: [
    { width: 1920, height: 1080, scale: 1, depth: 24 },
    { width: 375, height: 812, scale: 2.5, depth: 30 },
  ],
  window: { width: 1256, height: 803 },
  address: { ip: '198.51.100.4', port: 51_234, at: AT },
  secondFactor: { at: AT, reference: 'f7f8' },
};
const VENDOR = { version: '0.4.0', publicIp: '203.0.113.7', licence: '8D79&69' };
const problems = (headers: Record<string, string>) => headerProblems((name) => headers[name]);

describe('fraudHeaders', () => {
  it('has all 16, with keys and values encoded and separators not', () => {
    const headers = fraudHeaders(SENDER, VENDOR);
    expect(headers).toEqual({
      'Gov-Client-Connection-Method': 'WEB_APP_VIA_SERVER',
      'Gov-Client-Browser-JS-User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)',
      'Gov-Client-Device-ID': 'beec798b-b366-47fa-b1f8-92cede14a1ce',
      'Gov-Client-Multi-Factor': 'type=TOTP&timestamp=2026-11-05T09%3A30Z&unique-reference=f7f8',
      'Gov-Client-Public-IP': '198.51.100.4',
      'Gov-Client-Public-IP-Timestamp': '2026-11-05T09:30:15.123Z',
      'Gov-Client-Public-Port': '51234',
      'Gov-Client-Screens':
        'width=1920&height=1080&scaling-factor=1&colour-depth=24,width=375&height=812&scaling-factor=2.5&colour-depth=30',
      'Gov-Client-Timezone': 'UTC+00:00',
      'Gov-Client-User-IDs': 'tenure=b6f1c0de',
      'Gov-Client-Window-Size': 'width=1256&height=803',
      'Gov-Vendor-Forwarded': 'by=203.0.113.7&for=198.51.100.4',
      'Gov-Vendor-License-IDs': 'tenure=8D79%2669',
      'Gov-Vendor-Product-Name': 'Tenure',
      'Gov-Vendor-Public-IP': '203.0.113.7',
      'Gov-Vendor-Version': 'tenure=0.4.0',
    });
    expect(problems(headers)).toEqual([]);
  });

  it('leaves out missing facts only', () => {
    const headers = fraudHeaders(UNKNOWN_SENDER, { version: '1', publicIp: undefined, licence: undefined });
    expect(Object.keys(headers)).toEqual([
      'Gov-Client-Connection-Method',
      'Gov-Client-User-IDs',
      'Gov-Vendor-Product-Name',
      'Gov-Vendor-Version',
    ]);
    expect(problems(headers)).toHaveLength(12);
  });

  it('encodes an IPv6 address and letters that are not ASCII', () => {
    const address = { ip: '2001:db8::1', port: null, at: AT };
    const headers = fraudHeaders({ ...SENDER, userAgent: 'Żubr 1', utcOffset: -210, address }, VENDOR);
    expect(headers).toMatchObject({
      'Gov-Client-Browser-JS-User-Agent': '%C5%BBubr 1',
      'Gov-Client-Timezone': 'UTC-03:30',
      'Gov-Client-Public-IP': '2001%3Adb8%3A%3A1',
    });
    expect(problems(headers)).toEqual([{ header: 'Gov-Client-Public-Port', problem: 'missing' }]);
  });
});

it('headerProblems names a malformed header', () => {
  const headers = { ...fraudHeaders(SENDER, VENDOR), 'Gov-Client-Timezone': 'GMT', 'Gov-Client-Screens': '1920x1080' };
  expect(problems(headers)).toEqual([
    { header: 'Gov-Client-Screens', problem: 'malformed' },
    { header: 'Gov-Client-Timezone', problem: 'malformed' },
  ]);
});

it.each([
  [true, '198.51.100.4 8.8.8.8 172.32.0.1 2001:db8::1'],
  [false, '127.0.0.1 10.1.2.3 192.168.1.1 172.16.0.1 169.254.1.1 0.0.0.0 ::1 fd00::1 fe80::1 unknown'],
])('isPublicAddress returns %s for %s', (answer, addresses) => {
  for (const ip of addresses.split(' ')) expect([ip, isPublicAddress(ip)]).toEqual([ip, answer]);
});
