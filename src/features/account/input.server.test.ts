/** What people may type, or send, where they sign up and in. */
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { landlord, visitor } from '../../../test/landlords.ts';
import { newPerson } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { CurrentUser } from './account.ts';

const email = 'Please enter a valid email address.';
const short = 'Password must be at least 8 characters.';
const name = 'Name must be at least 2 characters.';
const NOT_STORED = 'This contains characters that cannot be stored';
const guest = visitor();

describe('signing up', () => {
  it.each([
    ['no name', { name: '' }, { name }],
    ['a name of spaces', { name: '    ' }, { name }],
    ['a name of one letter', { name: 'A' }, { name }],
    ['a name of 101 letters', { name: 'A'.repeat(101) }, { name: 'Please keep this to 100 characters' }],
    ['a name of two lines', { name: 'Ada\r\nBcc: eve@tenure.example' }, { name: 'Please keep this to one line' }],
    ['NUL in the name', { name: 'Ada\0' }, { name: NOT_STORED }],
    ['half an emoji in the name', { name: 'Ada \ud83d' }, { name: NOT_STORED }],
    ['a number for a name', { name: 7 }, { name }],
    ['no address', { email: '' }, { email }],
    ['an address without @', { email: 'ada' }, { email }],
    ['two addresses', { email: 'ada@tenure.example,bob@tenure.example' }, { email }],
    ['a line end in the address', { email: 'ada@tenure.example\nbcc: eve@tenure.example' }, { email }],
    ['NUL in the address', { email: 'ada\0@tenure.example' }, { email }],
    ['an address of 300 letters', { email: `${'a'.repeat(290)}@tenure.example` }, { email }],
    ['a list of addresses', { email: ['ada@tenure.example'] }, { email }],
    ['a password of seven', { password: '1234567' }, { password: short }],
    ['a password of four emoji', { password: '😀😀😀😀' }, { password: short }],
    ['a password of 129', { password: 'x'.repeat(129) }, { password: 'Password must be at most 128 characters.' }],
    ['NUL in the password', { password: '12345678\0' }, { password: 'Password must not contain control characters.' }],
    ['no password', { password: null }, { password: short }],
    [
      'terms that are not accepted',
      { acceptTerms: false },
      { acceptTerms: 'You must accept the terms and conditions.' },
    ],
    ['terms accepted as text', { acceptTerms: 'true' }, { acceptTerms: 'You must accept the terms and conditions.' }],
  ])('with %s is refused in words, and makes nobody', async (_, wrong, fields) => {
    const person = newPerson();
    const answer = await guest.post('/api/auth/sign-up/email', { ...person, ...wrong });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await query(server.database, 'select from auth.users where email = $1', [person.email])).toEqual([]);
  });

  it('keeps any name as it was typed, without the spaces around it', async () => {
    for (const typed of ['Robert’); DROP TABLE Students;--', '<b>Ada</b>', 'محمد بن سلمان', '李白', '👩‍💻 Ada']) {
      const ada = await landlord({ name: `  ${typed} ` });
      expect((await ada.get('/api/auth/get-session')).as(CurrentUser).name).toBe(typed);
    }
  });

  it('gives nobody more than a trial, whatever else is sent', async () => {
    const extra = {
      id: '00000000-0000-4000-8000-000000000001',
      emailVerified: true,
      createdAt: '2099-01-01T00:00:00Z',
      subscription_status: 'active',
      plan: 'enterprise',
      trial_end_date: '2099-01-01',
      role: 'admin',
      image: 'https://evil.example/x.png',
      callbackURL: 'https://evil.example',
    };
    const ada = await landlord({ ...newPerson(), ...extra });
    const user = (await ada.get('/api/auth/get-session')).as(CurrentUser);
    expect(user).toMatchObject({ emailConfirmed: false, subscription: { status: 'trialing', plan: null } });
    expect(user.id).not.toBe(extra.id);
    expect(Date.parse(user.trialEndDate ?? '')).toBeLessThan(Date.now() + 8 * 24 * 60 * 60 * 1000);
    const [row] = await query(server.database, 'select image from auth.users where id = $1', [user.id]);
    expect(row).toEqual({ image: null });
  });
});

describe('the other doors', () => {
  it.each([
    ['/api/auth/sign-in/email', { email: 'x', password: '' }, { email, password: short }],
    ['/api/auth/sign-in/email', { email: { $ne: null }, password: ['12345678'] }, { email, password: short }],
    ['/api/auth/request-password-reset', { email: 'not an address' }, { email }],
    ['/api/auth/request-password-reset', {}, { email }],
  ])('%s refuse %j in words', async (path, body, fields) => {
    const answer = await guest.post(path, body);
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
  });

  it.each(['', 'x'.repeat(2001), 'a\0b', 7, null, ['x']])('take no token like %j', async (token) => {
    const reset = await guest.post('/api/auth/reset-password', { token, newPassword: 'long enough' });
    const confirm = await guest.post('/api/auth/verify-email', { token });
    expect([reset.outcome, confirm.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
  });
});
