import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { COMING, escalation, PLANS } from '../billing/plan.ts';
import { Landing } from './Landing.tsx';
import { fillIn } from './page.ts';

const nobody = { operatorName: undefined, contactEmail: undefined, demonstration: false };

describe('the front page', () => {
  const html = renderToStaticMarkup(createElement(Landing, { signedIn: false, pictures: {} }));
  const headings = [...html.matchAll(/<h([123])[^>]*>([^<]*)/g)].map(([, level, words]) => `${level} ${words}`);

  it.each([
    ['S1.2.19', ['1 Property Management Simplified']],
    ['S1.2.24', ['2 How It Works', '3 Add Properties', '3 Manage Tenants', '3 Track Services']],
    [
      'S1.2.25',
      [
        '2 Features',
        '3 Property Management',
        '3 Tenant Management',
        '3 Financial Tracking',
        '3 Communication Tools',
        '3 Maintenance Alerts',
        '3 Analytics Dashboard',
      ],
    ],
    ['S1.2.26', ['2 Try it for a week, risk-free', '3 7 days free', '3 No credit card', '3 Easy setup']],
  ])('%s: has the headings %j in this order', (_id, expected) => {
    const from = headings.indexOf(expected[0] ?? '');
    expect(headings.slice(from, from + expected.length)).toEqual(expected);
  });

  it.each([
    ['S1.2.20', 'Try the product free for 7 days'],
    ['S1.1.3 S1.2.21', 'No credit card required'],
  ])('%s: shows %s at its top', (_id, words) => {
    expect(html.slice(0, html.indexOf('How It Works'))).toContain(`<li>${words}</li>`);
  });

  it('S1.2.31: links to the payment page of each plan, for visitors through sign-up', () => {
    const leads = (signedIn: boolean) => {
      const page = renderToStaticMarkup(createElement(Landing, { signedIn, pictures: {} }));
      return [...page.matchAll(/<a class="button subscribe[^"]*" href="([^"]+)"[^>]*>Subscribe</g)].map(([, to]) => to);
    };
    const plans = PLANS.map(({ id }) => `/dashboard/plans?plan=${id}`);
    expect(leads(true)).toEqual(plans);
    expect(leads(false)).toEqual(plans.map((address) => `/signup?next=${encodeURIComponent(address)}`));
  });

  it('marks missing features as coming and all others as available', () => {
    const cards = html.split('<li class="plan').slice(1);
    for (const [at, plan] of PLANS.entries()) {
      const [there = '', coming = ''] = (cards[at] ?? '').split('<details')[0]?.split('>Coming<') ?? [];
      for (const feature of escalation(plan).adds)
        expect([feature, there.includes(`<li>${feature}<`), coming.includes(`<li>${feature}<`)]).toEqual([
          feature,
          !COMING.includes(feature),
          COMING.includes(feature),
        ]);
    }
  });

  it('S1.2.27: ends with a call to sign up', () => {
    expect(html.slice(html.lastIndexOf('<section'))).toMatch(/<a[^>]* href="\/signup"[^>]*>Start Free Trial/);
  });
});

describe('filling in a page', () => {
  const sons = { ...nobody, operatorName: `<b>Smith & "Sons"</b> $& %YEAR%`, contactEmail: `o'neil&co@x.example` };
  it.each([
    ['<p>© %YEAR% %OPERATOR%</p>', { ...nobody, operatorName: 'Whitlock Lettings' }, '<p>© 2027 Whitlock Lettings</p>'],
    ['by %OPERATOR%', nobody, 'by the operator of this server'],
    [
      '%CONTACT%',
      { ...nobody, contactEmail: 'help+lets@tenure.example' },
      'We will reply by email. You can also email <a href="mailto:help%2Blets@tenure.example">help+lets@tenure.example</a>.',
    ],
    ['%CONTACT%', nobody, 'We store your message on this server for its operator.'],
    ['%DEMONSTRATION%', { ...nobody, demonstration: true }, expect.stringContaining('<b>Demonstration.</b>')],
    ['%DEMONSTRATION%', nobody, ''],
    // Settings are escaped and cannot contain other placeholders.
    ['%OPERATOR%', sons, '&lt;b&gt;Smith &amp; &quot;Sons&quot;&lt;/b&gt; $&amp; %YEAR%'],
    [
      '%CONTACT%',
      sons,
      expect.stringContaining(`<a href="mailto:o'neil%26co@x.example">o&#39;neil&amp;co@x.example</a>`),
    ],
    ['100% of %UNKNOWN% %20', nobody, '100% of %UNKNOWN% %20'],
  ])('%s for %j', (html, operator, filled) => {
    expect(fillIn(html, { operator, year: '2027' })).toEqual(filled);
  });

  it.each([
    ['trial-expired', 'Your trial has expired.'],
    ['account-deleted', 'Your account and all its data have been deleted.'],
    ['enquiry-sent', 'Thank you. We have received your message.'],
  ] as const)('shows the notice %s', (notice, words) => {
    expect(fillIn('%NOTICE%', { operator: nobody, year: '2027', notice })).toContain(words);
  });

  it('has three fields and a honeypot in the contact form', () => {
    const form = fillIn('%FORM%', { operator: nobody, year: '2027' });
    expect([...form.matchAll(/<label for="[^"]+">([^<]+)/g)].map(([, label]) => label)).toEqual([
      'Name',
      'Email',
      'How can we help?',
    ]);
    expect(form).toContain('>Contact Sales</button>');
    expect(form).toContain('name="website" tabindex="-1"');
  });
});
