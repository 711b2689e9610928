/** Signs in again with a passkey over the current page. A separate file so that it loads on demand. */
import { AppError } from '../../../shared/app-error.ts';
import { getPasskey, NO_PASSKEY } from '../../../web/forms/passkey.client.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { sessionQuery } from '../../../web/http/session.client.ts';
import { COOKIES_REFUSED } from '../sentences.ts';
import type { UsedPasskey } from './passkey.ts';

/** Throws AppError. */
export async function signInByPasskey(): Promise<void> {
  const passkey = await getPasskey(await read(api.auth.passkey.begin.$post()));
  if (!passkey) throw new AppError('invalid_input', { message: NO_PASSKEY });
  await done(api.auth.passkey['sign-in'].$post({ json: { passkey: passkey as UsedPasskey } }));
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user) throw new AppError('internal', { message: COOKIES_REFUSED });
  notifyOtherTabs({ what: 'signed-in' });
}
