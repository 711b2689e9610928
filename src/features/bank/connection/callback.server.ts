/** The return from the bank. Anyone can open this address, so it only records the result and reveals no data. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { RETURN_REF } from '../listed.ts';
import { CONNECTION_TEXTS as TEXTS } from './connection.ts';
import { type Banking, isOwn, recordConsentReturn } from './consent.server.ts';

/** Redirects the landlord who started the connection to Finance. Anyone else gets the same page for every reference. */
export async function callbackPage(services: Services, c: Context<AppEnv>, banking: Banking) {
  const id = await recordConsentReturn(services.pool, banking, new URL(c.req.url).searchParams);
  if (id && (await isTheirs(services, c, id))) return c.redirect(`/dashboard/finance?ref=${RETURN_REF}`, 302);
  return plainPage(c, { title: TEXTS.goBack, content: html`<p>${TEXTS.goBackHint}</p>` });
}

/** Errors for people who cannot see the connection: signed out, or without the right to see banks. */
const ACCESS_ERRORS: ReadonlySet<string> = new Set(['unauthenticated', 'no_account', 'not_allowed']);

async function isTheirs(services: Services, c: Context<AppEnv>, id: string): Promise<boolean> {
  try {
    return await readAsUser(services, c, 'open', (db) => isOwn(db, id));
  } catch (error) {
    if (error instanceof AppError && ACCESS_ERRORS.has(error.code)) return false;
    throw error;
  }
}
