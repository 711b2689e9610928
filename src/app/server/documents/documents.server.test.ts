import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { landlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../../test/fixtures/make.ts';
import { exchange } from '../../../../test/reading/raw.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { plainWeb, startServer } from '../../../../test/servers/start-server.ts';
import { CurrentUser } from '../../../features/account/account.ts';
import { AUTH_PAGES } from '../../auth/auth-pages.ts';
import { builtWeb, encodedApp, policy, webRoutes } from './documents.server.ts';
import { APP_PATHS } from './paths.server.ts';

const AUTH_PATHS = Object.values(AUTH_PAGES).map(({ path }) => path);

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

describe('a document', () => {
  it('has a policy without foreign or inline content', async () => {
    for (const path of ['/', '/terms', '/login', '/dashboard/properties', '/nowhere/at/all']) {
      const { headers } = await visitor().get(path);
      expect(headers.get('content-security-policy')).toBe(POLICY);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    const withHashes = policy({ styleHashes: ['sha256-abc='], scriptHashes: ['sha256-def='] });
    expect(withHashes).toContain("script-src 'self' 'sha256-def='; style-src 'self' 'sha256-abc=';");
  });

  it('returns 200 for a known path, 404 with the app for others, and never for the API', async () => {
    const known = APP_PATHS.map((path) => path.replace('$id', '7'));
    for (const path of ['/', '/terms', '/privacy', ...known, ...AUTH_PATHS, '/reset-password?token=x']) {
      expect([path, (await visitor().get(path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/nowhere', '/Login', '/dashboard/x/y', '/../etc/passwd', '/.env', '/%00', '/%E0%A4%A']) {
      const answer = await visitor().get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).toContain('<!doctype html>');
    }
    for (const path of ['/api', '/api/', '/api/nowhere', '/api/auth/nowhere']) {
      expect([path, (await visitor().get(path)).status]).toEqual([path, 404]);
    }
    expect((await visitor().get('/api/nowhere')).outcome).toBe('404 not_found');
  });

  it('redirects from the former address of bank rows with its parameters', async () => {
    const { status, headers } = await visitor().get('/dashboard/finance/match?from=email');
    expect([status, headers.get('location')]).toEqual([301, '/dashboard/rent/bank?from=email']);
  });

  it.each([
    ['/', 200],
    ['/login', 303],
    ['/dashboard', 200],
    ['/nowhere', 404],
    ['/healthz', 200],
    ['/api/properties', 200],
  ])('supports HEAD for %s', async (path, status) => {
    const answer = await (await landlord()).send('HEAD', path);
    expect([answer.status, answer.text]).toEqual([status, '']);
  });

  it('returns 304 for a known ETag', async () => {
    const first = await visitor().get('/confirm-email');
    const etag = first.headers.get('etag') ?? '';
    const again = await visitor().get('/confirm-email', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('content-security-policy')).toBe(POLICY);
    const changed = await visitor().get('/confirm-email', { headers: { 'if-none-match': 'W/"other"' } });
    expect(changed.status).toBe(200);
    expect((await visitor().get('/nowhere', { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  it.each(['identity', 'gzip', 'br'])('has the same content with encoding %s', async (encoding) => {
    const answer = await visitor().get('/dashboard', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.text).toContain('<title>Tenure</title>');
  });

  it('is marked when the server is a demonstration', () => {
    const template = '<!doctype html><html lang="en-GB"></html>';
    expect(encodedApp(template, { demonstration: true }).html.toString()).toContain('<html data-demonstration lang');
    expect(encodedApp(template, { demonstration: false }).html.toString()).toBe(template);
  });
});

describe('the document of a dashboard screen', () => {
  const sessionIn = (html: string): unknown =>
    JSON.parse(/<script type="application\/json" id="session">(.*?)<\/script>/s.exec(html)?.[1] ?? '"nothing"');
  const readsIn = (html: string) =>
    [...html.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(([, address]) => address);

  it('includes the signed-in user’s session and is not cached', async () => {
    const [ada, bob] = [await landlord({ name: '</script><b>Ada' }), await landlord()];
    for (const who of [ada, bob]) {
      const answer = await who.get('/dashboard/properties');
      const session = (await who.get('/api/auth/get-session')).as(CurrentUser);
      expect(session.email).toBe(who.email);
      expect({ ...CurrentUser.parse(sessionIn(answer.text)), now: '' }).toEqual({ ...session, now: '' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    }
    expect((await ada.get('/dashboard')).text).not.toContain('</script><b>');
    expect((await ada.get('/login')).text).not.toContain(ada.email);
  });

  it('preloads the screen’s first requests with the same URLs', async () => {
    const ada = await landlord();
    expect(readsIn((await ada.get('/dashboard')).text)).toEqual(['/api/transactions/summary']);
    expect(readsIn((await ada.get('/dashboard/finance?tab=accounts')).text)).toEqual(['/api/transactions/summary']);
  });

  it.each([
    ['visitor', async () => visitor()],
    [
      'landlord with an ended session',
      async () => {
        const ada = await landlord();
        await query(server.database, 'delete from auth.sessions where user_id = $1', [ada.personId]);
        return ada;
      },
    ],
  ])('has an empty session and no preloads for a %s', async (_who, make) => {
    const { text, status } = await (await make()).get('/dashboard');
    expect([status, sessionIn(text), readsIn(text)]).toEqual([200, null, []]);
  });

  it('has no preloads after the trial', async () => {
    const ada = await landlord();
    const { text } = await server.later(8 * 24 * 60 * 60 * 1000, () => ada.get('/dashboard/properties'));
    expect([sessionIn(text), readsIn(text)]).toEqual([expect.objectContaining({ id: ada.personId }), []]);
  });
});

describe('built documents', () => {
  it('have styles first, an inline theme and preloads of their screen’s code', async () => {
    const folder = mkdtempSync(join(inject('database').folder, 'built-'));
    const files = {
      'app.html':
        '<html lang="en"><head><script src="/theme.js"></script><script type="module" src="/assets/app-1.js"></script>' +
        '<link rel="modulepreload" crossorigin href="/assets/libraries-1.js">' +
        '<link rel="stylesheet" crossorigin href="/assets/app-1.css"></head><body></body></html>',
      'theme.js': 'theme()',
      'screens.json': '{"/dashboard/tenants/$id":["assets/app-1.js","assets/Tenant-1.js"]}',
      'pages.json': '{"styleHashes":[],"scriptHashes":[],"files":[]}',
      'auth-pages.json': '{"styleHashes":[],"scriptHashes":[],"files":[]}',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { clock, settings } = server.services;
    const web = await builtWeb({ directory: folder, settings, clock });
    const at = async (path: string) => web.document({ page: 'app', url: `http://tenure.test${path}` });
    const document = await at('/dashboard/tenants/7?tab=lease');
    expect(document.html.toString()).toBe(
      '<html lang="en"><head><link rel="stylesheet" crossorigin href="/assets/app-1.css"><script>theme()</script>' +
        '<script type="module" crossorigin src="/assets/libraries-1.js"></script>' +
        '<script type="module" src="/assets/app-1.js"></script>' +
        '<link rel="modulepreload" crossorigin href="/assets/Tenant-1.js"></head><body></body></html>',
    );
    const hash = createHash('sha256').update('theme()').digest('base64');
    expect(policy(document)).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect((await at('/nowhere')).html.toString()).not.toContain('modulepreload');
  });
});

describe('a built file', () => {
  const folder = mkdtempSync(join(inject('database').folder, 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/app-123.js'), 'export {};');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'app.html'), 'not public');
  const app = new Hono<{ Bindings: never; Variables: never }>();
  const page = encodedApp('<!doctype html>the app', { demonstration: false });
  webRoutes(app as never, { ...plainWeb, files: folder, document: () => page }, server.services);

  it('is cached for ever if its name has a hash, otherwise for an hour', async () => {
    const asset = await app.request('/assets/app-123.js');
    expect(await asset.text()).toBe('export {};');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await app.request('/favicon.svg');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('is the only kind of file served', async () => {
    for (const path of [
      '/assets/none.js',
      '/app.html',
      '/assets/../app.html',
      '/assets/%2e%2e/app.html',
      '/assets/..%2fapp.html',
    ]) {
      const answer = await app.request(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toBe('<!doctype html>the app');
    }
  });
});

describe('cookies', () => {
  const cookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie().map((cookie) => cookie.split('; '));

  it('are HttpOnly and SameSite, with the port in their name', async () => {
    const cookies = cookiesOf(await visitor().post('/api/auth/sign-up/email', newPerson()));
    const { port } = new URL(server.services.appUrl);
    expect(cookies.map(([pair = '']) => pair.split('=')[0])).toEqual([
      `tenure-${port}.session_token`,
      `tenure-${port}.device`,
    ]);
    for (const attributes of cookies) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']));
      expect(attributes.filter((one) => /^(Secure|Domain)/.test(one))).toEqual([]);
    }
  });

  it('are Secure if the product uses https', async () => {
    const env = { APP_URL: 'https://tenure.example', CLOCK: 'system', SANDBOXES: 'on' };
    const secure = await startServer({ database: server.database, env });
    onTestFinished(() => secure.stop());
    const body = JSON.stringify(newPerson());
    const answer = await exchange(secure, {
      head: [
        'POST /api/auth/sign-up/email HTTP/1.1',
        'Host: tenure.example',
        'Origin: https://tenure.example',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body: [body],
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const cookies = cookiesOf(answer);
    const names = ['__Secure-tenure-443.session_token', '__Secure-tenure-443.device'];
    expect(cookies.map(([pair = '']) => pair.split('=')[0])).toEqual(names);
    for (const attributes of cookies)
      expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax']));
  });
});
