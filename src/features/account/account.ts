/** Signing up and in: what is asked, with its sentences, and what a signed-in person is told about themself. */
import { z } from 'zod';
import { isPlainText, line } from '../../shared/text.ts';

const email = z
  .string({ error: 'Please enter a valid email address.' })
  .trim()
  .max(254, 'Please enter a valid email address.')
  .pipe(z.email('Please enter a valid email address.'));

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
export const ResetPasswordInput = z.object({ token, newPassword: password });
export const ConfirmEmailInput = z.object({ token });

/** What the new-password screen asks; the token comes from the letter's link. */
export const NewPassword = z.object({ newPassword: password });
export type NewPassword = z.infer<typeof NewPassword>;

/** The signed-in person, as every screen knows them. Instants are ISO 8601. */
export const CurrentUser = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    trialStartDate: z.iso.datetime().nullable(),
    trialEndDate: z.iso.datetime().nullable(),
    subscription: z.object({
      status: z.enum(['trialing', 'expired', 'active']),
      plan: z.string().nullable(),
    }),
    now: z.iso.datetime().describe("The server's clock at this answer: trial days are counted from it"),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof CurrentUser>;
