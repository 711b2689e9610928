/** Mutations of the second factor. All throw AppError. */
import { api, done, read } from '../../../web/http/api.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { refetchSession } from '../../../web/http/session.client.ts';
import type { PasswordProof } from '../account.ts';
import { readNewSession } from '../sign-in/sign-in.client.ts';
import type { CodeInput, NewSecondFactor, SignInCode } from './second-factor.ts';

const routes = api['second-factor'];

export async function beginSecondFactor(json: PasswordProof): Promise<NewSecondFactor> {
  return withSession(() => read(routes.begin.$post({ json })));
}

export async function confirmSecondFactor(json: CodeInput): Promise<void> {
  await done(routes.confirm.$post({ json }));
  await refetchSession();
}

export async function newRecoveryCodes(json: PasswordProof): Promise<string[]> {
  return (await withSession(() => read(routes['recovery-codes'].$post({ json })))).codes;
}

export async function endSecondFactor(json: PasswordProof): Promise<void> {
  await withSession(() => done(routes.end.$post({ json })));
  await refetchSession();
}

/** Re-authenticates with a code, for ten minutes. */
export async function verifyCode(json: CodeInput): Promise<void> {
  await withSession(() => done(routes.prove.$post({ json })));
}

export async function signInByCode(json: SignInCode): Promise<void> {
  await done(api.auth['sign-in'].code.$post({ json }));
  await readNewSession();
}
