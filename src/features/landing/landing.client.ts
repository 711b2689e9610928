/** Progressive enhancement of the public pages, which also work without scripts. */
import { followTheme, STILL_SIGNED_IN, signOutOfPage } from '../../web/forms/plain-page.client.ts';

closeMenuAfterUse();
announceNotice();
subscribe();
sendEnquiries();
followTheme();
offerSignOut();

/** A <details> does not close after a link within the page, a click elsewhere, or Escape. */
function closeMenuAfterUse(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details.menu');
  if (!menu) return;
  const summary = menu.querySelector('summary');
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !summary?.contains(target)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    summary?.focus();
  });
}

/** Reinserts the notice after loading: screen readers do not announce the initial content of a live region. */
function announceNotice(): void {
  const notices = document.querySelector('.notices');
  const button = notices?.querySelector('button');
  if (!notices || !button) return;
  button.hidden = false;
  button.addEventListener('click', () => notices.replaceChildren());
  setTimeout(() => notices.append(...notices.children), 300);
  // A page restored from the back/forward cache must not show the notice again.
  addEventListener('pagehide', () => notices.replaceChildren());
}

/** When signed in, Subscribe starts the checkout; on failure it opens the plans page, which shows the error. */
function subscribe(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('.subscribe');
  for (const link of links)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const busy = link.textContent !== 'Subscribe';
      link.textContent = 'Processing...';
      const { checkout } = link.dataset;
      if (checkout) event.preventDefault();
      if (checkout && !busy) void paymentPage(checkout).then((page) => location.assign(page ?? link.href));
    });
  addEventListener('pageshow', () => {
    for (const link of links) link.textContent = 'Subscribe';
  });
}

async function paymentPage(priceId: string): Promise<string | undefined> {
  try {
    const user = (await (await fetch('/api/auth/get-session')).json()) as { email: string } | null;
    const answer = await fetch('/api/create-checkout-session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ priceId, customerEmail: user?.email }),
    });
    return answer.ok ? ((await answer.json()) as { url: string }).url : undefined;
  } catch {
    return undefined;
  }
}

type Failure = { error: { message: string; fields?: Record<string, string> } };

/** Submits in the background, so that typed text survives a failure. */
function sendEnquiries(): void {
  const form = document.querySelector<HTMLFormElement>('form.enquiry');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendEnquiry(form);
  });
}

async function sendEnquiry(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const alert = form.querySelector('[role="alert"]');
  if (!button || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  button.textContent = 'Sending...';
  alert?.replaceChildren();
  const answer = await fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  }).catch(() => null);
  const failure = answer?.ok ? null : ((await answer?.json().catch(() => null)) as Failure | null | undefined);
  markFields(form, failure?.error.fields ?? {});
  if (answer?.ok) form.reset();
  button.ariaDisabled = null;
  button.textContent = 'Contact Sales';
  const unreached = 'We could not send your message. Check your connection and try again.';
  alert?.classList.toggle('sent', answer?.ok);
  alert?.replaceChildren(
    answer?.ok ? 'Thank you. We have received your message.' : (failure?.error.message ?? unreached),
  );
}

function markFields(form: HTMLFormElement, wrong: Record<string, string>): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('[id^="enquiry-"]')) {
    field.ariaInvalid = wrong[field.name] ? 'true' : null;
    document.getElementById(`wrong-${field.name}`)?.replaceChildren(wrong[field.name] ?? '');
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

function offerSignOut(): void {
  document.getElementById('sign-out')?.addEventListener('click', () => {
    void signOutOfPage('/').then(
      (done) => done || document.querySelector('.still-open [role="alert"]')?.replaceChildren(STILL_SIGNED_IN),
    );
  });
}
