/** Passkey queries and actions. All throw AppError. */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../shared/app-error.ts';
import { givePasskey, makePasskey, NO_PASSKEY } from '../../../web/forms/passkey.client.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { readAgain } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { readSessionAgain } from '../../../web/http/session.client.ts';
import { proveCode } from '../second-factor/second-factor.client.ts';
import type { MadePasskey, Passkey, UsedPasskey } from './passkey.ts';

const routes = api.passkeys;

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }): Promise<Passkey[]> => (await read(routes.$get({}, { init: { signal } }))).items,
  staleTime: 0,
});

export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  const options = await withSession(() => read(routes.begin.$post({ json: { password } })));
  const passkey = (await makePasskey(options)) as MadePasskey | null;
  if (!passkey) throw new AppError('invalid_input', { message: 'Your device did not create a passkey. Try again.' });
  await done(routes.$post({ json: { name, passkey } }));
  await readPasskeysAgain();
}

export async function removePasskey({ id }: Passkey, password: string): Promise<void> {
  await withSession(() => done(routes[':id'].remove.$post({ param: { id }, json: { password } })));
  await readPasskeysAgain();
}

async function readPasskeysAgain(): Promise<void> {
  await Promise.all([readAgain({ queryKey: passkeysQuery.queryKey }), readSessionAgain()]);
}

/** Valid for ten minutes. */
async function provePasskey(): Promise<void> {
  const passkey = await givePasskey(await withSession(() => read(routes.prove.begin.$post())));
  if (!passkey) throw new AppError('invalid_input', { message: NO_PASSKEY });
  await done(routes.prove.$post({ json: { passkey: passkey as UsedPasskey } }));
}

type Landlord = { secondFactor: boolean; passkeys: number };

/** Re-authenticates with the code if one was typed, otherwise with a passkey if the landlord has one. */
export async function proveAgain({ secondFactor, passkeys }: Landlord, code: string): Promise<void> {
  if (secondFactor && (code || passkeys === 0)) await proveCode({ code });
  else if (passkeys > 0) await provePasskey();
}
