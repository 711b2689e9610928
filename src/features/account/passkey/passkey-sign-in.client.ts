/** A separate file, so that it loads on demand. */
import { AppError } from '../../../shared/app-error.ts';
import { getPasskey, NO_PASSKEY } from '../../../web/forms/passkey.client.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { readNewSession } from '../sign-in/sign-in.client.ts';
import type { UsedPasskey } from './passkey.ts';

/** Signs in again with a passkey. Throws AppError. */
export async function signInByPasskey(): Promise<void> {
  const passkey = await getPasskey(await read(api.auth.passkey.begin.$post()));
  if (!passkey) throw new AppError('invalid_input', { message: NO_PASSKEY });
  await done(api.auth.passkey['sign-in'].$post({ json: { passkey: passkey as UsedPasskey } }));
  await readNewSession();
}
