import { expect, it } from 'vitest';
import { type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { server } from '../../../test/servers/server.ts';
import { sign } from '../../server/session/cookies.server.ts';
import { CurrentUser } from '../account/account.ts';
import { unsubscribeUrl } from './unsubscribe.server.ts';

const pathFor = ({ id }: Pick<Landlord, 'id'>) =>
  unsubscribeUrl(server.services, id).slice(server.services.appUrl.length);
const isOn = async (ada: Landlord) => (await ada.get('/api/auth/get-session')).as(CurrentUser).emailNotifications;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

it('shows a button and changes nothing when the link is followed', async () => {
  const ada = await landlord();
  const page = await visitor().get(pathFor(ada));
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringMatching(/<form method="post"><button>Stop these emails/),
  ]);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(page.text).not.toContain(ada.email);
  expect(await isOn(ada)).toBe(true);
});

it.each([
  ['the button', { headers: FORM, body: '' }],
  ['a mail program', { headers: { ...FORM, origin: 'https://mail.example' }, body: 'List-Unsubscribe=One-Click' }],
])('ends only that landlord’s emails on POST from %s, repeatedly', async (_, ask) => {
  const [ada, bob] = [await landlord(), await landlord()];
  for (let times = 0; times < 2; times++) {
    const page = await visitor().send('POST', pathFor(ada), ask);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('href="/dashboard/settings"')]);
    expect([await isOn(ada), await isOn(bob)]).toEqual([false, true]);
  }
});

it('refuses a token for another purpose and links to Settings', async () => {
  const ada = await landlord();
  const { secret } = server.services;
  const ofAnother = { ...server.services, secret: 'of another server' };
  const tokens = [
    '',
    ada.id,
    sign(ada.id, secret),
    new URL(unsubscribeUrl(ofAnother, ada.id)).searchParams.get('token'),
  ];
  for (const token of tokens) {
    const path = `/unsubscribe?${new URLSearchParams({ token: token ?? '' })}`;
    for (const page of [await visitor().get(path), await visitor().send('POST', path, { headers: FORM, body: '' })]) {
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('href="/dashboard/settings"')]);
    }
  }
  expect(await isOn(ada)).toBe(true);
});
