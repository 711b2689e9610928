/** HTML of the forms on guests' repair pages, with the typed values and the error of each field. */
import { html } from 'hono/html';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import type { State } from '../repair/listed.ts';
import { MAX_PHOTOS } from '../repair/repair.ts';
import type { LinkedFile } from './guest.server.ts';
import type { Errors, Values } from './repair-link.ts';
import type { GuestForm } from './uploads.server.ts';

export type Content = ReturnType<typeof html>;

/** A rejected form, identified by its action. */
export type Typed = { action: string; values: Values; errors: Errors; kept: GuestForm['kept'] };

/** The pages also work without the script. */
export const SCRIPT = '/repair.js';

export const NUMBERS = html`Gas <a href="tel:0800111999">0800 111 999</a>, power cut <a href="tel:105">105</a>, danger
  <a href="tel:999">999</a>`;

export const EMERGENCY = html`<div class="emergency">
  <b>Smell of gas, sparks, fire, or water you cannot stop?</b>
  <p>Do not wait for us. ${NUMBERS}</p>
</div>`;

type Input = {
  type?: 'text' | 'email' | 'tel' | 'date' | 'time';
  hint?: string;
  autocomplete?: string;
  inputmode?: 'decimal';
};

/** Fields of the form `action`. Their ids differ from those of other forms on the page. */
export function formOf(action: string, typed: Typed | undefined) {
  const mine = typed?.action === action ? typed : undefined;
  const value = (name: string) => mine?.values.get(name)?.[0] ?? '';
  const idOf = (name: string) => `${action}-${name}`;
  const problem = (name: string) =>
    mine?.errors[name] ? html`<p class="problem" id="${idOf(name)}-problem">${mine.errors[name]}</p>` : '';
  const noted = (name: string) =>
    mine?.errors[name] ? html` aria-invalid="true" aria-describedby="${idOf(name)}-problem"` : '';
  const hintOf = (hint: string | undefined) => (hint ? html`<p class="hint">${hint}</p>` : '');

  const text = (name: string, label: string, { type = 'text', hint, autocomplete = 'off', inputmode }: Input = {}) =>
    html`<div class="field">
      <label for="${idOf(name)}">${label}</label>
      ${hintOf(hint)} ${problem(name)}
      <input id="${idOf(name)}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value(name)}"${inputmode ? html` inputmode="${inputmode}"` : ''}${noted(name)} />
    </div>`;

  return {
    value,
    problem,
    /** The error of the form as a whole. */
    whole: () => problem('form'),
    hidden: (name: string, content: string) => html`<input type="hidden" name="${name}" value="${content}" />`,
    text,
    money: (name: string, label: string, hint?: string) =>
      text(name, label, { inputmode: 'decimal', ...(hint && { hint }) }),

    area: (name: string, label: string, { rows = 3, hint }: { rows?: number; hint?: string } = {}) =>
      html`<div class="field">
        <label for="${idOf(name)}">${label}</label>
        ${hintOf(hint)} ${problem(name)}
        <textarea id="${idOf(name)}" name="${name}" rows="${rows}"${noted(name)}>${value(name)}</textarea>
      </div>`,

    choices: (name: string, legend: string, choices: readonly (readonly [string, string])[], kind = '') =>
      html`<fieldset class="choices ${kind}"${noted(name)}>
        <legend>${legend}</legend>
        ${problem(name)}
        ${choices.map(
          ([one, label]) =>
            html`<label><input type="radio" name="${name}" value="${one}"${value(name) === one ? html` checked` : ''} /><span>${label}</span></label>`,
        )}
      </fieldset>`,

    tick: (name: string, label: string) =>
      html`${problem(name)}<label class="tick"><input type="checkbox" name="${name}" value="yes"${value(name) === 'yes' ? html` checked` : ''}${noted(name)} /> ${label}</label>`,

    /** A day with two times. `row` numbers the names of the fields. */
    slot: (row = '') =>
      html`<div class="slot">
        ${text(`day${row}`, 'Day', { type: 'date' })} ${text(`from${row}`, 'From', { type: 'time' })}
        ${text(`until${row}`, 'Until', { type: 'time' })}
      </div>`,

    /** Files that arrived with a rejected form stay ticked. */
    files: (label: string, { accept = 'image/jpeg,image/png', many = true } = {}) =>
      html`<div class="field">
        <label for="${idOf('photos')}">${label}</label>
        ${many ? hintOf(`Up to ${MAX_PHOTOS}, each up to 20 MB. We remove where a photo was taken.`) : ''}
        ${problem('photos')}
        ${(mine?.kept ?? []).map(
          ({ name, signed }) =>
            html`<label class="tick"><input type="checkbox" name="kept" value="${signed}" checked /> ${name}</label>`,
        )}
        <input id="${idOf('photos')}" name="photos" type="file" accept="${accept}"${many ? html` multiple` : ''}${noted('photos')} />
      </div>`,
  };
}

/** A form that posts to `path`, with its action. */
export const sentTo = (path: string, action: string, content: Content) =>
  html`<form method="post" action="${path}" enctype="multipart/form-data" data-form="${action}">
    <input type="hidden" name="action" value="${action}" />
    ${content}
  </form>`;

type Button = { action: string; typed: Typed | undefined; tick: string; button: string; more?: Content };

/** A form that has only a box to tick and a button. */
export function buttonForm(path: string, { action, typed, tick, button, more = html`` }: Button): Content {
  const form = formOf(action, typed);
  return sentTo(
    path,
    action,
    html`${more} ${form.whole()} ${form.tick('sure', tick)} <button class="primary">${button}</button>`,
  );
}

type Proposed = { from: string; until: string };

export const confirmForm = (path: string, { from, until }: Proposed, typed: Typed | undefined) =>
  buttonForm(path, {
    action: 'book',
    typed,
    tick: 'This time suits me',
    button: 'Confirm this time',
    more: html`<input type="hidden" name="from" value="${from}" /><input type="hidden" name="until" value="${until}" />`,
  });

export const dayAndTime = (instant: string) => `${formatInstantAsDay(instant)}, ${formatInstantAsTime(instant)}`;

export const span = (from: string, until: string) => `${dayAndTime(from)} to ${formatInstantAsTime(until)}`;

/** Photos as thumbnails, and other files by name. */
export function shownFiles(base: string, files: readonly LinkedFile[]): Content | '' {
  if (files.length === 0) return '';
  return html`<ul class="photos">
    ${files.map(({ id, name, contentType, at, takenAt }) => {
      const times = `${takenAt ? `Taken ${dayAndTime(takenAt)}, r` : 'R'}eceived ${dayAndTime(at)}`;
      const path = `${base}/files/${id}`;
      return html`<li>
        <a href="${path}">${
          contentType === 'image/jpeg'
            ? html`<img src="${path}?size=thumb" alt="${name}" loading="lazy" />`
            : html`${name}`
        }</a>
        <p>${times}</p>
      </li>`;
    })}
  </ul>`;
}

/** A notice above the page, about an action that the repair's state does not allow. */
export const refused = (sentence: string | undefined): Content | '' =>
  sentence ? html`<p class="notice" role="alert">${sentence}</p>` : '';

export const ENDED: readonly State[] = ['closed', 'declined', 'cancelled'];
