import { z } from 'zod';

export const CODE_WRONG = 'This code is incorrect or has already been used.';

/** An app's code, which may contain spaces ('123 456'), or a recovery code. */
const code = z
  .string({ error: 'Enter the code.' })
  .max(40, CODE_WRONG)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'Enter the code.')
      .regex(/^[\w-]*$/, CODE_WRONG),
  );

export const CodeInput = z.object({ code });
export type CodeInput = z.infer<typeof CodeInput>;

export const SignInCode = CodeInput.extend({
  trust: z.boolean().default(false).describe('Whether this browser can skip the code for 30 days'),
});
export type SignInCode = z.infer<typeof SignInCode>;

/** How a person, possibly without an account, authenticates. */
export type SignIn = { email: string; secondFactor: boolean; passkeys: number };

const codes = z.array(z.string()).describe('Each replaces a code once. Returned only in this response');

export const NewSecondFactor = z.object({
  uri: z.string().describe('For the QR code: otpauth://…'),
  key: z.string().describe('The same key, for typing'),
  codes,
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

export const RecoveryCodes = z.object({ codes });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
