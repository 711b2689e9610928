import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { landlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { openBrowser } from '../../../../test/reading/browser.ts';
import { emailTo } from '../../../../test/reading/emails.ts';
import { server } from '../../../../test/servers/server.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import { createApi, describeApi } from '../../../app/server/app.server.ts';

const thisMachine = () => openBrowser(server, '127.0.0.1');

describe('the outbox', () => {
  it('shows every email and its link, with escaped markup, to this machine only', async () => {
    const ada = await landlord();
    const enquiry = { name: '<script>alert(1)</script>', email: ada.email, message: 'How do I bring 240 units?' };
    await ada.post('/api/contact', enquiry);
    const { id, action } = await emailTo('operator@localhost', `Enquiry from ${enquiry.name}`);
    const list = await thisMachine().get('/outbox');
    expect([list.status, list.text]).toEqual([200, expect.stringContaining(`href="/outbox/${id}"`)]);
    const page = await thisMachine().get(`/outbox/${id}`);
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).toContain(`href="${action?.url.replaceAll('&', '&amp;')}"`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    expect((await thisMachine().get('/outbox/unknown')).status).toBe(404);
    expect((await thisMachine().get('/outbox/examples')).text).toContain('Rent of £950.00 is outstanding');
    const others = ['::1.evil', '127.0.0.1, 203.0.113.9'].map((address) => openBrowser(server, address));
    for (const browser of [ada, visitor(), ...others]) {
      for (const path of ['/outbox', '/outbox/examples']) expect((await browser.get(path)).status).toBe(404);
      expect((await browser.get(`/outbox/${id}`)).status).toBe(404);
    }
  });

  it('is absent on a public server, like the movable clock', async () => {
    const env = { APP_URL: 'http://tenure.example', SANDBOXES: 'on', CLOCK: 'system' };
    const demonstration = await startServer({ database: server.database, env });
    onTestFinished(() => demonstration.stop());
    const local = openBrowser(demonstration, '127.0.0.1');
    expect((await local.get('/outbox')).status).toBe(404);
    expect((await local.post('/dev/time', { milliseconds: 1 })).status).toBe(404);
  });
});

describe('the movable clock', () => {
  it('is movable from this machine only', async () => {
    const now = z.object({ now: z.iso.datetime() });
    const day = 24 * 60 * 60 * 1000;
    expect((await visitor().post('/dev/time', { milliseconds: day })).outcome).toBe('404 not_found');
    const moved = (await thisMachine().post('/dev/time', { milliseconds: day })).as(now);
    expect(Date.parse(moved.now)).toBeGreaterThan(Date.now() + day - 60_000);
    const back = (await thisMachine().post('/dev/time', { milliseconds: -day })).as(now);
    expect(Math.abs(Date.parse(back.now) - Date.now())).toBeLessThan(60_000);
    for (const milliseconds of ['1', 1.5, null, 1e300]) {
      expect((await thisMachine().post('/dev/time', { milliseconds })).outcome).toBe('422 invalid_input');
    }
    const torn = { body: '{"milliseconds":', headers: { 'content-type': 'application/json' } };
    expect((await thisMachine().send('POST', '/dev/time', torn)).outcome).toBe('400 bad_request');
  });
});

describe('the security contact', () => {
  const started = async (env: Record<string, string>) => {
    const contactServer = await startServer({ database: server.database, env });
    onTestFinished(() => contactServer.stop());
    return contactServer;
  };

  it('is shown in security.txt, valid for half a year, and on its page', async () => {
    const contactServer = await started({ CONTACT_EMAIL: 'safe+lets@tenure.example' });
    const file = '/.well-known/security.txt';
    const securityTxt = async () => {
      const { text, headers } = await visitor(contactServer).get(file);
      return { type: headers.get('content-type'), fields: text.split('\n').map((line) => line.split(': ')) };
    };
    const { type, fields } = await securityTxt();
    expect(type).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const expires = (lines: string[][]) => Date.parse(lines.find(([name]) => name === 'Expires')?.[1] ?? '');
    const { appUrl } = contactServer.services;
    expect(fields).toEqual([
      ['Contact', 'mailto:safe%2Blets@tenure.example'],
      ['Expires', new Date(expires(fields)).toISOString()],
      ['Preferred-Languages', 'en'],
      ['Canonical', `${appUrl}${file}`],
      ['Policy', `${appUrl}/security`],
      [''],
    ]);
    const day = 24 * 60 * 60 * 1000;
    expect(expires(fields)).toBeGreaterThan(Date.now() + 179 * day);
    expect(expires(fields)).toBeLessThan(Date.now() + 365 * day);
    await contactServer.later(100 * day, async () =>
      expect(expires((await securityTxt()).fields)).toBeGreaterThan(Date.now() + 279 * day),
    );
    const page = await visitor(contactServer).get('/security');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('safe+lets@tenure.example</a>')]);
  });

  it('is absent without a contact address', async () => {
    for (const path of ['/.well-known/security.txt', '/security']) expect((await visitor().get(path)).status).toBe(404);
  });
});

describe('the description of the API', () => {
  const described = describeApi(createApi(server.services), server.services);

  it('is served as OpenAPI 3.1 and as a page, with every route in both', async () => {
    const document = await visitor().get('/api/openapi.json');
    expect(JSON.parse(document.text)).toEqual(JSON.parse(JSON.stringify(described)));
    expect(described.openapi).toBe('3.1.0');
    const page = await visitor().get('/api/docs');
    const missing = Object.entries(described.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => `${method.toUpperCase()} ${path}`)
        .filter((route) => !page.text.includes(route)),
    );
    expect(missing).toEqual([]);
  });

  it('loads nothing from other hosts and runs no scripts', async () => {
    const { text, headers } = await visitor().get('/api/docs');
    expect(text.match(/(?:src|href)="(?!\/|#)[^"]*"/g)).toBeNull();
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  });

  it('refers to existing schemas', () => {
    const references = [...JSON.stringify(described).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(Object.keys(described.components?.schemas ?? {})).toEqual(expect.arrayContaining([...new Set(references)]));
    expect(references).toContain('Property');
  });

  it('lists a route’s failures', () => {
    const put = described.paths?.['/api/properties/{id}']?.put;
    expect(Object.keys(put?.responses ?? {})).toEqual(['200', '400', '401', '402', '404', '409', '422', '428']);
  });
});
