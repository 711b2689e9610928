import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Member, makePrimary, makeStandby, promote, restart, urlOfPair } from '../../../scripts/torture/pair.ts';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { resolvePrimary } from './primary.server.ts';
import { addressFromUrl } from './roles.server.ts';

it.each([
  ['postgres://u:p@one:5433,two/tenure', 'one:5433 two:5432'],
  ['postgres://u:p%40@[::1]:1,192.0.2.1:2/tenure?sslmode=require', '::1:1 192.0.2.1:2'],
  ['postgres://u:p@localhost/tenure?host=/run/one,/run/two', '/run/one:5432 /run/two:5432'],
])('parses %s as %s', (url, hosts) => {
  const address = addressFromUrl(url);
  expect(address.hosts?.map(({ host, port }) => `${host}:${port}`).join(' ')).toBe(hosts);
  expect({ ...address, ...address.hosts?.[0] }).toEqual(address);
  expect(address).toMatchObject({ user: 'u', database: 'tenure' });
});

describe('with two hosts', () => {
  let [primary, standby]: Member[] = [];
  const folder = (name: string) => join(inject('database').folder, `writer ${name}`);
  beforeAll(async () => {
    primary = await makePrimary(folder('one'));
    standby = await makeStandby(primary, folder('two'));
  }, 60_000);
  afterAll(async () => {
    for (const member of [primary, standby]) await member?.kill();
  });

  it('serves from the primary, also after a failover and the old primary’s return', async () => {
    if (!primary || !standby) throw new Error('The pair did not start.');
    const hosts = addressFromUrl(urlOfPair(standby, primary));
    expect((await resolvePrimary(hosts)).host).toBe(primary.address.host);
    const server = await startServer({
      database: primary.address,
      env: { DATABASE_URL: urlOfPair(standby, primary), DATABASE_CONNECTIONS: '2' },
    });
    try {
      const ada = await landlord({}, server);
      const add = async (address: string) => (await ada.post('/api/properties', { ...newProperty(), address })).outcome;
      expect(await add('1 Before Street')).toBe('served');
      await primary.kill();
      await expect(resolvePrimary(hosts)).rejects.toThrow('DATABASE_URL has no host that accepts writes');
      await promote(standby);
      await vi.waitFor(async () => expect(await add('2 After Street')).toBe('served'), {
        timeout: 30_000,
        interval: 100,
      });
      primary = await restart(primary);
      expect((await resolvePrimary(addressFromUrl(urlOfPair(primary, standby)))).host).toBe(standby.address.host);
      const list = (await ada.get('/api/properties')).text;
      expect([list.includes('1 Before Street'), list.includes('2 After Street')]).toEqual([true, true]);
    } finally {
      await server.stop();
    }
  }, 120_000);
});
