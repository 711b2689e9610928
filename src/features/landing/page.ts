import { escapeHtml, fillMarks, mailto } from '../../shared/html.ts';
import { NOTICES, type NoticeName } from '../account/notices.ts';
import { type EnquiryForm, enquiryForm } from './contact.ts';

/** Path, title (before ' · Tenure') and description for search engines. */
export const PAGES = {
  landing: {
    path: '/',
    title: 'Property Management Simplified',
    description:
      'Properties, tenants, suppliers and money in one place, for landlords and letting agents in the United Kingdom. Free for 7 days, no credit card required.',
  },
  terms: {
    path: '/terms',
    title: 'Terms',
    description: 'The terms of using Tenure: the trial, prices, your data and our liability.',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: 'How Tenure stores your data, why, for how long, and who has access.',
  },
} as const satisfies Record<string, { path: string; title: string; description: string }>;

export type PageName = keyof typeof PAGES;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Returns the file name of a built page, which differs for signed-in people. */
export function pageFile({ page, signedIn }: { page: PageName; signedIn: boolean }): string {
  return signedIn ? `${page}-signed-in.html` : `${page}.html`;
}

/** Screenshots on the front page, created by `npm run pictures` in pictures/. */
export const PICTURES = ['wide', 'wide-dark', 'phone', 'phone-dark'] as const;
export type Pictures = Partial<Record<(typeof PICTURES)[number], string>>;

/** Inline script, allowed by its hash in the content security policy. Without scripts, the picture loads lazily. */
export const LOAD_PICTURE =
  "document.querySelector(document.documentElement.dataset.theme === 'dark' ? '.by-night img' : '.by-day img').loading = 'eager';";

export const MARKS = {
  contact: '%CONTACT%',
  demonstration: '%DEMONSTRATION%',
  form: '%FORM%',
  notice: '%NOTICE%',
  operator: '%OPERATOR%',
  plan: '%PLAN%',
  year: '%YEAR%',
} as const;

/** Replaced by street.svg at build time; the page's foot reuses the drawing. */
export const DRAWN_STREET = '%STREET%';

export type Operator = {
  operatorName: string | undefined;
  contactEmail: string | undefined;
  demonstration: boolean;
};

export type Slots = {
  operator: Operator;
  year: string;
  /** Status of the signed-in landlord's trial or plan. */
  plan?: string | undefined;
  notice?: NoticeName | undefined;
  form?: EnquiryForm | undefined;
};

export function fillIn(html: string, slots: Slots): string {
  return fillMarks(html, marksOf(slots));
}

export function marksOf({ operator, year, plan, notice, form }: Slots): Record<string, string> {
  return {
    [MARKS.contact]: contactSentence(operator),
    [MARKS.demonstration]: demonstrationStrip(operator),
    [MARKS.form]: enquiryForm(form),
    [MARKS.notice]: notice ? noticeHtml(notice) : '',
    [MARKS.operator]: escapeHtml(operator.operatorName ?? 'the operator of this server'),
    [MARKS.plan]: plan ? `<p class="own-plan">${escapeHtml(plan)}</p>` : '',
    [MARKS.year]: escapeHtml(year),
  };
}

export function demonstrationStrip({ demonstration }: Pick<Operator, 'demonstration'>): string {
  if (!demonstration) return '';
  return '<p class="demonstration"><b>Demonstration.</b> Bank and checkout are sandboxes. Do not enter real data.</p>';
}

function contactSentence({ contactEmail }: Operator): string {
  if (!contactEmail) return 'We store your message on this server for its operator.';
  return `We will reply by email. You can also email <a href="${mailto(contactEmail)}">${escapeHtml(contactEmail)}</a>.`;
}

/** The button is hidden until the script that handles it has loaded. */
function noticeHtml(name: NoticeName): string {
  const { text, tone, link } = NOTICES[name];
  const more = link ? ` <a href="${link.href}">${link.label}</a>` : '';
  return `<div class="notice ${tone}"><p>${escapeHtml(text)}${more}</p><button type="button" class="button quiet" hidden>Close</button></div>`;
}
