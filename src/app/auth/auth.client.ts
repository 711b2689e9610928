/** Enhances the sign-in pages, which also work without it: in-place forms, password toggle, preloading of the app. */
import { storeNoticeForNextPage } from '../../web/forms/notice.client.ts';
import { getPasskey, NO_PASSKEY, supportsPasskeys } from '../../web/forms/passkey.client.ts';
import {
  type AccountMessage,
  accountChannel,
  followTheme,
  notifyOtherTabs,
  STILL_SIGNED_IN,
  signOutOfPage,
} from '../../web/forms/plain-page.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-api]');

followTheme();
announceNotice();
offerToShowPasswords();
offerSignOut();
offerPasskey();
followOtherTabs();
if (form) sendInPlace(form);
// Reloads pages from the back-forward cache, which may show typed values or belong to another session.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** Re-inserts messages after loading, as screen readers do not announce a live region's initial content. */
function announceNotice(): void {
  const notices = document.querySelector('.notices');
  if (notices?.firstChild) setTimeout(() => notices.append(...notices.children), 300);
}

function offerToShowPasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.show')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLInputElement;
    button.hidden = false;
    button.addEventListener('click', () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      button.ariaLabel = button.title = shown ? 'Hide password' : 'Show password';
    });
  }
}

function offerPasskey(): void {
  const button = document.querySelector<HTMLButtonElement>('#passkey');
  if (!button || !form || !supportsPasskeys()) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    void signInByPasskey(form).finally(() => {
      button.ariaDisabled = null;
    });
  });
}

async function signInByPasskey(own: HTMLFormElement): Promise<void> {
  showAlert('');
  const options = await post('/api/auth/passkey/begin');
  const passkey = options?.ok && (await getPasskey((await options.json()) as object));
  if (passkey === null) return showAlert(NO_PASSKEY);
  await finish(own, passkey ? await post('/api/auth/passkey/sign-in', { passkey }) : options || null);
}

function offerSignOut(): void {
  for (const element of document.querySelectorAll<HTMLFormElement>('.sign-out'))
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      const failed = element.querySelector('.failed');
      failed?.replaceChildren();
      void signOutOfPage(element.querySelector('button')?.value ?? '/').then(
        (done) => done || failed?.replaceChildren(STILL_SIGNED_IN),
      );
    });
}

function followOtherTabs(): void {
  const [to = '', about] = [form?.dataset.to, document.querySelector('.sign-out')];
  accountChannel.addEventListener('message', ({ data }: MessageEvent<AccountMessage>) => {
    if (data.what === 'signed-in' && to.startsWith('/dashboard')) location.replace(to);
    else if (about) location.replace(data.what === 'signed-in' ? '/trial-expired' : '/login');
  });
}

type Failure = { error?: { code: string; message: string; fields?: Record<string, string> }; requestId?: string };

function sendInPlace(own: HTMLFormElement): void {
  own.addEventListener('input', fetchApp, { once: true });
  own.addEventListener('input', ({ target }) => mark(own, (target as HTMLInputElement).name, ''));
  own.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(own);
  });
}

function fetchApp(): void {
  if (form?.dataset.to?.startsWith('/dashboard'))
    for (const href of document.body.dataset.appCode?.split(' ') ?? []) {
      const link = document.createElement('link');
      if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
      else link.rel = 'modulepreload';
      // `crossOrigin` must match the tags in app.html, or the browser fetches the files twice.
      Object.assign(link, { crossOrigin: '', href });
      document.head.append(link);
    }
}

async function send(own: HTMLFormElement): Promise<void> {
  const button = own.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button || button.ariaDisabled === 'true') return;
  showAlert('');
  if (markAll(own, missingIn(own))) return;
  const words = button.textContent;
  const { api = '', busy = '' } = own.dataset;
  button.ariaDisabled = 'true';
  button.textContent = busy;
  document.querySelector('.notices')?.replaceChildren();
  const answer = await post(api, valuesOf(own));
  if (await finish(own, answer)) return;
  button.ariaDisabled = null;
  button.textContent = words;
}

function post(path: string, body: object = {}): Promise<Response | null> {
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
}

/** Returns true after a redirect. Otherwise shows the outcome and returns false. */
async function finish(own: HTMLFormElement, answer: Response | null): Promise<boolean> {
  const { done, to, said = '', unreached = '', refused } = own.dataset;
  // `refused`, the error for blocked cookies, is set only on forms that sign in.
  if (answer?.ok && to && (navigator.cookieEnabled || !refused)) {
    if (refused) notifyOtherTabs({ what: 'signed-in' });
    storeNoticeForNextPage(done ?? '');
    location.replace(to);
    return true;
  }
  if (answer?.ok && refused) showAlert(refused);
  else if (answer?.ok) notify(said);
  else explain(own, (await answer?.json().catch(() => null)) as Failure | null | undefined, unreached);
  return false;
}

/** Shows an error. A response without a request id came from a proxy, and is treated as a lost connection. */
function explain(own: HTMLFormElement, failure: Failure | null | undefined, unreached: string): void {
  const { error } = failure ?? {};
  // Without the token, the password reset page explains what to do.
  if (error?.code === 'link_expired') location.replace(location.pathname);
  else if (error?.code === 'code_required') location.assign(`/login-code${location.search}`);
  else if (!error || !failure?.requestId) showAlert(unreached);
  else if (!markAll(own, error.fields ?? {})) showAlert(error.message);
}

function valuesOf(own: HTMLFormElement): Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(new FormData(own));
  for (const { name, checked } of own.querySelectorAll<HTMLInputElement>('[type=checkbox]')) values[name] = checked;
  return values;
}

function missingIn(own: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { name, validity, dataset } of own.querySelectorAll<HTMLInputElement>('[data-missing]'))
    if (!validity.valid) wrong[name] = dataset.missing ?? '';
  return wrong;
}

/** Shows error messages at their fields, and focuses the first invalid field. Returns whether any field is invalid. */
function markAll(own: HTMLFormElement, wrong: Record<string, string>): boolean {
  for (const { name } of own.querySelectorAll<HTMLInputElement>('[data-missing]')) mark(own, name, wrong[name] ?? '');
  const first = own.querySelector<HTMLElement>('[aria-invalid]');
  first?.focus();
  return first !== null;
}

function mark(own: HTMLFormElement, name: string, sentence: string): void {
  const note = document.getElementById(`${name}-wrong`);
  if (!note) return;
  note.hidden = !sentence;
  note.querySelector('span')?.replaceChildren(sentence);
  (own.elements.namedItem(name) as HTMLInputElement).ariaInvalid = sentence ? 'true' : null;
}

function showAlert(sentence: string): void {
  const box = form?.querySelector<HTMLElement>('[role=alert]');
  if (!box) return;
  box.hidden = !sentence;
  box.querySelector('span')?.replaceChildren(sentence);
  if (sentence) box.scrollIntoView({ block: 'nearest' });
}

function notify(sentence: string): void {
  const notice = form?.querySelector('[role=alert]')?.cloneNode(true) as HTMLElement | undefined;
  if (!notice) return;
  notice.removeAttribute('role');
  notice.hidden = false;
  notice.className = 'notice green';
  notice.querySelector('use')?.setAttribute('href', '#check');
  notice.querySelector('span')?.replaceChildren(sentence);
  document.querySelector('.notices')?.append(notice);
}
