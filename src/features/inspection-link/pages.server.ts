/** /inspection/{token}: pages without JavaScript for a tenant, who has no account. */
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { downloadSemaphore } from '../../server/http/downloads/downloads.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { goneLink, limitedOpen, secretPage, sendSecretFile } from '../guest-link/secret-page.server.ts';
import { BUSY, sendReport } from './download.server.ts';
import { inspectionGuests } from './guest.server.ts';
import { CommentInput, INSPECTION_PATH } from './inspection-link.ts';
import { inspectionPage, WHOLE } from './page.server.ts';

const PATH = `${INSPECTION_PATH}/:token`;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_CONCURRENT = 4;

type After = { sentence: string } | { action: string; text: string; key: string; errors: Record<string, string> };

/** Must be registered before the origin check. */
export function inspectionPages(app: Hono<AppEnv>, services: AccountServices): void {
  const guests = inspectionGuests(services);
  const limited = limitedOpen(services);
  const reports = downloadSemaphore({ most: MAX_CONCURRENT, words: BUSY });
  const tokenOf = (c: Context<AppEnv>) => c.req.param('token') ?? '';
  const pathOf = (c: Context<AppEnv>) => `${INSPECTION_PATH}/${tokenOf(c)}`;

  /** `after` describes a refused comment. */
  async function openPage(c: Context<AppEnv>, after?: After): Promise<Response> {
    const link = await limited(c, () => guests.open(tokenOf(c)));
    if (!link) return goneLink(c);
    const page = { path: pathOf(c), now: services.clock.now() };
    if (!after) return inspectionPage(c, link, page);
    c.status('sentence' in after ? 409 : 422);
    if ('sentence' in after) return inspectionPage(c, link, { ...page, sentence: after.sentence });
    const { action, text, key, errors } = after;
    const values = new Map([
      ['text', [text]],
      ['key', [key]],
    ]);
    return inspectionPage(c, link, { ...page, typed: { action, values, errors, kept: [] } });
  }

  app.get(PATH, (c) => secretPage(c, () => openPage(c)));

  app.post(PATH, bodyLimit({ maxSize: MAX_BODY_BYTES }), (c) =>
    secretPage(c, async () => {
      const body = await c.req.parseBody();
      const typed = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
      const [action, key, text] = [typed('action'), typed('key'), typed('text')];
      const parsed = CommentInput.safeParse({ key, room: action === WHOLE ? '' : action, text });
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        if (issue?.path[0] !== 'text') throw new AppError('bad_request');
        return openPage(c, { action, text, key, errors: { text: issue.message } });
      }
      try {
        const added = await limited(c, async () => (await guests.comment(tokenOf(c), parsed.data)) || undefined);
        return added ? c.redirect(`${pathOf(c)}#room-${action}`, 303) : await goneLink(c);
      } catch (error) {
        if (isRefusal(error, 'wrong_state')) return openPage(c, { sentence: error.message });
        if (isRefusal(error, 'invalid_input'))
          return openPage(c, { action, text, key, errors: error.details.fields ?? {} });
        throw error;
      }
    }),
  );

  app.get(`${PATH}/photos/:photo`, (c) =>
    secretPage(c, async () => {
      const photo = c.req.param('photo') ?? '';
      const file = await limited(c, async () =>
        /^[0-9a-f-]{36}$/.test(photo) ? guests.photo(tokenOf(c), photo) : undefined,
      );
      return file ? sendSecretFile(services, c, file) : goneLink(c);
    }),
  );

  app.get(`${PATH}/report.pdf`, (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => guests.open(tokenOf(c)));
      if (!link) return goneLink(c);
      return sendReport(services, c, { record: link.record, enter: () => reports.enter(link.linkId) });
    }),
  );
}
