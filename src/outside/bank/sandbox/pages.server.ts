/** The sandbox bank's pages: consent, reconfirmation and error settings. Mounted behind the Origin check. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { sandboxPage } from '../../sandbox.server.ts';
import { rethrow } from './answers.server.ts';
import type { SandboxPlan } from './api.server.ts';
import { FAULTS, isFault } from './faults.ts';
import { SANDBOX_INSTITUTIONS, sandboxAccount } from './portfolio.ts';
import { type StoredRequisition, sandboxStore } from './store.server.ts';

const page = sandboxPage({
  name: 'Sandbox bank',
  about: 'This is a sandbox: an invented bank of this server. No real account is behind it, and no money.',
});

/** Time until the accounts are linked after the decision 'slowly'. */
const SLOW_MS = 15_000;

/** Serves the pages of `pagesUrl`. `lists` shows all connections without a session, so it is for loopback only. */
export function sandboxPages({ pool, clock, pagesUrl, lists }: SandboxPlan & { lists: boolean }): Hono {
  const store = sandboxStore(pool, clock);
  const app = new Hono();
  const root = new URL(pagesUrl).pathname;
  const nameOf = (id: string) => SANDBOX_INSTITUTIONS.find((bank) => bank.id === id)?.name ?? id;
  app.onError(rethrow);
  app.use(bodyLimit({ maxSize: 16 * 1024 }));
  app.notFound((c) => page(c, { title: 'Not found', content: html`<p>This page does not exist.</p>` }, 404));

  app.get('/', async (c) => {
    if (!lists) return c.notFound();
    const ids = await store.list('requisition');
    const stored = await Promise.all(ids.map(async (id) => ({ id, requisition: await store.get('requisition', id) })));
    const rows = stored.map(({ id, requisition }) => {
      const bank = requisition ? nameOf(requisition.institution) : '';
      return html`<li><a href="${root}/errors/${id}">${bank}</a><span>${requisition?.status}, ${requisition?.accounts.length} accounts</span></li>`;
    });
    return page(c, {
      title: 'Sandbox bank',
      content: html`<p>Connections to invented banks. You can make each one fail.</p>
        ${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>No connections yet.</p>`}`,
    });
  });

  app.get('/consent/:id', async (c) => {
    const id = c.req.param('id');
    const requisition = await store.get('requisition', id);
    if (!requisition) return c.notFound();
    if (!isUndecided(requisition)) return redirectBack(c, requisition, 'RequisitionLinkReused');
    await store.put('requisition', id, { ...requisition, status: 'UA' });
    const bank = SANDBOX_INSTITUTIONS.find((one) => one.id === requisition.institution);
    const accounts = (bank?.accounts ?? []).map(
      ({ key, name, accountNumber }) => html`<p>
        <label><input type="checkbox" name="account" value="${key}" checked /> ${name}, ending in ${accountNumber.slice(-4)}</label>
      </p>`,
    );
    return page(c, {
      title: nameOf(requisition.institution),
      content: html`<p>Tenure requests access to accounts and transactions. Choose the accounts:</p>
        <form method="post">
          ${accounts}
          <p>
            <button name="decision" value="approve">Approve</button>
            <button name="decision" value="slowly">Approve, accounts ready in 15 seconds</button>
            <button name="decision" value="cancel">Cancel</button>
            <button name="decision" value="fail">Fail</button>
            <button name="decision" value="leave">Leave without deciding</button>
          </p>
        </form>
        <p class="quiet">After connecting accounts, you can make <a href="${root}/errors/${id}">their next responses</a> fail.</p>`,
    });
  });
  app.post('/consent/:id', async (c) => {
    const id = c.req.param('id');
    const requisition = await store.get('requisition', id);
    if (!requisition) return c.notFound();
    if (!isUndecided(requisition)) return redirectBack(c, requisition, 'RequisitionLinkReused');
    const form = await c.req.formData();
    const decision = form.get('decision');
    if (decision === 'cancel') return redirectBack(c, requisition, 'UserCancelledSession');
    if (decision === 'fail') {
      await store.put('requisition', id, { ...requisition, status: 'RJ' });
      return redirectBack(c, requisition, 'InstitutionTechnicalError');
    }
    if (decision !== 'approve' && decision !== 'slowly')
      return page(c, {
        title: 'You left without deciding',
        content: html`<p>You have not decided. You can close this window.</p>`,
      });
    const chosen = form.getAll('account').filter((key) => typeof key === 'string');
    const keys = chosen.filter((key) => sandboxAccount(key)?.bank.id === requisition.institution);
    const accounts = keys.map(() => randomUUID());
    await Promise.all(keys.map((key, place) => store.put('account', accounts[place] ?? '', { requisition: id, key })));
    const agreement = await store.get('agreement', requisition.agreement);
    const now = clock.now();
    if (agreement) await store.put('agreement', requisition.agreement, { ...agreement, accepted: now.toISOString() });
    const slowly = { status: 'GA', readyAt: new Date(now.getTime() + SLOW_MS).toISOString() } as const;
    const done = decision === 'slowly' ? slowly : ({ status: 'LN', readyAt: null } as const);
    await store.put('requisition', id, { ...requisition, accounts, ...done });
    return redirectBack(c, requisition);
  });

  app.get('/reconfirm/:id', async (c) => {
    const agreement = await store.get('agreement', c.req.param('id'));
    if (!agreement) return c.notFound();
    return page(c, {
      title: nameOf(agreement.institution),
      content: html`<p>Tenure requests access to accounts and transactions for another 90 days.</p>
        <form method="post"><p><button>Agree again</button></p></form>`,
    });
  });
  app.post('/reconfirm/:id', async (c) => {
    const id = c.req.param('id');
    const agreement = await store.get('agreement', id);
    if (!agreement) return c.notFound();
    await store.put('agreement', id, { ...agreement, reconfirmed: clock.now().toISOString() });
    return c.redirect(agreement.redirect ?? '/', 303);
  });

  app.get('/errors/:id', async (c) => {
    const requisition = await store.get('requisition', c.req.param('id'));
    return requisition ? errorsPage(c, requisition) : c.notFound();
  });
  app.post('/errors/:id', async (c) => {
    const requisition = await store.get('requisition', c.req.param('id'));
    if (!requisition) return c.notFound();
    const form = await c.req.formData();
    for (const id of requisition.accounts) {
      const kind = form.get(id);
      if (typeof kind !== 'string') continue;
      if (isFault(kind)) await store.put('fault', id, { kind });
      else await store.take('fault', id);
    }
    return errorsPage(c, requisition);
  });

  async function errorsPage(c: Context, { institution, accounts }: StoredRequisition) {
    const rows = await Promise.all(
      accounts.map(async (id) => {
        const stored = await store.get('account', id);
        const next = (await store.get('fault', id))?.kind;
        const options = Object.entries(FAULTS).map(
          ([kind, { label }]) => html`<option value="${kind}" ${kind === next ? 'selected' : ''}>${label}</option>`,
        );
        return html`<p>
          <label>${sandboxAccount(stored?.key ?? '')?.account.name}
            <select name="${id}"><option value="">As usual</option>${options}</select></label>
        </p>`;
      }),
    );
    return page(c, {
      title: `${nameOf(institution)}: next response`,
      content: html`<p>This response is used for the next call for an account, once.</p>
        <form method="post">${rows}<p><button>Save</button></p></form>`,
    });
  }
  return app;
}

const isUndecided = ({ status }: StoredRequisition) => status === 'CR' || status === 'UA';

function redirectBack(c: Context, { redirect, reference }: StoredRequisition, error?: string) {
  const url = new URL(redirect);
  url.searchParams.set('ref', reference);
  if (error) url.searchParams.set('error', error);
  if (error) url.searchParams.set('details', 'Requested on the sandbox page.');
  return c.redirect(url.href, 303);
}
