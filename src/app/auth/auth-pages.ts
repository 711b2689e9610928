import type { z } from 'zod';
import {
  END_FEED,
  END_FEED_HINT,
  ForgotPasswordInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
} from '../../features/account/account.ts';
import { NOTICES, type NoticeName } from '../../features/account/notices.ts';
import { SignInCode } from '../../features/account/second-factor/second-factor.ts';
import { COOKIES_REFUSED, NO_CONNECTION } from '../../features/account/sentences.ts';
import { demonstrationStrip } from '../../features/landing/page.ts';
import type { FieldErrors } from '../../shared/app-error.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import { escapeHtml } from '../../shared/html.ts';

export const AUTH_PAGES = {
  login: { path: '/login', title: 'Log in', heading: 'Welcome back' },
  'login-code': {
    path: '/login-code',
    title: 'Enter your code',
    heading: 'Enter your code',
    line: 'Use your authenticator app or a recovery code.',
  },
  signup: {
    path: '/signup',
    title: 'Start Your Free Trial',
    heading: 'Start Your Free Trial',
    line: 'Free for 7 days. No credit card required.',
  },
  'forgot-password': {
    path: '/forgot-password',
    title: 'Forgot your password?',
    heading: 'Forgot your password?',
    line: 'We will email you a link to choose a new one.',
  },
  'reset-password': { path: '/reset-password', title: 'Choose a new password', heading: 'Choose a new password' },
  'trial-expired': {
    path: '/trial-expired',
    title: 'Your Trial Has Expired',
    heading: 'Your Trial Has Expired',
    line: 'Choose a subscription plan to continue. Your records are still here.',
  },
} as const satisfies Record<string, { path: string; title: string; heading: string; line?: string }>;

export type AuthPage = keyof typeof AUTH_PAGES;
export const AUTH_PAGE_NAMES = Object.keys(AUTH_PAGES) as AuthPage[];

export function authPageFile({ page, signedIn }: { page: AuthPage; signedIn: boolean }): string {
  return signedIn && page === 'trial-expired' ? `auth/${page}-signed-in.html` : `auth/${page}.html`;
}

export const AUTH_MARKS = {
  demonstration: '%DEMONSTRATION%',
  elsewhere: '%ELSEWHERE%',
  form: '%FORM%',
  notice: '%NOTICE%',
} as const;

type Field = { name: string; label: string; type: 'text' | 'email' | 'password'; autocomplete: string; hint?: string };

const EMAIL: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' };
const LENGTH = 'At least 8 characters.';

/** Forms that also work without JavaScript. The script posts them to `api`. `done` names the message after success. */
export const FORMS = {
  login: {
    schema: SignInInput,
    api: '/api/auth/sign-in/email',
    label: 'Log in',
    fields: [EMAIL, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }],
    submit: 'Log in',
    busy: 'Logging in...',
    done: 'signed-in',
  },
  'login-code': {
    schema: SignInCode,
    api: '/api/auth/sign-in/code',
    label: 'Enter your code',
    fields: [{ name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code' }],
    submit: 'Log in',
    busy: 'Logging in...',
    done: 'signed-in',
  },
  signup: {
    schema: SignUpInput,
    api: '/api/auth/sign-up/email',
    label: 'Sign up',
    fields: [
      { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
      EMAIL,
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: LENGTH },
    ],
    submit: 'Start Free Trial',
    busy: 'Creating your account...',
    done: 'signed-up',
  },
  'forgot-password': {
    schema: ForgotPasswordInput,
    api: '/api/auth/request-password-reset',
    label: 'Forgot your password?',
    fields: [EMAIL],
    submit: 'Send the email',
    busy: 'Sending...',
    done: 'reset-asked',
  },
  'reset-password': {
    schema: ResetPasswordInput,
    api: '/api/auth/reset-password',
    label: 'Choose a new password',
    fields: [
      {
        name: 'newPassword',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `${LENGTH} You will be signed out on every device.`,
      },
    ],
    submit: 'Save new password',
    busy: 'Saving...',
    done: 'password-changed',
  },
} as const satisfies Record<string, FormPlan>;

type FormPlan = {
  schema: z.ZodType;
  api: string;
  label: string;
  fields: readonly Field[];
  submit: string;
  busy: string;
  done: NoticeName;
};

export type FormName = keyof typeof FORMS;
export const FORM_NAMES = Object.keys(FORMS) as FormName[];

/** Values as typed, error messages by field, and an error message for the whole form. */
export type PostedForm = { values?: Record<string, string>; fields?: FieldErrors; problem?: string };

/** Content that depends on the request. `next` is a dashboard path. `token` is from the email for a new password. */
export type AuthSlots = {
  notice?: NoticeName | undefined;
  next?: string | undefined;
  token?: string | undefined;
  posted?: PostedForm | undefined;
};

export function authMarks(
  page: AuthPage,
  slots: AuthSlots,
  operator: { demonstration: boolean },
): Record<string, string> {
  return {
    [AUTH_MARKS.demonstration]: demonstrationStrip(operator),
    [AUTH_MARKS.elsewhere]: elsewhere(page, slots.next),
    [AUTH_MARKS.form]: page === 'trial-expired' ? '' : formOf(page, slots),
    [AUTH_MARKS.notice]: slots.notice ? noticeBanner(slots.notice) : '',
  };
}

function formOf(page: FormName, slots: AuthSlots): string {
  if (page === 'reset-password' && !slots.token) {
    const { message } = ERROR_CODES.link_expired;
    return noticeHtml(
      'red',
      `${escapeHtml(message)} <a href="/forgot-password">Ask for a new link</a>`,
      ' role="alert"',
    );
  }
  const { api, label, fields, submit, busy, done }: FormPlan = FORMS[page];
  const { values = {}, fields: wrong = {}, problem = '' } = slots.posted ?? {};
  // Focuses the first invalid field. After any other error, focuses the password, which is never sent back.
  const focused =
    fields.find(({ name }) => wrong[name]) ?? (problem ? fields.find(({ type }) => type === 'password') : undefined);
  const place = NOTICES[done].place;
  const data = {
    api,
    busy,
    done,
    unreached: NO_CONNECTION,
    // The message after success is shown on the next page, or on this page if the visitor stays.
    ...(place === AUTH_PAGES[page].path ? { said: NOTICES[done].text } : { to: slots.next ?? place }),
    ...(place === '/dashboard' && { refused: COOKIES_REFUSED }),
  };
  const hidden = { next: slots.next, token: page === 'reset-password' ? slots.token : undefined };
  return (
    `<form method="post" action="${AUTH_PAGES[page].path}" novalidate aria-label="${label}"${dataAttributes(data)}>` +
    noticeHtml('red', `<span>${escapeHtml(problem)}</span>`, ` role="alert"${problem ? '' : ' hidden'}`) +
    Object.entries(hidden)
      .map(([name, value]) => (value ? `<input type="hidden" name="${name}" value="${escapeHtml(value)}">` : ''))
      .join('') +
    fields
      .map((field) =>
        fieldHtml(field, {
          value: field.type === 'password' ? '' : (values[field.name] ?? ''),
          wrong: wrong[field.name],
          missing: missingSentences(FORMS[page].schema)[field.name] ?? '',
          focused: field === focused,
        }),
      )
      .join('') +
    (page === 'login-code' ? TRUST : '') +
    (page === 'signup' ? acceptTerms(values, wrong.acceptTerms) : '') +
    (page === 'reset-password' ? endFeed(slots.posted === undefined || values.endCalendarFeed !== undefined) : '') +
    `<button class="button primary" type="submit">${submit}</button>` +
    `${page === 'login' ? PASSKEY : ''}</form>`
  );
}

type FieldState = { value: string; wrong: string | undefined; missing: string; focused: boolean };

function fieldHtml(field: Field, { value, wrong, missing, focused }: FieldState): string {
  const { name, label, type, autocomplete, hint } = field;
  const notes = `${name}-wrong${hint ? ` ${name}-hint` : ''}`;
  const plain = type === 'text' ? '' : ' autocapitalize="none" autocorrect="off" spellcheck="false"';
  const input =
    `<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${plain} required aria-required="true"` +
    `${wrong ? ' aria-invalid="true"' : ''}${focused ? ' autofocus' : ''} aria-describedby="${notes}" data-missing="${escapeHtml(missing)}"` +
    `${type === 'password' ? '' : ` value="${escapeHtml(value)}"`}>`;
  const control = type === 'password' ? `<span class="password">${input}${showPasswordButton(name)}</span>` : input;
  return (
    `<div class="field"><label for="${name}">${label}</label>${control}${wrongHtml(name, wrong)}` +
    `${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}</div>`
  );
}

/** Hidden until the script shows it. */
const showPasswordButton = (name: string) =>
  `<button class="show" type="button" aria-controls="${name}" aria-label="Show password" title="Show password" hidden>` +
  '<svg class="icon shut" aria-hidden="true"><use href="#eye"/></svg><svg class="icon open" aria-hidden="true"><use href="#eye-off"/></svg></button>';

/** Shown by the script if the browser supports passkeys. */
const PASSKEY = '<button class="button secondary" id="passkey" type="button" hidden>Use a passkey</button>';

const TRUST =
  '<div class="field"><label class="choice"><input class="tick" id="trust" name="trust" type="checkbox">' +
  '<span>Trust this browser for 30 days</span></label></div>';

function endFeed(checked: boolean): string {
  return (
    '<div class="field"><label class="choice"><input class="tick" id="endCalendarFeed" name="endCalendarFeed" type="checkbox"' +
    `${checked ? ' checked' : ''} aria-describedby="endCalendarFeed-hint"><span>${END_FEED}</span></label>` +
    `<p class="hint" id="endCalendarFeed-hint">${END_FEED_HINT}</p></div>`
  );
}

function acceptTerms(values: Record<string, string>, wrong: string | undefined): string {
  const link = (href: string, words: string) =>
    `<a href="${href}" target="_blank" rel="noopener">${words}<span class="unseen"> (opens in a new tab)</span></a>`;
  return (
    '<div class="field"><label class="choice"><input class="tick" id="acceptTerms" name="acceptTerms" type="checkbox" required' +
    `${wrong ? ' aria-invalid="true"' : ''}${values.acceptTerms ? ' checked' : ''} aria-describedby="acceptTerms-wrong"` +
    ` data-missing="${escapeHtml(missingSentences(SignUpInput).acceptTerms ?? '')}">` +
    `<span>I accept the ${link('/terms', 'terms')} and the ${link('/privacy', 'privacy notice')}</span></label>` +
    `${wrongHtml('acceptTerms', wrong)}</div>`
  );
}

function wrongHtml(name: string, wrong = ''): string {
  return `<p class="wrong" id="${name}-wrong"${wrong ? '' : ' hidden'}><svg class="icon" aria-hidden="true"><use href="#alert"/></svg><span>${escapeHtml(wrong)}</span></p>`;
}

function missingSentences(schema: z.ZodType): FieldErrors {
  const issues = schema.safeParse({}).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

function noticeBanner(name: NoticeName): string {
  const { text, tone } = NOTICES[name];
  return noticeHtml(tone, `<span>${escapeHtml(text)}</span>`);
}

function noticeHtml(tone: 'amber' | 'green' | 'red', html: string, attributes = ''): string {
  const icon = tone === 'green' ? 'check' : 'alert';
  return `<div class="notice ${tone}"${attributes}><svg class="icon" aria-hidden="true"><use href="#${icon}"/></svg><p>${html}</p></div>`;
}

function elsewhere(page: AuthPage, next: string | undefined): string {
  const on = next ? `?next=${encodeURIComponent(next)}` : '';
  const [words, path, link] = ELSEWHERE[page];
  return words ? `<p class="elsewhere">${words} <a href="${path}${on}">${link}</a></p>` : '';
}

const LOGIN = '/login';
const ELSEWHERE: Record<AuthPage, readonly [words: string, path: string, link: string]> = {
  login: ['New to Tenure?', '/signup', 'Start Your Free Trial'],
  'login-code': ['Took too long?', LOGIN, 'Log in again'],
  signup: ['Already have an account?', LOGIN, 'Log in'],
  'forgot-password': ['Remembered it?', LOGIN, 'Log in'],
  'reset-password': ['Remembered it?', LOGIN, 'Log in'],
  'trial-expired': ['', '', ''],
};

function dataAttributes(data: Record<string, string>): string {
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');
}
