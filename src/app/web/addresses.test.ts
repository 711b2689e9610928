import { describe, expect, it, vi } from 'vitest';
import { screenFiles } from '../../../scripts/vite/screens.ts';
import { APP_PATHS, appPathAt, returnPath } from '../server/documents/paths.server.ts';
import { parseSearch, writeSearch } from './addresses.ts';

describe('the return path after signing in', () => {
  it.each([
    '/dashboard',
    '/dashboard/properties?q=leeds&status=vacant',
    '/dashboard/properties/edit/0b54f1de-64a5-4b8c-8d6f-6d6f0f2f1e11',
    '/dashboard/settings',
    '/join?token=Zm9v-YmFy_1',
  ])('leads to a screen of the dashboard, or an invitation: %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['another site', 'https://evil.example/dashboard'],
    ['another site without its protocol', '//evil.example/dashboard'],
    ['another site by backslash', '/\\evil.example'],
    ['another site behind a known beginning', '/dashboard@evil.example'],
    ['a backslash inside', '/dashboard/..\\..\\evil'],
    ['a line end', '/dashboard\n//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a way out of the dashboard', '/dashboard/../api/auth/sign-out'],
    ['an address that does not exist', '/dashboard/nothing'],
    ['an invitation without a token', '/join'],
    ['an invitation with more in its address', '/join?token=x&next=//evil.example'],
    ['an invitation with another host in its token', '/join?token=x@evil.example'],
    ['a path below an invitation', '/join/../api/auth/sign-out?token=x'],
    ['the login page itself, which would redirect in a loop', '/login'],
  ])('is the dashboard instead of %s', (_what, path) => {
    expect(returnPath(path)).toBe('/dashboard');
  });

  it('omits the fragment, which screens do not read', () => {
    expect(returnPath('/dashboard/properties?q=1#x')).toBe('/dashboard/properties?q=1');
  });
});

describe('the paths of the app', () => {
  it('match a record by any id, with or without a trailing slash', () => {
    expect(['/dashboard/properties/1', '/dashboard/properties/1/', '/confirm-email'].map(appPathAt)).toEqual([
      '/dashboard/properties/$id',
      '/dashboard/properties/$id',
      '/confirm-email',
    ]);
  });

  it('match the most exact screen', () => {
    expect(APP_PATHS.map((path) => appPathAt(path.replace(/\$\w+/g, '7')))).toEqual(APP_PATHS);
  });

  it('match only exact screens', () => {
    expect(['/', '/dashboard/properties/1/2', '/dashboardx', '/login'].filter(appPathAt)).toEqual([]);
  });
});

describe('the query of a URL', () => {
  it('keeps a house number, a flag and JSON as text', () => {
    expect(parseSearch('?q=42&status=true&sort=%5B1%5D')).toEqual({ q: '42', status: 'true', sort: '[1]' });
  });

  it('is parsed as it was written', () => {
    const search = { q: 'Flat 6 & “Albion” 50%+', status: 'vacant' };
    expect(parseSearch(writeSearch(search))).toEqual(search);
  });

  it('omits defaults, so that the plain list has a plain URL', () => {
    expect(writeSearch({ q: undefined, status: '' })).toBe('');
  });
});

it('the server serves every route of the router, with the file of each dashboard screen', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://tenure.test' } });
  const { router } = await import('./routes.tsx');
  const routed = Object.keys(router.routesByPath).map((path) => path.replace(/\/$/, ''));
  expect([...new Set(routed)].sort()).toEqual([...APP_PATHS].sort());
  expect(Object.keys(screenFiles()).sort()).toEqual(
    APP_PATHS.filter((path) => path.startsWith('/dashboard')).toSorted(),
  );
});
