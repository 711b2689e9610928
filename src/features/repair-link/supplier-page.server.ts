import type { Context } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { dialled } from '../../shared/phone.ts';
import { categoryLabel, STATE_LABELS, TEXTS, URGENCY_LABELS } from '../repair/listed.ts';
import {
  buttonForm,
  type Content,
  confirmForm,
  dayAndTime,
  ENDED,
  formOf,
  NUMBERS,
  refused,
  SCRIPT,
  sentTo,
  shownFiles,
  span,
  type Typed,
} from './forms.server.ts';
import type { GoneJob, Job } from './guest.server.ts';
import { storyOf } from './story.server.ts';

type Page = { path: string; typed?: Typed; sentence?: string };
type Part = { job: Job; path: string; typed: Typed | undefined };

const PAPERS = 'application/pdf,image/jpeg,image/png';
const BILL_WORDS = { received: 'sent', accepted: 'accepted', refused: 'refused' } as const;

export function jobPage(c: Context<AppEnv>, job: Job | GoneJob, { path, typed, sentence }: Page) {
  if (job.gone)
    return plainPage(c, { title: job.title, content: html`<p>Repair ${job.number}</p><p><b>${TEXTS.gone}</b></p>` });
  const part = { job, path, typed };
  const content = html`
    <p class="quiet">Repair ${job.number} for ${job.landlord}, reported ${dayAndTime(job.reportedAt)}</p>
    ${refused(sentence)}
    <p class="state"><b>${stateWords(job)}</b></p>
    ${facts(job)}
    ${shownFiles(path, job.files)}
    ${isEnded(job) ? '' : html`${answerForms(part)} ${timeForms(part)} ${workForms(part)}`}
    ${job.hasJob && job.state !== 'accepted' && job.state !== 'quoting' ? billForms(part) : ''}
    <h2>Story</h2>
    ${storyOf(job.story, 'supplier')}
    ${isEnded(job) ? '' : messageForm(part)}
    <p class="quiet">Emergency numbers: ${NUMBERS}. This link is yours. Do not pass it on.</p>`;
  return plainPage(c, { title: job.title, content, form: true, script: SCRIPT });
}

const isEnded = ({ state }: Job) => ENDED.includes(state);

function stateWords({ hasJob, state, quote }: Job): string {
  if (hasJob) return state === 'accepted' ? 'You have this job' : STATE_LABELS[state];
  if (quote?.state === 'given') return 'You have given a quote';
  if (quote?.state === 'refused') return 'You have declined this job';
  return 'Please give a quote';
}

function facts(job: Job): Content {
  const { category, urgency, room, description, times, pets, quote, bookedFrom, bookedUntil, tenants = [] } = job;
  const place = job.address ?? [job.street, job.town].filter(Boolean).join(', ');
  const fact = (name: string, value: Content | string | null | undefined) =>
    value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : '';
  return html`<p class="words">${description}</p>
    <dl class="facts">
      ${fact('Where', place)}
      ${fact('Room', room)}
      ${fact('Category', categoryLabel(category))}
      ${fact('Urgency', URGENCY_LABELS[urgency])}
      ${fact('Booked', bookedFrom && bookedUntil ? span(bookedFrom, bookedUntil) : '')}
      ${fact(
        'Times that suit the tenant',
        times.length > 0
          ? html`${times.map(({ day, from, until }) => html`${formatDay(day)}, ${from} to ${until}<br />`)}`
          : '',
      )}
      ${fact('Pets', pets ? 'Yes' : '')}
      ${fact('How to get in', job.accessNote)}
      ${fact('Tenant', tenants.length > 0 ? html`${tenants.map(({ name, phone }) => html`${name}${phoneLink(phone)}<br />`)}` : '')}
      ${fact('Answer by', quote?.answerBy ? formatDay(quote.answerBy) : '')}
      ${fact('Your quote', quote?.net === null || !quote ? '' : `${formatPence(quote.net + (quote.vat ?? 0))} with VAT of ${formatPence(quote.vat ?? 0)}`)}
    </dl>`;
}

function phoneLink(phone: string): Content | '' {
  const number = dialled(phone);
  if (!phone) return '';
  return number ? html`, <a href="tel:${number}">${phone}</a>` : html`, ${phone}`;
}

/** Forms to accept the job, to give a quote, and to decline. */
function answerForms({ job, path, typed }: Part): Content {
  const { hasJob, canAccept, limit, quote, state } = job;
  const form = formOf('quote', typed);
  const refuse = formOf('refuse', typed);
  const accept = { action: 'accept', typed, tick: 'I can do this job', button: 'Accept the job' };
  const has = hasJob ? state === 'accepted' || state === 'booked' : quote?.state !== 'refused';
  return html`
    ${
      canAccept && limit !== null
        ? html`<div class="notice">
            <p>The job is yours straight away if you can do it for ${formatPence(limit)} or less, including VAT.</p>
            ${buttonForm(path, accept)}
          </div>`
        : ''
    }
    ${hasJob && state === 'accepted' && !job.story.some(({ by }) => by === 'supplier') ? buttonForm(path, accept) : ''}
    ${
      hasJob || state !== 'quoting'
        ? ''
        : html`<h2>${quote?.state === 'given' ? 'Change your quote' : 'Give a quote'}</h2>
            ${sentTo(
              path,
              'quote',
              html`${form.whole()} ${form.money('net', 'Amount before VAT (£)')}
                ${form.money('vat', 'VAT (£)', 'Leave this blank if you do not charge VAT')}
                ${form.area('text', 'Note')} ${form.text('validUntil', 'Valid until', { type: 'date' })}
                <fieldset>
                  <legend>When you could come</legend>
                  ${form.slot()}
                </fieldset>
                ${form.files('Quote as a PDF', { accept: PAPERS, many: false })}
                <button class="primary">Send quote</button>`,
            )}`
    }
    ${
      has
        ? html`<details${typed?.action === 'refuse' ? html` open` : ''}>
            <summary>Decline this job</summary>
            ${sentTo(path, 'refuse', html`${refuse.area('text', 'Reason')} <button>Decline</button>`)}
          </details>`
        : ''
    }`;
}

function timeForms({ job, path, typed }: Part): Content | '' {
  const { hasJob, state, proposedBy, proposedFrom, proposedUntil } = job;
  if (!hasJob || !(state === 'accepted' || state === 'booked' || state === 'quoting')) return '';
  const form = formOf('propose', typed);
  const proposed = proposedFrom && proposedUntil ? { from: proposedFrom, until: proposedUntil } : undefined;
  return html`
    ${
      proposed
        ? html`<div class="notice">
            <p>
              <b>${proposedBy === 'supplier' ? 'You proposed' : proposedBy === 'tenant' ? 'The tenant proposes' : `${job.landlord} proposes`}</b><br />
              ${span(proposed.from, proposed.until)}
            </p>
            ${proposedBy === 'supplier' ? '' : confirmForm(path, proposed, typed)}
          </div>`
        : ''
    }
    <h2>Propose ${proposed || state === 'booked' ? 'another' : 'a'} time</h2>
    ${sentTo(path, 'propose', html`${form.whole()} ${form.slot()} <button>Send this time</button>`)}`;
}

function workForms({ job, path, typed }: Part): Content | '' {
  const { hasJob, state } = job;
  if (!hasJob || !(state === 'booked' || state === 'in-progress')) return '';
  const form = formOf('done', typed);
  return html`<h2>The work</h2>
    ${state === 'booked' ? buttonForm(path, { action: 'start', typed, tick: 'I am working on it', button: 'Started' }) : ''}
    ${sentTo(
      path,
      'done',
      html`${form.whole()} ${form.area('text', 'Your work')} ${form.files('Photos')} <button class="primary">It is done</button>`,
    )}`;
}

function billForms({ job, path, typed }: Part): Content {
  const form = formOf('bill', typed);
  return html`<h2>Invoice</h2>
    ${
      job.bills.length > 0
        ? html`<ul class="rows">
            ${job.bills.map(
              ({ number, net, vat, due, state }) => html`<li>
                <b>${number}</b><span>${formatPence(net + vat)}, ${BILL_WORDS[state]}</span>
                ${due ? html`<span class="quiet">Due ${formatDay(due)}</span>` : ''}
              </li>`,
            )}
          </ul>`
        : ''
    }
    ${sentTo(
      path,
      'bill',
      html`${form.whole()} ${form.text('billNumber', 'Invoice number')} ${form.money('net', 'Amount before VAT (£)')}
        ${form.money('vat', 'VAT (£)', 'Leave this blank if you do not charge VAT')}
        ${form.text('due', 'Payment due', { type: 'date' })}
        ${form.files('Invoice as a PDF or photo', { accept: PAPERS, many: false })} <button class="primary">Send invoice</button>`,
    )}`;
}

function messageForm({ job, path, typed }: Part): Content {
  const form = formOf('message', typed);
  return html`<h2>Ask or add something</h2>
    ${sentTo(
      path,
      'message',
      html`${form.whole()} ${form.area('text', `Write to ${job.landlord}`)}
        ${form.files('Photos or papers', { accept: PAPERS })} <button>Send</button>`,
    )}`;
}
