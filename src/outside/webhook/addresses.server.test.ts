import { describe, expect, it } from 'vitest';
import { addressProblem, isPublicAddress, urlProblem } from './addresses.server.ts';

const NONE: ReadonlySet<string> = new Set();

it.each([
  ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1']],
  ['link-local', ['169.254.1.1', 'fe80::1', 'fe80::1%eth0']],
  ['metadata', ['169.254.169.254', 'fd00:ec2::254', '168.63.129.16']],
  ['carrier-grade', ['100.64.0.1', '100.127.255.255']],
  ['multicast and reserved', ['224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
  ['mapped', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1']],
  ['translated', ['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::1', '64:ff9b:1::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['no addresses', ['', 'localhost', '1.2.3', '999.1.1.1']],
])('refuses %s addresses', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it('accepts public addresses, also next to refused networks', () => {
  const neighbours = [
    '93.184.215.14',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
  ];
  const all = [...neighbours, '169.253.0.1', '223.255.255.255', '2a00:1450:4009::8a', '2606:4700::1111'];
  expect(all.filter((address) => !isPublicAddress(address))).toEqual([]);
});

describe('an address of a webhook', () => {
  it.each([
    ['https://hooks.example/tenure?key=1', undefined],
    ['https://hooks.example:443/', undefined],
    ['https://hooks.example:8443/', undefined],
    ['https://hooks.example:1024/', undefined],
    ['https://hooks.example:1023/', 'Use port 443, or a port above 1023'],
    ['https://hooks.example:25/', 'Use port 443, or a port above 1023'],
    ['http://hooks.example/', 'Enter an address that begins with https://'],
    ['ftp://hooks.example/', 'Enter an address that begins with https://'],
    ['hooks.example', 'Enter an address that begins with https://'],
    ['https://ada@hooks.example/', 'Remove the user name and password from the address'],
    ['https://:secret@hooks.example/', 'Remove the user name and password from the address'],
    ['https://127.0.0.1/', 'Enter an address on the public internet'],
    ['https://0x7f.1/', 'Enter an address on the public internet'],
    ['https://2130706433/', 'Enter an address on the public internet'],
    ['https://[::ffff:127.0.0.1]/', 'Enter an address on the public internet'],
    ['https://[fd00::1]:8443/', 'Enter an address on the public internet'],
  ])('is validated: %s returns %s', (url, problem) => {
    expect(urlProblem(url, NONE)).toBe(problem);
  });

  it('may use http and a private network if the operator allows its host', () => {
    const allowed = new Set(['127.0.0.1', 'hooks.internal', '::1']);
    for (const url of ['http://127.0.0.1:80/', 'https://hooks.internal:25/', 'http://[::1]:3000/'])
      expect(urlProblem(url, allowed)).toBeUndefined();
    expect(urlProblem('http://127.0.0.2/', allowed)).toBeDefined();
    expect(urlProblem('http://ada@127.0.0.1/', allowed)).toBeDefined();
    expect(urlProblem('ftp://127.0.0.1/', allowed)).toBeDefined();
  });

  it('is refused if one of its host’s addresses is private, or the host has none', () => {
    expect(addressProblem([{ address: '93.184.215.14' }])).toBeUndefined();
    expect(addressProblem([{ address: '93.184.215.14' }, { address: '10.0.0.1' }])).toBeDefined();
    expect(addressProblem([])).toBeDefined();
  });
});
