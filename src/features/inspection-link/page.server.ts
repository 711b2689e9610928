import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import type { Comment, Item, Photo, Room } from '../inspection/inspection.ts';
import { CONDITION_LABELS, KIND_LABELS } from '../inspection/listed.ts';
import { roomBefore } from '../inspection/rules/words.ts';
import { type Content, formOf, refused, sentTo, type Typed } from '../repair-link/forms.server.ts';
import {
  compareItems,
  conditionWords,
  dayAndTime,
  lastCommentDay,
  orderPhotos,
  photoTimes,
  type RoomBefore,
  readingsOf,
} from './compare.ts';
import type { OpenLink } from './guest.server.ts';

type Page = { path: string; now: Date; typed?: Typed; sentence?: string };

/** The form action for the whole inspection. The form of a room has the room's id as its action. */
export const WHOLE = 'whole';

export function inspectionPage(c: Context<AppEnv>, { landlord, record }: OpenLink, page: Page) {
  const { kind, address, startsAt, inspector, note, rooms, before, commentsUntil, lockedAt, sha256, comments } = record;
  const { path, sentence } = page;
  const isOpen = !lockedAt && commentsUntil !== null && page.now <= new Date(commentsUntil);
  const facts = [
    ['Carried out', dayAndTime(startsAt)],
    ['By', inspector],
    ['Compared with', before ? `Move-in inspection, ${dayAndTime(before.startsAt)}` : ''],
    ['Locked', lockedAt ? dayAndTime(lockedAt) : ''],
    ['SHA-256', sha256 ?? ''],
  ].filter(([, value]) => value);
  const talk = { page, isOpen, comments };
  const content = html`
    <p class="quiet">${address}<br />From ${landlord}, your landlord</p>
    ${refused(sentence)}
    <p>${nextStep({ isOpen, locked: lockedAt !== null, until: commentsUntil ? lastCommentDay(commentsUntil) : '' })}</p>
    <p><a href="${path}/report.pdf">Download the report as a PDF</a></p>
    <dl class="facts">
      ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${note ? html`<p class="words">${note}</p>` : ''}
    ${
      rooms.length > 2
        ? html`<nav aria-label="Rooms"><ul class="jumps">${rooms.map(({ id, name }) => html`<li><a href="#room-${id}">${name}</a></li>`)}</ul></nav>`
        : ''
    }
    ${rooms.map(
      (room) => html`<section id="room-${room.id}" aria-labelledby="name-${room.id}">
        <h2 id="name-${room.id}">${room.name}</h2>
        ${findings(room, roomBefore(record, room))} ${shownPhotos(path, orderPhotos(room))}
        ${photosBefore(path, roomBefore(record, room))}
        ${conversation(talk, { action: room.id, roomId: room.id, name: room.name })}
      </section>`,
    )}
    ${readingsOf(record).map(
      ({ title, first, value, rows }) => html`<section>
        <h2>${title}</h2>
        <table>
          <thead><tr><th scope="col">${first}</th>${before ? html`<th scope="col">At move-in</th>` : ''}<th scope="col">${before ? 'Now' : value}</th></tr></thead>
          <tbody>${rows.map((row) => html`<tr><td>${row.name}</td>${before ? html`<td>${row.before}</td>` : ''}<td>${row.now}</td></tr>`)}</tbody>
        </table>
      </section>`,
    )}
    <section id="room-${WHOLE}">
      <h2>The whole inspection</h2>
      ${conversation(talk, { action: WHOLE, roomId: null, name: 'the whole inspection' })}
    </section>
    <p class="quiet">This link is yours. Do not pass it on.</p>`;
  return plainPage(c, { title: `${KIND_LABELS[kind]} inspection`, content, form: isOpen });
}

function nextStep({ isOpen, locked, until }: { isOpen: boolean; locked: boolean; until: string }): string {
  if (isOpen)
    return `Read it room by room, and comment on anything that is wrong or missing. You can comment until the end of ${until}. Then it is locked with your comments.`;
  if (locked) return 'This inspection is locked with all comments, so it can no longer be changed.';
  return `You could comment until the end of ${until}. It is being locked.`;
}

/** The note of an item has its own row, to use the full width of a phone. */
function findings({ items, note }: Room, before: RoomBefore | undefined): Content {
  const columns = before ? ['At move-in', 'Now'] : ['Condition', 'Clean'];
  const below = (label: string, words: string | undefined) =>
    words ? html`<tr class="below"><td colspan="3" class="words">${label}${words}</td></tr>` : '';
  const rows = before
    ? compareItems({ items }, before).map(
        ({
          name,
          now,
          before: then,
        }) => html`<tr><th scope="row">${name}</th><td>${conditionWords(then)}</td><td>${conditionWords(now)}</td></tr>
          ${below('At move-in: ', then?.note)} ${below('Now: ', now?.note)}`,
      )
    : items.map(
        (item) => html`<tr><th scope="row">${item.name}</th>${cellsOf(item)}</tr>
          ${below('', item.note)}`,
      );
  return html`
    ${note ? html`<p class="words">${note}</p>` : ''}
    ${before?.note ? html`<p class="words">At move-in: ${before.note}</p>` : ''}
    ${
      rows.length > 0
        ? html`<table class="findings">
            <thead><tr><th scope="col">Item</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
            <tbody>${rows}</tbody>
          </table>`
        : ''
    }`;
}

function cellsOf({ condition, clean }: Item): Content {
  if (condition === null && clean === null) return html`<td colspan="2">Not recorded</td>`;
  return html`<td>${condition ? CONDITION_LABELS[condition] : 'Not recorded'}</td>
    <td>${clean === null ? 'Not recorded' : clean ? 'Clean' : 'Not clean'}</td>`;
}

function shownPhotos(path: string, photos: readonly { of: string; photo: Photo }[]): Content | '' {
  if (photos.length === 0) return '';
  return html`<ul class="photos">
    ${photos.map(({ of, photo }) => {
      const address = `${path}/photos/${photo.id}`;
      return html`<li>
        <a href="${address}"><img src="${address}?size=thumb" alt="${of}" loading="lazy" /></a>
        <p>${of}. ${photoTimes(photo)}</p>
      </li>`;
    })}
  </ul>`;
}

function photosBefore(path: string, before: RoomBefore | undefined): Content | '' {
  if (!before || before.photos.length === 0) return '';
  return html`<details>
    <summary>Photos at move-in (${before.photos.length})</summary>
    ${shownPhotos(path, orderPhotos(before))}
  </details>`;
}

type Talk = { page: Page; isOpen: boolean; comments: readonly Comment[] };
type About = { action: string; roomId: string | null; name: string };

function conversation({ page, isOpen, comments }: Talk, { action, roomId, name }: About): Content {
  const { path, typed } = page;
  const form = formOf(action, typed);
  const own = comments.filter((comment) => comment.roomId === roomId);
  return html`
    ${
      own.length > 0
        ? html`<h3>Comments</h3>
            <ul class="story">${own.map((comment) => html`<li><p class="words">${comment.text}</p><p class="quiet">${comment.name}, ${dayAndTime(comment.at)}</p></li>`)}</ul>`
        : ''
    }
    ${
      isOpen
        ? html`<details${typed?.action === action ? html` open` : ''}>
            <summary>Comment on ${name}</summary>
            ${sentTo(
              path,
              action,
              html`${form.hidden('key', form.value('key') || randomUUID())}
                ${form.area('text', `Your comment on ${name}`, { rows: 5 })} <button class="primary">Add comment</button>`,
            )}
          </details>`
        : own.length === 0 && roomId === null
          ? html`<p class="quiet">No comments on the whole inspection.</p>`
          : ''
    }`;
}
