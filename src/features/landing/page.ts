/** The public pages: which there are, and what of them only the running server knows. */

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

/** The file a page is built into. Signed in and signed out differ in their header and buttons only. */
export function pageFile({ page, signedIn }: { page: PageName; signedIn: boolean }): string {
  return signedIn ? `${page}-signed-in.html` : `${page}.html`;
}

/** What the build leaves open, written into the pages as %MARKS%. */
export const MARKS = {
  contact: '%CONTACT%',
  demonstration: '%DEMONSTRATION%',
  operator: '%OPERATOR%',
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

/** The page's HTML with its marks filled in. `year` is shown in the footer. */
export function fillIn(html: string, { operator, year }: { operator: Operator; year: string }): string {
  const values: Record<string, string> = {
    [MARKS.contact]: contactSentence(operator.contactEmail),
    [MARKS.demonstration]: operator.demonstration
      ? '<p class="demonstration"><b>Demonstration.</b> Bank and checkout are sandboxes: please enter nothing real.</p>'
      : '',
    [MARKS.operator]: escapeHtml(operator.operatorName ?? 'the operator of this server'),
    [MARKS.year]: escapeHtml(year),
  };
  return html.replace(/%[A-Z]+%/g, (mark) => values[mark] ?? mark);
}

function contactSentence(email: string | undefined): string {
  if (!email) {
    return 'Please ask the person who gave you the address of this server; at a letting agent that is usually the administrator.';
  }
  return `Please write to <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${escapeHtml(email)}</a>.`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
