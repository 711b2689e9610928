import type { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  visitor,
} from '../../../../test/fixtures/landlords.ts';
import { server } from '../../../../test/servers/server.ts';
import { CurrentUser } from '../../../features/account/account.ts';
import { firstScreen } from '../../web/FirstScreen.tsx';
import { FIRST } from './first-reads.server.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const HOSTILE = '</script><b>14 Mill Lane';

type Reads = [key: unknown[], data: { pages: unknown[] }][];
const readsIn = (html: string): Reads =>
  JSON.parse(/<script type="application\/json" id="reads">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]') as Reads;

/** Retries, as a slow machine may send a document without rows. */
const documentOf = (who: Landlord, path: string, headers: Record<string, string> = {}) =>
  vi.waitFor(
    async () => {
      const answer = await who.get(path, { headers });
      expect(readsIn(answer.text)).not.toEqual([]);
      return answer;
    },
    { timeout: 60_000, interval: 200 },
  );

/** Adds a landlord with a property, its tenant, a supplier and a transaction, whose names begin with `name`. */
async function withRows(name: string): Promise<Landlord> {
  const who = await landlord();
  const { id: propertyId } = await addedProperty(who, { address: `${name} home` });
  await addedTenant(who, { name: `${name} tenant`, propertyId });
  await addedSupplier(who, { name: `${name} supplier` });
  await addedTransaction(who, { description: `${name} repair` });
  return who;
}

describe('the document of a list', () => {
  it.each([
    ['/dashboard/properties', 'home', '/api/properties?q=&sort=newest&limit=50'],
    ['/dashboard/tenants', 'tenant', '/api/tenants?q=&sort=name&limit=50'],
    ['/dashboard/suppliers', 'supplier', '/api/suppliers?q=&sort=name&limit=50'],
    ['/dashboard/rent', 'tenant', '/api/rent?limit=20'],
    ['/dashboard/finance', 'repair', '/api/transactions?q=&sort=recent&limit=100'],
  ])('at %s renders the landlord’s rows like the API, without a second request', async (path, what, address) => {
    const [ada, bob] = [await withRows('Ada'), await withRows('Bob')];
    for (const [who, own, other] of [
      [ada, 'Ada', 'Bob'],
      [bob, 'Bob', 'Ada'],
    ] as const) {
      const { text, headers } = await documentOf(who, path);
      const [rendered = ''] = text.split('<script type="application/json"');
      expect(rendered).toContain(`${own} ${what}`);
      expect(text).not.toContain(`${other} ${what}`);
      expect(readsIn(text)[0]?.[1].pages).toEqual([JSON.parse((await who.get(address)).text)]);
      expect(text).not.toContain(`href="${address.split('?')[0]}`);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['properties', []],
    ['tenants', []],
    ['suppliers', []],
    // Bank rows and totals are too slow for a document. Queries of a single record are disabled without an id.
    ['rent', ['bank-rows']],
    ['finance', ['transactions totals', 'transactions one', 'properties name', 'transactions totals sums']],
  ])('includes all first reads of %s except %j', async (list, later) => {
    const ada = await withRows('Ada');
    const path = `/dashboard/${list}`;
    const reads = readsIn((await documentOf(ada, path)).text);
    const user = (await ada.get('/api/auth/get-session')).as(CurrentUser);
    const look = { narrow: false, tables: [] };
    const screen = (await firstScreen({ path, search: {}, user, reads, look })) as ReactElement<{
      client: QueryClient;
    }>;
    renderToStaticMarkup(screen);
    const queries = screen.props.client.getQueryCache().getAll();
    const missing = queries.filter(({ state }) => state.data === undefined).map(({ queryKey }) => queryKey);
    const words = missing.map((key) => key.filter((part) => part && typeof part === 'string').join(' '));
    expect(words).toEqual(later);
  });

  it.each(Object.keys(FIRST))('at %s has the list’s first rows', async (path) => {
    expect((await documentOf(await landlord(), path)).status).toBe(200);
  });

  it('escapes names, and has no inline styles or active controls', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: HOSTILE });
    const { text } = await documentOf(ada, '/dashboard/properties');
    expect(text).toContain('&lt;/script&gt;&lt;b&gt;14 Mill Lane');
    expect(text).not.toContain(HOSTILE);
    expect(text).not.toMatch(/ style="|<(?:button|input|select)(?![^>]* inert)/);
  });

  it('applies the URL’s filters and the browser’s table layout', async () => {
    const ada = await landlord();
    for (const address of ['1 Mill Lane', '2 High Street']) await addedProperty(ada, { address });
    const { text } = await documentOf(ada, '/dashboard/properties?q=mill');
    expect([text.includes('1 Mill Lane'), text.includes('2 High Street')]).toEqual([true, false]);
    const cookie = `${ada.cookieHeader()}; tenure.tables=properties`;
    const table = await documentOf(ada, '/dashboard/properties', { cookie });
    expect([text.includes('<table'), table.text.includes('<table')]).toEqual([false, true]);
  });

  it('has no rows for a visitor or after the trial', async () => {
    const ada = await withRows('Ada');
    const shown = (html: string) => [readsIn(html).length, html.includes('Ada home')];
    expect(shown((await visitor().get('/dashboard/properties')).text)).toEqual([0, false]);
    await documentOf(ada, '/dashboard/properties');
    await server.later(MONTH_MS, async () => {
      for (const list of ['properties', 'finance'])
        expect(shown((await ada.get(`/dashboard/${list}`)).text)).toEqual([0, false]);
    });
  });

  it('shows a skeleton for an invalid query', async () => {
    const ada = await withRows('Ada');
    const { status, text } = await ada.get('/dashboard/properties?q=%00');
    expect([status, readsIn(text).length, text.includes('Loading your dashboard...')]).toEqual([200, 0, true]);
  });
});
