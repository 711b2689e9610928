import { z } from 'zod';
import { email as emailField } from '../../shared/fields.ts';
import { ROLES } from '../../shared/rights.ts';
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
/** Anyone who had the old password may have copied the feed's address. */
const endCalendarFeed = z.boolean().default(true).describe('Whether to end the calendar feed as well');
export const END_FEED = 'Also stop calendar feeds';
export const END_FEED_HINT = 'Your calendar app will stop updating. You can create a new feed in Settings.';

export const ResetPasswordInput = z.object({ token, newPassword: password, endCalendarFeed });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;
export const ConfirmEmailInput = z.object({ token });

export const PASSWORD_MISSING = 'Enter your password';

/** A value that no password can have gets the same error as a wrong password. */
const currentPassword = z
  .string({ error: PASSWORD_MISSING })
  .min(1, PASSWORD_MISSING)
  .max(128, 'The password is incorrect')
  .refine(isPlainText, 'The password is incorrect');

/** A new email address replaces the old address once it is confirmed. */
export const ProfileInput = z
  .object({
    name: line({ min: 2, max: 100, message: 'Name must be at least 2 characters' }),
    email: emailField('Email', 'Invalid email address').input,
    currentPassword: z
      .literal('')
      .or(currentPassword)
      .default('')
      .describe('Required to change the address, so that a signed-in browser alone cannot take over the account'),
  })
  .meta({ id: 'ProfileInput' });
export type ProfileInput = z.infer<typeof ProfileInput>;

/** Omitted settings are unchanged. */
export const SettingsInput = z
  .object({ darkMode: z.boolean(), emailNotifications: z.boolean(), keyShortcuts: z.boolean() })
  .partial()
  .meta({ id: 'SettingsInput' });
export type SettingsInput = z.infer<typeof SettingsInput>;

export const PasswordChange = z.object({ currentPassword, newPassword: password, endCalendarFeed });
export type PasswordChange = z.output<typeof PasswordChange>;

export const PasswordProof = z.object({ password: currentPassword });
export type PasswordProof = z.infer<typeof PasswordProof>;

export const Session = z
  .object({
    id: z.uuid(),
    device: z.string().describe("Browser and system, such as 'Chrome on Windows'"),
    signedInAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().describe('Accurate to the day'),
    current: z.boolean().describe('Whether this session made the request'),
    byCode: z.boolean().describe('Whether the sign-in used a code after the password'),
    byPasskey: z.boolean().describe('Whether the sign-in used a passkey'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

const OwnAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(ROLES),
    whole: z.boolean().describe('Whether all properties are in reach, including future ones'),
    rights: z.array(z.string()).describe("What the role includes: 'rent.see', 'rent.change' … and 'owner'"),
    taxYears: z.array(z.string()).nullable().describe('The tax years that a guest may see; null for all'),
  })
  .meta({ id: 'OwnAccount' });

export const CurrentUser = z
  .object({
    id: z.uuid().describe('The person, who may be a member of several accounts'),
    account: OwnAccount,
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    secondFactor: z.boolean().describe('Whether sign-in needs a code after the password'),
    passkeys: z.number().int().describe('Number of passkeys'),
    newEmail: z.string().nullable().describe('Unconfirmed address that will replace the email'),
    darkMode: z.boolean(),
    emailNotifications: z.boolean(),
    keyShortcuts: z.boolean().describe('Whether single letters are shortcuts'),
    trialStartDate: z.iso.datetime().nullable(),
    trialEndDate: z.iso.datetime().nullable(),
    subscription: Standing,
    sample: z
      .boolean()
      .describe('Whether this is a sample account, which sends no emails and is removed at the end of its trial'),
    now: z.iso.datetime().describe("Server time of this response; count the trial's days from it"),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof CurrentUser>;
