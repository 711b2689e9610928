/** Requests about the second factor. All throw AppError. */
import { AppError } from '../../../shared/app-error.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { refetchSession, sessionQuery } from '../../../web/http/session.client.ts';
import { COOKIES_REFUSED } from '../sentences.ts';
import type { CodeInput, NewSecondFactor, PasswordProof, SignInCode } from './second-factor.ts';

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

/** Valid for ten minutes. */
export async function verifyCode(json: CodeInput): Promise<void> {
  await withSession(() => done(routes.prove.$post({ json })));
}

export async function signInByCode(json: SignInCode): Promise<void> {
  await done(api.auth['sign-in'].code.$post({ json }));
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user) throw new AppError('internal', { message: COOKIES_REFUSED });
  notifyOtherTabs({ what: 'signed-in' });
}
