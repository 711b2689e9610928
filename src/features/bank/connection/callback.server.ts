/** The way back from the bank. Anybody can open this address: it records what the provider says, and shows nothing of anybody. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { isRefusal } from '../../../shared/app-error.ts';
import { RETURN_REF } from '../listed.ts';
import { CONNECTION_TEXTS as TEXTS } from './connection.ts';
import { type Banking, isOwn, recordReturn } from './consent.server.ts';

/** To Finance where the landlord who began is signed in; else a page that is the same for every reference. */
export async function callbackPage(services: Services, c: Context<AppEnv>, banking: Banking) {
  const id = await recordReturn(services.pool, banking, new URL(c.req.url).searchParams);
  if (id && (await isTheirs(services, c, id))) return c.redirect(`/dashboard/finance?ref=${RETURN_REF}`, 302);
  return plainPage(c, { title: TEXTS.goBack, content: html`<p>${TEXTS.goBackHint}</p>` });
}

async function isTheirs(services: Services, c: Context<AppEnv>, id: string): Promise<boolean> {
  try {
    return await readAsUser(services, c, 'open', (db) => isOwn(db, id));
  } catch (error) {
    if (isRefusal(error, 'unauthenticated')) return false;
    throw error;
  }
}
