/** HMRC's failures as sentences for the landlord, most with the next step. */

import type { TaxFailure } from '../../outside/tax/tax.ts';
import { formatDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';

export type SentenceFacts = {
  year: string;
  earliest: string;
  due: string;
  started: string | null;
  reference: string | null;
};

const SENTENCES: Record<TaxFailure, (facts: SentenceFacts) => string> = {
  not_authorised: () =>
    'This person has not signed up for Making Tax Digital, or has not given Tenure permission. Do both. Signing up can take up to 72 hours.',
  no_business: () => 'HMRC has no UK property business for this person. Add it in your HMRC account.',
  too_early: ({ earliest }) => `You can send this update from ${formatDay(earliest)}.`,
  goes_back: () => 'You have already sent a later update. Send the newest one instead.',
  other_quarters: () =>
    'HMRC uses different quarters for this business. We have updated your dates. Check them and send again.',
  other_start: ({ started }) =>
    started
      ? `HMRC’s start date for this business is ${formatDay(started)}.`
      : 'HMRC has a different start date for this business. Check it in your HMRC account.',
  other_reporting: () =>
    'HMRC has other reporting dates for this person. Check in your HMRC account whether they report quarterly or once a year.',
  window_closed: ({ year }) => `HMRC no longer accepts changes for ${yearLabel(year)}.`,
  quarters_busy: () => 'HMRC is still changing your quarters, or you have already sent an update this year.',
  our_mistake: ({ reference }) =>
    `We made a mistake, and HMRC did not accept the update.${reference ? ` Reference ${reference}.` : ''}`,
  unavailable: ({ due }) =>
    `HMRC is not answering. Your figures are safe, and we will try again. Due ${formatDay(due)}.`,
  no_answer: () => 'We do not know whether HMRC has received it. We are checking.',
  bad_answer: () => 'We do not know whether HMRC has received it. We are checking.',
  consent_ended: () => 'Your permission at HMRC has ended. Connect to HMRC again, then send the update.',
  refused_us: () => 'HMRC does not accept this server. Contact the operator of this server.',
};

export function sentenceOf(failure: string | null, facts: SentenceFacts): string | null {
  if (failure === null || !Object.hasOwn(SENTENCES, failure)) return null;
  return SENTENCES[failure as TaxFailure](facts);
}
