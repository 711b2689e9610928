/** Signing up and in: input with its sentences, the signed-in person, and the sentences of failures. */

import { z } from 'zod';
import { email as emailField } from '../../shared/fields.ts';
import { line } from '../../shared/schemas.ts';
import { isPlainText } from '../../shared/text.ts';
import { Standing } from '../subscription/standing.ts';

const { input: email } = emailField('Email', 'Please enter a valid email address.');

// Not trimmed: spaces are part of a password. The maximum bounds the hashing, as OWASP advises.
const password = z
  .string({ error: 'Password must be at least 8 characters.' })
  .min(8, 'Password must be at least 8 characters.')
  .max(128, 'Password must be at most 128 characters.')
  .refine(isPlainText, 'Password must not contain control characters.');

export const SignInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof SignInInput>;

export const SignUpInput = z.object({
  name: line({ min: 2, max: 100, message: 'Name must be at least 2 characters.' }),
  email,
  password,
  acceptTerms: z.literal(true, { error: 'You must accept the terms and conditions.' }),
});
export type SignUpInput = z.infer<typeof SignUpInput>;

export const ForgotPasswordInput = z.object({ email });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

const token = z.string().min(1).max(2000).refine(isPlainText);
/** Somebody who knew the old password may have copied the address of the feed. */
const endCalendarFeed = z.boolean().default(true).describe('Whether the calendar feed ends too');
export const END_FEED = 'Also stop calendar feeds';
export const END_FEED_HINT = 'Calendars that read your feed get no more days. You can make a new feed in Settings.';

export const ResetPasswordInput = z.object({ token, newPassword: password, endCalendarFeed });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;
export const ConfirmEmailInput = z.object({ token });

/** For a password that must be given and was not. */
export const PASSWORD_MISSING = 'Please enter your password';

/** For what is asked of somebody who is signed in already: whatever was typed is compared, and nothing else is said about it. */
export const currentPassword = z
  .string({ error: PASSWORD_MISSING })
  .min(1, PASSWORD_MISSING)
  .max(128, 'This is not your password')
  .refine(isPlainText, 'This is not your password');

/** Name and address of the signed-in person. A new address replaces the old one when it is confirmed. */
export const ProfileInput = z
  .object({
    name: line({ min: 2, max: 100, message: 'Name must be at least 2 characters' }),
    email: emailField('Email', 'Invalid email address').input,
    currentPassword: z
      .literal('')
      .or(currentPassword)
      .default('')
      .describe(
        'Needed to ask for another address: a signed-in browser alone must not be enough to take over the account',
      ),
  })
  .meta({ id: 'ProfileInput' });
export type ProfileInput = z.infer<typeof ProfileInput>;

/** What can be chosen in the settings; what is left out stays. */
export const SettingsInput = z
  .object({ darkMode: z.boolean(), emailNotifications: z.boolean(), keyShortcuts: z.boolean() })
  .partial()
  .meta({ id: 'SettingsInput' });
export type SettingsInput = z.infer<typeof SettingsInput>;

export const PasswordChange = z.object({ currentPassword, newPassword: password, endCalendarFeed });
export type PasswordChange = z.output<typeof PasswordChange>;

export const AccountRemoval = z.object({ password: currentPassword });
export type AccountRemoval = z.infer<typeof AccountRemoval>;

export const Session = z
  .object({
    id: z.uuid(),
    device: z.string().describe("What the browser says of itself, in words: 'Chrome on Windows'"),
    signedInAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().describe('To the day'),
    current: z.boolean().describe('The one that asks'),
    byCode: z.boolean().describe('Whether a code was given at sign-in, after the password'),
    byPasskey: z.boolean().describe('Whether a passkey was used at sign-in'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/** The signed-in person, as every screen knows them. Instants are ISO 8601. */
export const CurrentUser = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    secondFactor: z.boolean().describe('Whether signing in asks for a code after the password'),
    passkeys: z.number().int().describe('How many there are'),
    newEmail: z.string().nullable().describe('An address that waits for its confirmation, then replaces the email'),
    darkMode: z.boolean(),
    emailNotifications: z.boolean(),
    keyShortcuts: z.boolean().describe('Whether letters alone are shortcuts'),
    trialStartDate: z.iso.datetime().nullable(),
    trialEndDate: z.iso.datetime().nullable(),
    subscription: Standing,
    sample: z.boolean().describe('Whether rows of the sample portfolio are loaded'),
    now: z.iso.datetime().describe("The server's clock at this answer: trial days are counted from it"),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof CurrentUser>;
