/** /papers/{token}: a page without JavaScript for a person without an account. */
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { describeFile } from '../file/file.ts';
import type { ListedFile } from '../file/store.server.ts';
import { hashOf } from './guest-link.server.ts';
import { ConfirmInput, LINK_PATH } from './guest-link.ts';
import { goneLink, limitedOpen, secretPage, sendSecretFile } from './secret-page.server.ts';

const KEPT = 'We keep your name, the time and your network address.';
const MAX_BODY_BYTES = 16 * 1024;

type LinkedPaper = {
  id: string;
  title: string;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  confirmedAt: string | null;
};
type Link = { recipient: string; landlord: string; property: string | null; papers: LinkedPaper[] };

type Typed = { name?: string; received?: boolean; errors?: Record<string, string> };

/** Must be registered before the origin check. */
export function guestPages(app: Hono<AppEnv>, services: AccountServices): void {
  const { pool, clock } = services;

  /** Undefined for an unknown, expired or revoked link, or a guess. Each case runs one query, to take the same time. */
  const papersOf = async (c: Context<AppEnv>): Promise<Link | undefined> => {
    const { rows } = await pool.query<{ link: Link | null }>('select app.link_papers($1, $2) as link', [
      hashOf(c.req.param('token') ?? ''),
      clock.now(),
    ]);
    return rows[0]?.link ?? undefined;
  };
  const limited = limitedOpen(services);

  app.get(`${LINK_PATH}/:token`, (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => papersOf(c));
      return link ? receipt(c, link, {}) : goneLink(c);
    }),
  );

  app.get(`${LINK_PATH}/:token/:paper`, (c) =>
    secretPage(c, async () => {
      const { token, paper } = c.req.param();
      const file = await limited(c, async () => {
        if (!/^[0-9a-f-]{36}$/.test(paper)) return undefined;
        const text = 'select * from app.link_paper_file($1, $2, $3)';
        const { rows } = await pool.query<ListedFile>(text, [hashOf(token), clock.now(), paper]);
        return rows[0];
      });
      return file ? sendSecretFile(services, c, file) : goneLink(c);
    }),
  );

  // Opening the page has no effect, as scanners of mail servers open links and press buttons. They do not type a name.
  app.post(`${LINK_PATH}/:token`, bodyLimit({ maxSize: MAX_BODY_BYTES }), (c) =>
    secretPage(c, async () => {
      const link = await limited(c, () => papersOf(c));
      if (!link) return goneLink(c);
      const typed = await c.req.parseBody();
      const parsed = ConfirmInput.safeParse(typed);
      if (!parsed.success) {
        const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
        c.status(422);
        return receipt(c, link, {
          name: typeof typed.name === 'string' ? typed.name : '',
          received: typed.received !== undefined,
          errors,
        });
      }
      const values = [hashOf(c.req.param('token')), clock.now(), parsed.data.name, c.var.clientAddress];
      await pool.query('select app.confirm_papers($1, $2, $3, $4)', values);
      // Redirects, so that a reload does not send the form again.
      return c.redirect(`${LINK_PATH}/${c.req.param('token')}`, 303);
    }),
  );
}

function receipt(c: Context<AppEnv>, { recipient, landlord, property, papers }: Link, typed: Typed) {
  const token = c.req.param('token') ?? '';
  const [latest] = papers
    .flatMap(({ confirmedAt }) => confirmedAt ?? [])
    .toSorted()
    .reverse();
  const open = papers.filter(({ confirmedAt }) => confirmedAt === null);
  const content = html`
    <p>${landlord} has given ${papers.length === 1 ? 'this paper' : 'these papers'} to ${recipient}${property ? `, for ${property}` : ''}.</p>
    <ul class="papers">
      ${papers.map(
        ({ id, title, name, contentType, bytes, sha256, confirmedAt }) => html`<li>
          <a href="${LINK_PATH}/${token}/${id}">${title}</a>
          <p>${name}, ${describeFile({ contentType, bytes })}${confirmedAt ? ', confirmed' : ''}</p>
          <p>SHA-256 <code>${sha256}</code></p>
        </li>`,
      )}
    </ul>
    ${latest ? html`<p role="status">You confirmed ${open.length > 0 ? 'some of these papers' : papers.length === 1 ? 'this paper' : 'these papers'} on ${formatInstantAsDay(latest)} at ${formatInstantAsTime(latest)}. ${landlord} can see this.</p>` : ''}
    ${open.length > 0 ? confirmForm(open.length, typed) : ''}`;
  return plainPage(c, { title: latest && open.length === 0 ? 'Thank you' : 'Papers for you', content, form: true });
}

function confirmForm(count: number, { name = '', received = false, errors = {} }: Typed) {
  const these = count === 1 ? 'this paper' : 'these papers';
  const problem = (field: string) =>
    errors[field] ? html`<p class="problem" id="${field}-problem">${errors[field]}</p>` : '';
  const noted = (field: string) =>
    errors[field] ? html` aria-invalid="true" aria-describedby="${field}-problem"` : '';
  return html`<form method="post" class="confirm">
    <h2>Confirm that you have received ${these}</h2>
    <p>Open each one first. You confirm only that you have received it, not that you agree with it.</p>
    <p>${KEPT}</p>
    <label for="name">Your full name</label>
    ${problem('name')}
    <input id="name" name="name" autocomplete="name" maxlength="200" value="${name}"${noted('name')} />
    ${problem('received')}
    <label class="tick"><input type="checkbox" name="received"${received ? html` checked` : ''}${noted('received')} /> I have received ${these}</label>
    <button>Confirm</button>
  </form>`;
}
