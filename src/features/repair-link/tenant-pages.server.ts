import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { CATEGORIES, categoryLabel } from '../repair/listed.ts';
import { MAX_TIMES } from '../repair/repair.ts';
import {
  buttonForm,
  type Content,
  confirmForm,
  dayAndTime,
  EMERGENCY,
  formOf,
  refused,
  SCRIPT,
  sentTo,
  shownFiles,
  span,
  type Typed,
} from './forms.server.ts';
import { FORMER, type OwnRepair, type PosterLink, type TenantLink, type TenantRepair } from './guest.server.ts';
import { mayComeBack, nextStep, TENANT_STATES } from './repair-link.ts';
import { storyOf } from './story.server.ts';

type Page = { path: string; typed?: Typed; sentence?: string };

/** The tenant's repairs, and the form of a new report. `duplicate` is an open repair that may be the same problem. */
export function homePage(
  c: Context<AppEnv>,
  link: TenantLink | PosterLink,
  { path, typed, sentence, duplicate }: Page & { duplicate?: OwnRepair },
) {
  const { landlord, address } = link;
  const own = link.kind === 'tenant' ? link.repairs : [];
  const former = link.kind === 'tenant' && link.former;
  const content = html`
    <p class="quiet">${address ? html`${address}<br />` : ''}For ${landlord}, your landlord</p>
    ${refused(sentence)}
    ${
      own.length > 0
        ? html`<ul class="rows">
            ${own.map(
              ({ number, title, state, reportedAt }) => html`<li>
                <a href="${path}/${number}">${title}</a>
                <span>${TENANT_STATES[state]}</span>
                <span class="quiet">Repair ${number}, reported ${formatInstantAsDay(reportedAt)}</span>
              </li>`,
            )}
          </ul>`
        : ''
    }
    ${former ? html`<p>${FORMER}</p>` : reportForm(link, { path, ...(typed && { typed }), ...(duplicate && { duplicate }) })}
    ${link.kind === 'tenant' ? html`<p class="quiet">This link is yours. Do not pass it on.</p>` : ''}`;
  const title = own.length > 0 || former ? 'Your repairs' : 'Report a repair';
  return plainPage(c, { title, content, top: EMERGENCY, form: true, script: SCRIPT });
}

function reportForm(
  link: TenantLink | PosterLink,
  { path, typed, duplicate }: { path: string; typed?: Typed; duplicate?: OwnRepair },
): Content {
  const form = formOf('report', typed);
  const rows = Array.from({ length: MAX_TIMES }, (_, row) => `${row + 1}`);
  const isTyped = (row: string) => ['day', 'from', 'until'].some((field) => form.value(`${field}${row}`));
  const shown = rows.filter((row) => Number(row) <= 2 || isTyped(row));
  const more = rows.filter((row) => !shown.includes(row));
  return sentTo(
    path,
    'report',
    html`
      ${form.hidden('key', form.value('key') || randomUUID())}
      <section data-step="the problem">
      <h2>${link.kind === 'tenant' && link.repairs.length > 0 ? 'Report a new repair' : 'What is the problem?'}</h2>
      ${form.whole()} ${duplicate ? duplicateNotice(duplicate) : ''}
      ${form.choices(
        'category',
        'Kind of problem',
        CATEGORIES.map((category) => [category, categoryLabel(category)]),
        'many',
      )}
      ${form.area('description', 'What is wrong, and since when?', { rows: 5 })}
      ${form.files('Photos')}
      </section>
      <section data-step="where and when">
      <h2>Where and when</h2>
      ${form.text('room', 'Which room?')}
      <fieldset>
        <legend>Times that suit you</legend>
        ${shown.map((row) => form.slot(row))}
        ${more.length > 0 ? html`<details><summary>More times</summary>${more.map((row) => form.slot(row))}</details>` : ''}
      </fieldset>
      ${form.area('accessNote', 'How to get in', {
        hint: 'For example, where to park or who to ring. Only your landlord and the tradesperson see this.',
      })}
      ${form.tick('pets', 'There are pets')}
      ${form.choices('vulnerable', 'Is somebody at home young, old, ill or expecting?', [
        ['yes', 'Yes'],
        ['no', 'No'],
      ])}
      </section>
      <section data-step="check and send">
      <h2>Check and send</h2>
      ${
        link.kind === 'poster'
          ? html`${form.text('name', 'Your name', { autocomplete: 'name' })}
              ${form.text('email', 'Email address', { type: 'email', autocomplete: 'email', hint: 'Or a phone number' })}
              ${form.text('phone', 'Phone number', { type: 'tel', autocomplete: 'tel' })}`
          : ''
      }
      <button class="primary">Send report</button>
      </section>
    `,
  );
}

const duplicateNotice = ({ number, title, state, reportedAt }: OwnRepair) =>
  html`<div class="notice" role="alert">
    <p><b>Is it this one?</b></p>
    <p>‘${title}’, reported ${formatInstantAsDay(reportedAt)}: ${TENANT_STATES[state]}</p>
    <button name="same" value="${number}">Yes, add to it</button>
    <button name="same" value="new">No, it is new</button>
  </div>`;

/** The only page that a poster's guest sees after a report. */
export function sentPage(c: Context<AppEnv>, { landlord }: PosterLink, number: string) {
  const named = /^\d{1,9}$/.test(number) ? html` with number <b>${number}</b>` : '';
  const content = html`<p>${landlord} has your report${named}.</p>
    <p>They will reply using the email address or phone number you gave.</p>`;
  return plainPage(c, { title: 'Thank you', content, top: EMERGENCY, script: SCRIPT });
}

export function repairPage(
  c: Context<AppEnv>,
  repair: TenantRepair,
  { path, typed, sentence, now }: Page & { now: Date },
) {
  const { number, title, description, room, state, reason, reportedAt, bookedFrom, bookedUntil } = repair;
  const here = `${path}/${number}`;
  const content = html`
    <p class="quiet">Repair ${number}, reported ${dayAndTime(reportedAt)}. For ${repair.landlord}, your landlord</p>
    ${refused(sentence)}
    <p class="state"><b>${TENANT_STATES[state]}</b></p>
    ${reason ? html`<p class="words">${reason}</p>` : ''}
    ${state === 'booked' && bookedFrom && bookedUntil ? html`<p>${span(bookedFrom, bookedUntil)}</p>` : ''}
    ${nextStep(state) ? html`<p>${nextStep(state)}</p>` : ''}
    ${repair.former ? html`<p>${FORMER}</p>` : moves(repair, { path: here, now, ...(typed && { typed }) })}
    ${description || room ? html`<h2>Your report</h2>` : ''}
    ${room ? html`<p class="quiet">${room}</p>` : ''}
    ${description ? html`<p class="words">${description}</p>` : ''}
    ${shownFiles(path, repair.files)}
    <h2>Story</h2>
    ${storyOf(repair.story, 'tenant')}
    ${repair.former ? '' : messageForm(here, typed)}
    <p><a href="${path}">All your repairs</a></p>`;
  return plainPage(c, { title, content, top: EMERGENCY, form: true, script: SCRIPT });
}

function moves(repair: TenantRepair, { path, typed, now }: { path: string; typed?: Typed; now: Date }): Content {
  const { state, proposedBy, proposedFrom, proposedUntil, closedAt } = repair;
  const propose = formOf('propose', typed);
  const proposed =
    proposedBy && proposedFrom && proposedUntil
      ? { by: proposedBy, from: proposedFrom, until: proposedUntil }
      : undefined;
  const mayPropose = state === 'accepted' || state === 'quoting' || state === 'booked';
  return html`
    ${
      proposed && mayPropose
        ? html`<div class="notice">
            <p>
              <b>${proposed.by === 'tenant' ? 'You proposed' : 'Does this time suit you?'}</b><br />${span(proposed.from, proposed.until)}
            </p>
            ${proposed.by === 'tenant' ? '' : confirmForm(path, proposed, typed)}
          </div>`
        : ''
    }
    ${
      mayPropose
        ? html`<details${typed?.action === 'propose' ? html` open` : ''}>
            <summary>Propose ${proposed || state === 'booked' ? 'another' : 'a'} time</summary>
            ${sentTo(path, 'propose', html`${propose.whole()} ${propose.slot()} <button>Send this time</button>`)}
          </details>`
        : ''
    }
    ${state === 'done' ? moveForm(path, { action: 'not-fixed', typed, label: 'Describe the problem', button: 'Not fixed' }) : ''}
    ${
      state === 'closed' && mayComeBack(closedAt, now)
        ? moveForm(path, { action: 'came-back', typed, label: 'Describe the problem', button: 'Came back' })
        : ''
    }
    ${
      state === 'reported'
        ? html`<details${typed?.action === 'cancel' ? html` open` : ''}>
            <summary>Cancel this report</summary>
            ${buttonForm(path, { action: 'cancel', typed, tick: 'It is no longer needed', button: 'Cancel this report' })}
          </details>`
        : ''
    }`;
}

type Move = { action: string; typed: Typed | undefined; label: string; button: string };

function moveForm(path: string, { action, typed, label, button }: Move): Content {
  const form = formOf(action, typed);
  return sentTo(
    path,
    action,
    html`${form.whole()} ${form.area('text', label)} <button class="primary">${button}</button>`,
  );
}

function messageForm(path: string, typed: Typed | undefined): Content {
  const form = formOf('message', typed);
  return html`<h2>Add something</h2>
    ${sentTo(
      path,
      'message',
      html`${form.whole()} ${form.area('text', 'Write to your landlord')} ${form.files('Photos')}
        <button class="primary">Send</button>`,
    )}`;
}
