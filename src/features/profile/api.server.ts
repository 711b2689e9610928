import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import {
  callerToken,
  readAsUser,
  renewSession,
  setSessionCookie,
  withUser,
} from '../../server/session/session.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { callerIdentity, currentUser } from '../account/account.server.ts';
import {
  ConfirmEmailInput,
  CurrentUser,
  PASSWORD_MISSING,
  PasswordChange,
  ProfileInput,
  SettingsInput,
} from '../account/account.ts';
import { type AccountServices, Done, done, post, signedIn, tags } from '../account/routes.server.ts';
import { assertPasswordUncommon, passwords, verifyPassword } from '../account/sign-in/password.server.ts';
import {
  confirmNewAddress,
  isNewAddress,
  replacePassword,
  requestEmailChange,
  saveName,
  saveSettings,
} from './profile.server.ts';

const save = createRoute({
  operationId: 'saveProfile',
  method: 'put',
  ...needs('self'),
  path: '/api/profile',
  tags,
  summary:
    'Save name and email address. A new address takes effect once its emailed link is followed; the current address cancels a pending one',
  request: { body: body(ProfileInput) },
  responses: { 200: answer(CurrentUser, 'Saved'), ...signedIn, ...failures.input, ...failures.limited },
});

const confirm = post(
  'confirmNewEmail',
  '/api/profile/confirm-email',
  'Confirm a new email address with the token from its email; no session needed',
  ConfirmEmailInput,
  { 200: answer(Done, 'Confirmed'), ...failures.input },
);

const password = post(
  'changePassword',
  '/api/profile/password',
  'Change the password; ends every other session, and the calendar feed by default',
  PasswordChange,
  {
    200: answer(Done, 'Changed'),
    ...signedIn,
    ...failures.input,
    ...failures.limited,
  },
  'self',
);

const settings = createRoute({
  operationId: 'saveSettings',
  method: 'patch',
  ...needs('self'),
  path: '/api/settings',
  tags,
  summary: 'Change settings; omitted ones are unchanged',
  request: { body: body(SettingsInput) },
  responses: { 200: answer(CurrentUser, 'Saved'), ...signedIn, ...failures.input },
});

export function profileApi(services: AccountServices) {
  const { attempts, clock } = services;
  return router()
    .openapi(save, async (c) => {
      const { name, email, currentPassword } = c.req.valid('json');
      const token = callerToken(services, c);
      const person = await readAsUser(services, c, 'open', callerIdentity);
      // A pending address stays pending with a changed name. Otherwise, its email is sent again.
      const isPending = person.waiting === email.toLowerCase();
      const waiting = isPending && person.name !== name ? person.waiting : null;
      const requestsEmail = isNewAddress(person, email) && waiting === null;
      if (requestsEmail && !isPending) await verifyEmailChange(services, c, currentPassword);
      if (requestsEmail) {
        // Each request also emails the old address, so this limit applies to emails to new addresses too.
        await attempts.limitEmailsOf(person.id);
        await attempts.limitEmailsTo(email);
      }
      const user = await withUser(services, c, 'open', async (db) => {
        if (requestsEmail) await requestEmailChange(services, db, { token, person, name, email });
        else await saveName(db, { token, name, waiting });
        return currentUser(db, clock.now());
      });
      return c.json(user, 200);
    })
    .openapi(confirm, async (c) => {
      await confirmNewAddress(services, c.req.valid('json').token);
      return c.json(done, 200);
    })
    .openapi(password, async (c) => {
      const { currentPassword, newPassword, endCalendarFeed } = c.req.valid('json');
      const token = callerToken(services, c);
      await verifyPassword(services, c, { field: 'currentPassword', password: currentPassword });
      await assertPasswordUncommon('newPassword', newPassword);
      const hash = await passwords.hash(newPassword);
      const renewed = await withUser(services, c, 'open', async (db) => {
        await replacePassword(services, db, { token, hash, endFeeds: endCalendarFeed });
        return renewSession(db, token);
      });
      setSessionCookie(services, c, renewed);
      return c.json(done, 200);
    })
    .openapi(settings, async (c) => {
      const user = await withUser(services, c, 'open', async (db) => {
        await saveSettings(db, c.req.valid('json'));
        return currentUser(db, clock.now());
      });
      return c.json(user, 200);
    });
}

/** A new address can reset the password, so changing it needs the current password. */
async function verifyEmailChange(services: AccountServices, c: Context<AppEnv>, password: string): Promise<void> {
  const field = 'currentPassword';
  if (password === '') throw invalidField(field, PASSWORD_MISSING);
  await verifyPassword(services, c, { field, password });
}
