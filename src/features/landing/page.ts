/** The public pages: which there are, and what of them only the running server knows. */
import { escapeHtml, fillMarks, mailto } from '../../shared/html.ts';
import { NOTICES, type NoticeName } from '../account/notices.ts';
import { type EnquiryForm, enquiryForm } from './contact.ts';

/** Each page's address, title (before ' · Tenure') and description for search engines. */
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
    description: 'What you agree to when you use Tenure: the trial, the prices, your data and what is promised.',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: 'What Tenure stores about you, why, for how long, and who can see it.',
  },
} as const satisfies Record<string, { path: string; title: string; description: string }>;

export type PageName = keyof typeof PAGES;

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The file a page is built into. Signed in and signed out differ in their header, their buttons and links. */
export function pageFile({ page, signedIn }: { page: PageName; signedIn: boolean }): string {
  return signedIn ? `${page}-signed-in.html` : `${page}.html`;
}

/** The pictures of the product at the top of the front page: files in pictures/, made by `npm run pictures`. */
export const PICTURES = ['wide', 'wide-dark', 'phone', 'phone-dark'] as const;
export type Pictures = Partial<Record<(typeof PICTURES)[number], string>>;

/** Stands in the page behind the pictures, by its hash in the content security policy. Without a script a browser loads lazy pictures too. */
export const LOAD_PICTURE =
  "document.querySelector(document.documentElement.dataset.theme === 'dark' ? '.by-night img' : '.by-day img').loading = 'eager';";

/** What the build leaves open, written into the pages as %MARKS%. */
export const MARKS = {
  contact: '%CONTACT%',
  demonstration: '%DEMONSTRATION%',
  form: '%FORM%',
  notice: '%NOTICE%',
  operator: '%OPERATOR%',
  plan: '%PLAN%',
  year: '%YEAR%',
} as const;

/** The build puts street.svg in its place: the drawing in the hero, which the foot of the page shows again by reference. */
export const DRAWN_STREET = '%STREET%';

/** Who runs the server, from its settings. Undefined is what nobody has set. */
export type Operator = {
  operatorName: string | undefined;
  contactEmail: string | undefined;
  demonstration: boolean;
};

/** What only the request knows. */
export type Slots = {
  operator: Operator;
  /** Shown in the footer. */
  year: string;
  /** How the signed-in landlord's trial or plan stands, in words. */
  plan?: string | undefined;
  notice?: NoticeName | undefined;
  form?: EnquiryForm | undefined;
};

/** The page's HTML with its marks filled in. */
export function fillIn(html: string, slots: Slots): string {
  return fillMarks(html, marksOf(slots));
}

/** What stands in the place of each mark. */
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
  return '<p class="demonstration"><b>Demonstration.</b> Bank and checkout are sandboxes: please enter nothing real.</p>';
}

function contactSentence({ contactEmail }: Operator): string {
  if (!contactEmail) return 'Your message is stored on this server, where its operator reads it.';
  return `The answer comes by email. You can also write to <a href="${mailto(contactEmail)}">${escapeHtml(contactEmail)}</a>.`;
}

/** The button works by script, which therefore shows it. */
function noticeHtml(name: NoticeName): string {
  const { text, tone, link } = NOTICES[name];
  const more = link ? ` <a href="${link.href}">${link.label}</a>` : '';
  return `<div class="notice ${tone}"><p>${escapeHtml(text)}${more}</p><button type="button" class="button quiet" hidden>Close</button></div>`;
}
