import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY, resetToken, userOf } from '../../../test/fixtures/account.ts';
import { landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import { type Browser, openBrowser } from '../../../test/reading/browser.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { AUTH_PAGES, FORM_NAMES } from './auth-pages.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (browser: Browser, path: string, typed: Record<string, string>, headers = {}) =>
  browser.send('POST', path, { headers: { ...FORM, ...headers }, body: new URLSearchParams(typed).toString() });

const sentenceAt = (html: string, field: string) =>
  new RegExp(`id="${field}-wrong"[^>]*>.*?<span>(.*?)</span>`).exec(html)?.[1];
const problem = (html: string) => /role="alert"[^>]*>.*?<p><span>(.*?)<\/span>/.exec(html)?.[1];
const inputOf = (html: string, name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';

describe('a plain form', () => {
  it('signs up, stores a message for the dashboard, and signs in with separate cookies', async () => {
    const [first, other] = [visitor(), visitor()];
    const person = newPerson({ name: 'Ada “Plain” O’Neil' });
    const typed = { name: person.name, email: person.email, password: person.password, acceptTerms: 'on' };
    const signedUp = await post(first, '/signup', typed);
    expect([signedUp.status, signedUp.headers.get('location')]).toEqual([303, '/dashboard']);
    expect(signedUp.headers.get('cache-control')).toBe('no-store');
    expect(first.cookies.get('tenure.notice')).toBe('signed-up');
    expect((await userOf(first)).name).toBe(person.name);

    const next = '/dashboard/properties?q=leeds';
    const signedIn = await post(other, '/login', { email: person.email, password: person.password, next });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, next]);
    expect(other.cookies.get('tenure.notice')).toBe('signed-in');
    expect((await userOf(other)).id).toBe((await userOf(first)).id);
    const second = await landlord();
    expect((await userOf(second)).id).not.toBe((await userOf(first)).id);
  });

  it('returns typed values and a message for each invalid field, focuses the first, and never returns a password', async () => {
    const name = '"><script>alert(1)</script>';
    const refused = await post(visitor(), '/signup', {
      name,
      email: 'ada',
      password: 'short77',
      next: '/dashboard/plans',
    });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'no-store']);
    const fields = ['name', 'email', 'password', 'acceptTerms'].map((field) => sentenceAt(refused.text, field));
    expect(fields).toEqual([
      '',
      'Please enter a valid email address.',
      'Password must be at least 8 characters.',
      'You must accept the terms and conditions.',
    ]);
    expect(inputOf(refused.text, 'name')).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(inputOf(refused.text, 'email')).toMatch(
      /aria-invalid="true" autofocus aria-describedby="email-wrong".* value="ada"/,
    );
    expect(refused.text).toContain('<input type="hidden" name="next" value="/dashboard/plans">');
    expect(refused.text).not.toContain('short77');
    expect(refused.text).not.toContain('<script>alert');
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('is rejected with the API’s messages and statuses', async () => {
    const { email } = await landlord();
    const browser = visitor();
    for (const who of [email, 'nobody@tenure.example']) {
      const refused = await post(browser, '/login', { email: who, password: 'wrong horse battery' });
      expect([refused.status, problem(refused.text)]).toEqual([401, 'Invalid email or password. Please try again.']);
      expect(inputOf(refused.text, 'email')).toContain(`value="${who}"`);
      expect(inputOf(refused.text, 'password')).toContain('autofocus');
    }
    const taken = await post(browser, '/signup', { ...newPerson({ email }), acceptTerms: 'on' });
    expect([taken.status, problem(taken.text)]).toEqual([409, 'This email is already registered.']);
    for (let guess = 0; guess < 4; guess++) await post(browser, '/login', { email, password: 'wrong horse battery' });
    const paused = await post(browser, '/login', { email, password: 'wrong horse battery' });
    expect([paused.status, Number(paused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(problem(paused.text)).toMatch(/^Too many attempts\. Wait \d+ seconds/);
  });

  it('never redirects to another site', async () => {
    const { email, password } = await landlord();
    for (const next of [
      '//evil.example',
      'https://evil.example/dashboard',
      '/dashboard/../api/auth/sign-out',
      '/\\evil.example',
      '"><b>',
    ]) {
      const shown = await visitor().get(`/login?next=${encodeURIComponent(next)}`);
      expect([next, shown.text.includes('name="next"'), shown.text.includes('evil')]).toEqual([next, false, false]);
      const signedIn = await post(visitor(), '/login', { email, password, next });
      expect([next, signedIn.headers.get('location')]).toEqual([next, '/dashboard']);
    }
  });

  it.each(FORM_NAMES)('for %s is rejected from another site, if too large or if not a form', async (name) => {
    const { path } = AUTH_PAGES[name];
    const person = newPerson();
    const foreign = await post(visitor(), path, { ...person, acceptTerms: 'on' }, { origin: 'https://evil.example' });
    expect(foreign.outcome).toBe('403 wrong_origin');
    const large = await post(visitor(), path, { name: 'a'.repeat(70_000) });
    expect(large.outcome).toBe('413 payload_too_large');
    const json = await visitor().send('POST', path, { body: person });
    expect([json.status, json.headers.getSetCookie()]).toEqual([422, []]);
    expect(await query(server.database, 'select id from auth.users where email = $1', [person.email])).toEqual([]);
  });

  it('requests a new password, sets it once, and shows a message on the next page', async () => {
    const ada = await landlord();
    const browser = visitor();
    const requested = await post(browser, '/forgot-password', { email: ada.email });
    expect([requested.status, requested.headers.get('location')]).toEqual([303, '/forgot-password']);
    const response = await browser.get('/forgot-password');
    expect(response.text).toContain(
      'Check your email. If that address has an account, we have sent it a link to choose a new password.',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await browser.get('/forgot-password')).text).not.toContain('notice green');

    const { action } = await emailTo(ada.email, 'Choose a new password');
    const token = new URL(action?.url ?? '').searchParams.get('token') ?? '';
    const form = await browser.get(`/reset-password?token=${token}`);
    expect(form.text).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect(form.headers.get('cache-control')).toBe('no-store');
    expect(inputOf(form.text, 'endCalendarFeed')).toContain(' checked');
    const short = await post(browser, '/reset-password', { token, newPassword: 'short' });
    expect(inputOf(short.text, 'endCalendarFeed'), 'as it was posted').not.toContain(' checked');
    expect([short.status, sentenceAt(short.text, 'newPassword')]).toEqual([
      422,
      'Password must be at least 8 characters.',
    ]);
    const newPassword = 'a quite new password';
    const changed = await post(browser, '/reset-password', { token, newPassword });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/login']);
    expect((await browser.get('/login')).text).toContain('Your password has been changed. Please log in.');
    expect((await post(browser, '/login', { email: ada.email, password: newPassword })).status).toBe(303);
    for (const used of [token, '', 'x'.repeat(3000)]) {
      const again = await post(visitor(), '/reset-password', { token: used, newPassword });
      expect(again.status).toBe(422);
      expect(again.text).toContain('This link has expired or has already been used.');
      expect(again.text).not.toContain('<form');
    }
  });

  it.each([
    [{ endCalendarFeed: 'on' }, null],
    [{}, { tenants: false }],
  ])('sets a new password, and ends the calendar feed if ticked: %j', async (box, expected) => {
    const ada = await landlord();
    await ada.post('/api/calendar-feed', { tenants: false });
    const newPassword = 'a quite new password';
    const token = await resetToken(ada.email);
    expect((await post(visitor(), '/reset-password', { token, newPassword, ...box })).status).toBe(303);
    const browser = visitor();
    await post(browser, '/login', { email: ada.email, password: newPassword });
    const { feed } = (await browser.get('/api/calendar-feed')).as(
      z.object({ feed: z.object({ tenants: z.boolean() }).nullable() }),
    );
    expect(feed).toEqual(expected);
  });

  it('signs out and redirects only to the front page or login', async () => {
    for (const [to, place] of [
      ['/login', '/login'],
      ['//evil.example', '/'],
    ] as const) {
      const ada = await landlord();
      const out = await post(ada, '/sign-out', { to });
      expect([out.status, out.headers.get('location')]).toEqual([303, place]);
      expect(out.headers.get('clear-site-data')).toContain('storage');
      expect((await ada.get('/api/auth/get-session')).text).toBe('null');
    }
  });
});

describe('the pages', () => {
  it('S1.2.36 S1.2.40: redirect signed-in users, and open for visitors and ended sessions', async () => {
    const ada = await landlord();
    for (const [path, place] of [
      ['/login', '/dashboard'],
      ['/signup?next=/dashboard/profile', '/dashboard/profile'],
      ['/login?next=//evil.example', '/dashboard'],
      ['/trial-expired', '/dashboard'],
    ] as const) {
      const answer = await ada.get(path);
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, place]);
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect((await visitor().get(path)).status).toBe(200);
    }
    await server.later(8 * DAY, async () => {
      expect((await ada.get('/trial-expired')).text).toContain('<title>trial-expired, signed in');
    });
    await query(server.database, 'delete from auth.sessions where user_id = $1', [ada.personId]);
    expect((await ada.get('/login')).status).toBe(200);
  });

  it('keep the return address for the other form, and are cacheable without one', async () => {
    const { text, headers } = await visitor().get('/login?next=/dashboard/settings');
    expect(text).toContain('href="/signup?next=%2Fdashboard%2Fsettings"');
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-cache',
      'Cookie, Accept-Encoding',
    ]);
    expect((await visitor().get('/login')).text).toContain('href="/signup"');
  });

  it('show a known cookie’s message once and ignore unknown cookies', async () => {
    const browser = openBrowser(server);
    browser.cookies.set('tenure.notice', 'edit-tenant');
    expect((await browser.get('/login')).text).toContain('You must be logged in to edit tenants');
    expect((await browser.get('/login')).text).not.toContain('logged in to');
    browser.cookies.set('tenure.notice', '<b>Pay here</b>');
    expect((await browser.get('/login')).text).not.toContain('Pay here');
  });
});
