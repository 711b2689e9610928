/** The sandbox's payment and portal pages. Mounted behind the Origin check. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { last4Of, type StoredCheckout } from './objects.ts';
import { type SandboxPaymentsPlan, sandboxStore } from './store.server.ts';
import { DECISIONS, isDecision, onPlan, type StoredSubscription } from './subscription.ts';

type Content = ReturnType<typeof html>;

export function sandboxPaymentsPages(plan: SandboxPaymentsPlan): Hono {
  const { clock, plans } = plan;
  const store = sandboxStore(plan);
  const app = new Hono();
  const planOf = (id: string) => plans.find((offered) => offered.id === id) ?? { id, name: id, pricePence: 0 };
  app.onError((error) => {
    throw error;
  });
  app.use(bodyLimit({ maxSize: 16 * 1024 }));
  app.notFound((c) => page(c, { title: 'Not found', status: 404, content: html`<p>This page does not exist.</p>` }));

  app.get('/pay/:id', async (c) => {
    const checkout = await store.get('checkout', c.req.param('id'));
    return checkout ? payPage(c, checkout) : c.notFound();
  });
  app.post('/pay/:id', async (c) => {
    const id = c.req.param('id');
    const checkout = await store.get('checkout', id);
    if (!checkout) return c.notFound();
    const decision = (await c.req.formData()).get('decision');
    if (decision === 'leave') return c.redirect(checkout.cancelUrl, 303);
    if (decision !== 'succeed')
      return payPage(c, checkout, html`<p class="error" role="alert">Your card was declined. You have not paid.</p>`);
    const paid = await store.finish(id, 'complete');
    return paid?.status === 'complete' ? c.redirect(paid.successUrl, 303) : payPage(c, paid ?? checkout);
  });

  function payPage(c: Context, checkout: StoredCheckout, notice: Content | string = '') {
    const { name, pricePence } = planOf(checkout.plan);
    const monthly = `${formatPence(pricePence)} a month`;
    if (checkout.status !== 'open') {
      const [title, message] =
        checkout.status === 'complete'
          ? ['Already paid', 'You have already made this payment. You can close this page.']
          : ['This page has closed', 'You can no longer pay here. Choose a plan again.'];
      return page(c, {
        title,
        content: html`<p>${message}</p><p><a href="${checkout.cancelUrl}">Back to Tenure</a></p>`,
      });
    }
    const free = checkout.trialEnd && formatInstantAsDay(checkout.trialEnd);
    return page(c, {
      title: name,
      before: 'Tenure, monthly plan',
      content: html`<p><span class="sum">${formatPence(pricePence)}</span> <span class="quiet">a month</span></p>
        <dl>
          ${checkout.email ? row('Account', checkout.email) : ''} ${free ? row('Free until', free) : ''}
          ${row('To pay today', free ? formatPence(0) : formatPence(pricePence))}
          ${row(free ? `From ${free}` : 'From today', monthly, 'total')}
        </dl>`,
      side: html`<h2>How should this payment end?</h2>
        ${notice}
        <form method="post">
          <button class="primary" name="decision" value="succeed">Succeed</button>
          <button name="decision" value="decline">Decline the card</button>
          <button class="plain" name="decision" value="leave">Leave without paying</button>
        </form>
        <p class="quiet">‘Succeed’ pays with a test card, Visa ending 4242. The sandbox sends Tenure a signed message and returns you there.</p>`,
    });
  }

  app.get('/portal/:id', async (c) => {
    const portal = await store.get('portal', c.req.param('id'));
    return portal ? portalPage(c, portal) : c.notFound();
  });
  app.post('/portal/:id', async (c) => {
    const portal = await store.get('portal', c.req.param('id'));
    if (!portal) return c.notFound();
    const form = await c.req.formData();
    const [decision, planId] = ['decision', 'plan'].map((name) => form.get(name));
    const id = (await runningOf(portal.customer)).running?.id;
    const chosen = plans.find((offered) => offered.id === planId);
    await store.change(id ?? '', (stored, now) => {
      if (isDecision(decision)) return DECISIONS[decision](stored, now);
      return decision === 'change' && chosen ? onPlan(stored, chosen.id) : undefined;
    });
    // Redirects, so that reloading the page does not repeat the decision.
    return c.redirect(`${new URL(plan.pagesUrl).pathname}/portal/${c.req.param('id')}`, 303);
  });

  async function runningOf(customer: string) {
    const ids = await store.subscriptionsOf(customer);
    const all = await Promise.all(ids.map(async (id) => ({ id, stored: await store.change(id) })));
    const known = all.flatMap(({ id, stored }) => (stored ? [{ id, stored }] : []));
    return { running: known.find(({ stored }) => stored.status !== 'canceled'), last: known[0] };
  }

  async function portalPage(c: Context, { customer, returnUrl }: { customer: string; returnUrl: string }) {
    const { running, last } = await runningOf(customer);
    const back = html`<p><a href="${returnUrl}">Back to Tenure</a></p>`;
    if (!running) {
      const endedAt = last?.stored.endedAt;
      const message = endedAt ? `It ended on ${formatInstantAsDay(endedAt)}.` : 'You have not had a plan.';
      return page(c, { title: 'No running plan', content: html`<p>${message}</p>${back}` });
    }
    const { stored } = running;
    const { name, pricePence } = planOf(stored.plan);
    const button = (decision: keyof typeof DECISIONS, label: string) =>
      html`<button name="decision" value="${decision}">${label}</button>`;
    const options = plans.map(
      (offered) =>
        html`<option value="${offered.id}" ${offered.id === stored.plan ? 'selected' : ''}>${offered.name}, ${formatPence(offered.pricePence)}</option>`,
    );
    return page(c, {
      title: name,
      before: 'Your plan',
      content: html`<p><span class="sum">${formatPence(pricePence)}</span> <span class="quiet">a month</span></p>
        <dl>${statusRows(stored, pricePence)}</dl>
        ${back}`,
      side: html`<h2>Manage your plan</h2>
        <form method="post">
          <label>Plan <select name="plan">${options}</select></label>
          <button name="decision" value="change">Change plan</button>
          ${stored.cancelledAt ? button('resume', 'Do not cancel') : button('cancel', `Cancel on ${formatInstantAsDay(stored.until)}`)}
          ${stored.cardFails ? button('pay', stored.owedSince ? 'Use a card that works, and pay' : 'Use a card that works') : button('fail', 'Use a card that will fail')}
          ${button('next', stored.owedSince ? 'Let the last attempt fail' : 'Advance to the next payment')}
        </form>
        <p class="quiet">${stored.owedSince ? 'The last attempt ends the plan.' : '‘Advance’ moves to the next payment or the end of the plan.'} It is ${formatInstantAsDay(clock.now())}.</p>`,
    });
  }
  return app;
}

const row = (term: string, value: string, className = '') =>
  html`<div class="${className}"><dt>${term}</dt><dd>${value}</dd></div>`;

function statusRows(stored: StoredSubscription, pricePence: number): Content {
  const { status, until, cancelledAt, owedSince, cardFails } = stored;
  const day = formatInstantAsDay(until);
  return html`${status === 'trialing' ? row('Free until', day) : ''}
    ${owedSince ? row(`Not paid since ${formatInstantAsDay(owedSince)}`, formatPence(pricePence)) : ''}
    ${cancelledAt ? row('Cancelled, runs until', day) : row('Next payment', day)}
    ${row('Card', `Visa ending ${last4Of(stored)}, which ${cardFails ? 'will fail' : 'works'}`)}`;
}

type Page = { title: string; content: Content; before?: string; side?: Content; status?: 200 | 404 };

function page(c: Context, { title, content, before, side, status = 200 }: Page) {
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'same-origin');
  return c.html(
    html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Sandbox checkout</title>
          <link rel="icon" href="/favicon.svg" />
          <link rel="stylesheet" href="/plain.css" />
          <link rel="stylesheet" href="/pay.css" />
        </head>
        <body>
          <header><img src="/favicon.svg" alt="" width="24" height="24" /> Tenure</header>
          <aside aria-label="Sandbox">
            <b>This is a sandbox. No money is taken.</b> You do not need a card. Choose an outcome below.
          </aside>
          <main>
            <section>
              ${before ? html`<p class="quiet">${before}</p>` : ''}
              <h1>${title}</h1>
              ${content}
            </section>
            ${side ? html`<section class="card">${side}</section>` : ''}
          </main>
        </body>
      </html>`,
    status,
  );
}
