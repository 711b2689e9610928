/** Validates the forms of guests' pages, and returns the actions to run. */
import { z } from 'zod';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import { MAX_TEXT } from '../repair/repair.ts';
import type { Typed } from './forms.server.ts';
import type { Act, Side } from './guest.server.ts';
import { type Errors, firstOf, parseBill, parseQuote, parseText, parseTime, type Values } from './repair-link.ts';
import { fileDetails, type GuestForm, type KeptFile } from './uploads.server.ts';

/** Runs in one transaction. */
export type Work = (act: Act) => Promise<unknown>;
export type Step = { errors: Errors } | { work: Work };

/** The outcome of a submitted form. `sentence` is the reason of a refusal by the state. 'gone': the link is invalid. */
export type Outcome = 'done' | 'gone' | { typed: Typed } | { sentence: string };

/** Runs a step, and turns its refusals into an outcome. */
export async function outcomeOf(
  form: GuestForm,
  action: string,
  step: Step,
  run: (work: Work) => Promise<unknown>,
): Promise<Outcome> {
  const refused = (errors: Errors) => ({ typed: { action, values: form.values, errors, kept: form.kept } });
  const errors = { ...('errors' in step && step.errors), ...(form.problem && { photos: form.problem }) };
  if ('errors' in step || form.problem) return refused(errors);
  try {
    await run(step.work);
    return 'done';
  } catch (error) {
    if (isRefusal(error, 'wrong_state')) return { sentence: error.message };
    if (isRefusal(error, 'invalid_input')) return refused(error.details.fields ?? {});
    if (isRefusal(error, 'not_found')) return 'gone';
    throw error;
  }
}

/** Adds files to a repair, and returns the ids of their events. `where` identifies the repair. */
export async function addFiles(act: Act, side: Side, files: readonly KeptFile[], where: object = {}, type?: 'invoice') {
  const events: string[] = [];
  for (const file of files) events.push(...(await act(side, 'file', { ...where, ...fileDetails(file, type) })));
  return events;
}

/** The proposed time that the page's hidden fields contain. Throws `bad_request` for any other text. */
function proposedTime(values: Values): { from: string; until: string } {
  const time = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });
  const parsed = time.safeParse({ from: firstOf(values, 'from'), until: firstOf(values, 'until') });
  if (!parsed.success) throw new AppError('bad_request');
  return parsed.data;
}

/** A text, which may be empty if the form has files. */
function textOf({ values, files }: GuestForm, message: string) {
  return parseText(values, MAX_TEXT, files.length > 0 ? undefined : message);
}

const NOT_SURE = { errors: { sure: 'Tick the box to confirm' } };

/** Forms without fields have a box to tick, as scanners of mail servers press buttons. */
const ifSure = ({ values }: GuestForm, work: Work): Step => (firstOf(values, 'sure') === 'yes' ? { work } : NOT_SURE);

/** A tenant's action on a repair. Throws `bad_request` for an unknown action. */
export function tenantStep(form: GuestForm, number: number, now: Date): Step {
  const { values, files } = form;
  const move = (to: string, message: string): Step => {
    const text = parseText(values, MAX_TEXT, message);
    if (text.errors) return text;
    return { work: (act) => act('tenant', 'move', { number, to, text: text.data }) };
  };
  switch (firstOf(values, 'action')) {
    case 'message': {
      const text = textOf(form, 'Enter a message or choose a photo');
      if (text.errors) return text;
      return {
        work: async (act) => {
          if (text.data) await act('tenant', 'message', { number, text: text.data });
          await addFiles(act, 'tenant', files, { number });
        },
      };
    }
    case 'book': {
      const time = proposedTime(values);
      return ifSure(form, (act) => act('tenant', 'move', { number, to: 'booked', ...time }));
    }
    case 'propose': {
      const time = parseTime(values, now);
      return time.errors ? time : { work: (act) => act('tenant', 'propose', { number, ...time.data }) };
    }
    case 'not-fixed':
      return move('in-progress', 'Describe the problem');
    case 'came-back':
      return move('accepted', 'Describe the problem');
    case 'cancel':
      return ifSure(form, (act) => act('tenant', 'move', { number, to: 'cancelled' }));
    default:
      throw new AppError('bad_request');
  }
}

/** A supplier's action on a job. Throws `bad_request` for an unknown action. */
export function supplierStep(form: GuestForm, now: Date): Step {
  const { values, files } = form;
  switch (firstOf(values, 'action')) {
    case 'accept':
      return ifSure(form, (act) => act('supplier', 'accept', { text: 'I accept this job.' }));
    case 'refuse': {
      const text = parseText(values, 1000, 'Enter a reason');
      return text.errors ? text : { work: (act) => act('supplier', 'refuse', { text: text.data }) };
    }
    case 'message': {
      const text = textOf(form, 'Enter a message or choose a file');
      if (text.errors) return text;
      return {
        work: async (act) => {
          if (text.data) await act('supplier', 'message', { text: text.data });
          await addFiles(act, 'supplier', files);
        },
      };
    }
    case 'quote': {
      const quote = parseQuote(values, now);
      if (quote.errors) return quote;
      return {
        work: async (act) => {
          const [eventId = null] = await addFiles(act, 'supplier', files);
          await act('supplier', 'quote', { ...quote.data, eventId });
        },
      };
    }
    case 'propose': {
      const time = parseTime(values, now);
      return time.errors ? time : { work: (act) => act('supplier', 'propose', time.data) };
    }
    case 'book': {
      const time = proposedTime(values);
      return ifSure(form, (act) => act('supplier', 'move', { to: 'booked', ...time }));
    }
    case 'start':
      return ifSure(form, (act) => act('supplier', 'move', { to: 'in-progress' }));
    case 'done': {
      const text = textOf(form, 'Add a note or a photo');
      if (text.errors) return text;
      return {
        work: async (act) => {
          await addFiles(act, 'supplier', files);
          await act('supplier', 'move', { to: 'done', text: text.data });
        },
      };
    }
    case 'bill': {
      const bill = parseBill(values);
      const missing = files.length > 0 ? {} : { photos: 'Choose the invoice, as a PDF or photo' };
      if (bill.errors || files.length === 0) return { errors: { ...bill.errors, ...missing } };
      return {
        work: async (act) => {
          const [eventId = null] = await addFiles(act, 'supplier', files, {}, 'invoice');
          await act('supplier', 'bill', { ...bill.data, eventId });
        },
      };
    }
    default:
      throw new AppError('bad_request');
  }
}
