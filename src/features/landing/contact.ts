import { z } from 'zod';
import type { FieldErrors } from '../../shared/app-error.ts';
import { email } from '../../shared/fields.ts';
import { escapeHtml } from '../../shared/html.ts';
import { line, paragraph } from '../../shared/schemas.ts';

export const EnquiryInput = z
  .object({
    name: line({ min: 2, max: 100, message: 'Name must be at least 2 characters.' }),
    email: email('Email', 'Please enter a valid email address.').input,
    message: paragraph({ min: 10, max: 5000, message: 'Tell us in a sentence or two how we can help.' }),
    website: z.string().max(500).default('').describe('Honeypot: hidden from people, must be empty'),
  })
  .meta({ id: 'EnquiryInput' });

export type EnquiryForm = {
  values?: Record<string, string>;
  fields?: FieldErrors;
  problem?: string;
};

const FIELDS = [
  { name: 'name', label: 'Name', tag: 'input', rest: 'autocomplete="name" maxlength="100"' },
  { name: 'email', label: 'Email', tag: 'input', rest: 'type="email" autocomplete="email" maxlength="254"' },
  { name: 'message', label: 'How can we help?', tag: 'textarea', rest: 'rows="4" maxlength="5000"' },
] as const;

/** Works as a plain form without scripts; the script submits it without leaving the page. */
export function enquiryForm({ values = {}, fields = {}, problem = '' }: EnquiryForm = {}): string {
  const inputs = FIELDS.map(({ name, label, tag, rest }) => {
    const wrong = fields[name] ?? '';
    const about = `id="enquiry-${name}" name="${name}" ${rest} required aria-describedby="wrong-${name}"${wrong ? ' aria-invalid="true"' : ''}`;
    const value = escapeHtml(values[name] ?? '');
    // HTML ignores a line break after the tag, so a value that starts with one would lose it.
    const field = tag === 'input' ? `<input ${about} value="${value}">` : `<textarea ${about}>\n${value}</textarea>`;
    return `<p class="field"><label for="enquiry-${name}">${label}</label>${field}<span class="wrong" id="wrong-${name}">${escapeHtml(wrong)}</span></p>`;
  });
  return (
    `<form class="enquiry" method="post" action="/contact" novalidate aria-labelledby="contact-title">` +
    `${inputs.join('')}<p class="unseen" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></p>` +
    `<p class="wrong" role="alert">${escapeHtml(problem)}</p>` +
    '<button class="button secondary">Contact Sales</button></form>'
  );
}
