import { html } from 'hono/html';
import { STATE_LABELS, type State } from '../repair/listed.ts';
import { type Content, dayAndTime, span } from './forms.server.ts';
import type { Side, StoryEvent } from './guest.server.ts';
import { TENANT_STATES } from './repair-link.ts';

const WHO = { landlord: 'The landlord', tenant: 'The tenant', supplier: 'The supplier', system: '' } as const;

function wordsOf({ kind, was, isNow }: StoryEvent, reader: Side): string {
  switch (kind) {
    case 'reported':
      return 'Reported';
    case 'moved':
      if (was === 'booked' && isNow === 'accepted') return 'Cancelled the visit';
      return reader === 'tenant' ? TENANT_STATES[isNow as State] : STATE_LABELS[isNow as State];
    case 'proposed':
      return isNow && was ? `Proposed ${span(isNow, was)}` : 'Proposed a time';
    case 'asked':
      return 'Asked for a quote';
    case 'quoted':
      return `Quote of £${isNow}, VAT included`;
    case 'refused':
      return 'Declined the job';
    case 'given':
      return 'A supplier has the job';
    case 'billed':
      return `Invoice ${isNow}`;
    case 'recharged':
      return `${was === 'reduction' ? 'Rent reduction' : 'Charge'} of ${isNow}`;
    case 'lost':
      return 'The job has gone to somebody else';
    case 'message':
    case 'file':
    case 'changed':
    case 'matched':
      return '';
  }
}

export function storyOf(events: readonly StoryEvent[], reader: Side): Content {
  return html`<ol class="story">
    ${events.map((event) => {
      const { at, by, name, text } = event;
      const who = by === reader ? 'You' : name || WHO[by];
      const words = wordsOf(event, reader);
      return html`<li>
        <p class="quiet">${[who, dayAndTime(at)].filter(Boolean).join(', ')}</p>
        ${words ? html`<p>${words}</p>` : ''} ${text ? html`<p class="words">${text}</p>` : ''}
      </li>`;
    })}
  </ol>`;
}
