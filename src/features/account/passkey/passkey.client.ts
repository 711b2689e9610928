/** Passkey queries and mutations. All throw AppError. */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../shared/app-error.ts';
import { createPasskey, getPasskey, NO_PASSKEY } from '../../../web/forms/passkey.client.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { invalidate } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { refetchSession } from '../../../web/http/session.client.ts';
import { verifyCode } from '../second-factor/second-factor.client.ts';
import type { SignIn } from '../second-factor/second-factor.ts';
import type { MadePasskey, Passkey, UsedPasskey } from './passkey.ts';

const routes = api.passkeys;

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }): Promise<Passkey[]> => (await read(routes.$get({}, { init: { signal } }))).items,
  staleTime: 0,
});

export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const options = await withSession(() => read(routes.begin.$post({ json: { password } })));
  const passkey = (await createPasskey(options)) as MadePasskey | null;
  if (!passkey) throw new AppError('invalid_input', { message: 'Your device did not create a passkey. Try again.' });
  await done(routes.$post({ json: { name, passkey } }));
  await invalidatePasskeys();
}

export async function removePasskey({ id }: Passkey, password: string): Promise<void> {
  await withSession(() => done(routes[':id'].remove.$post({ param: { id }, json: { password } })));
  await invalidatePasskeys();
}

async function invalidatePasskeys(): Promise<void> {
  await Promise.all([invalidate({ queryKey: passkeysQuery.queryKey }), refetchSession()]);
}

/** Re-authenticates with a passkey, for ten minutes. */
async function verifyPasskey(): Promise<void> {
  const passkey = await getPasskey(await withSession(() => read(routes.prove.begin.$post())));
  if (!passkey) throw new AppError('invalid_input', { message: NO_PASSKEY });
  await done(routes.prove.$post({ json: { passkey: passkey as UsedPasskey } }));
}

export async function reauthenticate({ secondFactor, passkeys }: Omit<SignIn, 'email'>, code: string): Promise<void> {
  if (secondFactor && (code || passkeys === 0)) await verifyCode({ code });
  else if (passkeys > 0) await verifyPasskey();
}
