/** The sandbox tax authority's pages: sign-in, consent and error settings. Mounted behind the Origin check. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { sandboxPage } from '../../sandbox.server.ts';
import type { SandboxTaxPlan } from './api.server.ts';
import { FAULTS, isFault } from './faults.ts';
import { sandboxStore } from './store.server.ts';
import { sandboxTaxKeys, sandboxTokens } from './tokens.server.ts';

const page = sandboxPage({
  name: 'Sandbox tax authority',
  about: 'This is a sandbox: an invented tax authority of this server. Nothing is sent to HMRC.',
});

/** Serves the pages of `pagesUrl`. `lists` shows all businesses without a session, so it is for loopback only. */
export function sandboxTaxPages(plan: SandboxTaxPlan & { appUrl: string; lists: boolean }): Hono {
  const { pool, clock, secret, pagesUrl, appUrl, lists } = plan;
  const store = sandboxStore(pool, clock);
  const tokens = sandboxTokens({ secret, clock, store });
  const app = new Hono();
  const root = new URL(pagesUrl).pathname;
  app.onError((error) => {
    throw error;
  });
  app.use(bodyLimit({ maxSize: 16 * 1024 }));
  app.notFound((c) => page(c, { title: 'Not found', content: html`<p>This page does not exist.</p>` }, 404));

  app.get('/', async (c) => {
    if (!lists) return c.notFound();
    const rows = (await store.list('business')).map((id) => html`<li><a href="${root}/errors/${id}">${id}</a></li>`);
    return page(c, {
      title: 'Sandbox tax authority',
      content: html`<p>Businesses of invented persons. You can make each next update fail.</p>
        ${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>There are no businesses yet.</p>`}`,
    });
  });

  /** Redirects only to the application's origin, so that codes are not sent to other sites. */
  const authorizationRequest = (c: Context) => {
    const { client_id, redirect_uri = '', state = '' } = c.req.query();
    const isOurs = URL.canParse(redirect_uri) && new URL(redirect_uri).origin === appUrl;
    return client_id === sandboxTaxKeys(secret).clientId && isOurs ? { redirect: redirect_uri, state } : undefined;
  };
  app.get('/oauth/authorize', (c) => {
    if (!authorizationRequest(c)) return c.notFound();
    return page(c, {
      title: 'Sign in',
      content: html`<p>At the real tax authority you sign in with your Government Gateway user ID here.</p>
        <p>Tenure requests permission to view and change your Self Assessment.</p>
        <form method="post">
          <p>
            <button name="decision" value="grant">Give permission</button>
            <button name="decision" value="refuse">Refuse</button>
          </p>
        </form>
        <p class="quiet">Permission ends after 18 months.</p>`,
    });
  });
  app.post('/oauth/authorize', async (c) => {
    const request = authorizationRequest(c);
    if (!request) return c.notFound();
    const url = new URL(request.redirect);
    url.searchParams.set('state', request.state);
    if ((await c.req.formData()).get('decision') === 'grant')
      url.searchParams.set('code', await tokens.code(request.redirect));
    else {
      url.searchParams.set('error', 'access_denied');
      url.searchParams.set('error_description', 'user denied the authorization');
      url.searchParams.set('error_code', 'USER_DENIED_AUTHORIZATION');
    }
    return c.redirect(url.href, 303);
  });

  app.get('/errors/:id', (c) => errorsPage(c, c.req.param('id')));
  app.post('/errors/:id', async (c) => {
    const id = c.req.param('id');
    if (!(await store.get('business', id))) return c.notFound();
    const kind = (await c.req.formData()).get('kind');
    if (typeof kind === 'string' && isFault(kind)) await store.put('fault', id, { kind });
    else await store.take('fault', id);
    return errorsPage(c, id);
  });

  async function errorsPage(c: Context, id: string) {
    const business = await store.get('business', id);
    if (!business) return c.notFound();
    const next = (await store.get('fault', id))?.kind;
    const options = Object.entries(FAULTS).map(
      ([kind, { label }]) => html`<option value="${kind}" ${kind === next ? 'selected' : ''}>${label}</option>`,
    );
    const updates = Object.entries(business.updates).map(
      ([year, { to, count, text }]) =>
        html`<li>${year}, to ${to}: ${count} received${lists ? html`<pre>${text}</pre>` : ''}</li>`,
    );
    const problems = business.headers.map(({ header, problem }) => html`<li>${header}: ${problem}</li>`);
    return page(c, {
      title: `Business ${id}`,
      content: html`<p>This response is used for the next update, once.</p>
        <form method="post">
          <p>
            <label>Next response <select name="kind"><option value="">As usual</option>${options}</select></label>
          </p>
          <p><button>Save</button></p>
        </form>
        <h2>Updates received</h2>
        ${updates.length > 0 ? html`<ul>${updates}</ul>` : html`<p>There are no updates yet.</p>`}
        <h2>Fraud prevention headers of the last update</h2>
        ${problems.length > 0 ? html`<ul>${problems}</ul>` : html`<p>No problems.</p>`}`,
    });
  }
  return app;
}
