/** After signing in a person goes on where they wanted to, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { isAppPath, returnPath } from './paths.ts';

describe('the way back after signing in', () => {
  it.each([
    '/dashboard',
    '/dashboard/properties?q=leeds&status=vacant',
    '/dashboard/properties/edit/0b54f1de-64a5-4b8c-8d6f-6d6f0f2f1e11',
    '/dashboard/settings',
  ])('leads to a screen of the dashboard: %s', (path) => {
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
    ['the door itself, which would go round in circles', '/login'],
  ])('is the dashboard instead of %s', (_what, wanted) => {
    expect(returnPath(wanted)).toBe('/dashboard');
  });

  it('drops the part after the hash, which no screen reads', () => {
    expect(returnPath('/dashboard/properties?q=1#x')).toBe('/dashboard/properties?q=1');
  });
});

describe('the addresses of the app', () => {
  it('know a record by any id, with or without a slash at the end', () => {
    expect(['/dashboard/properties/1', '/dashboard/properties/1/', '/login'].map(isAppPath)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('are nothing beside or below a screen', () => {
    expect(['/', '/dashboard/properties/1/2', '/dashboardx', '/Login'].map(isAppPath)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
