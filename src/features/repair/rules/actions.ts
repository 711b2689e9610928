/** The landlord's actions for a repair, in display order. The first is the usual next step. */
import type { State } from '../listed.ts';
import type { Repair, RepairRecord } from '../repair.ts';
import { movesOf, visit } from './words.ts';

export type DialogProps<Of = Repair> = { repair: Of; open: boolean; onOpenChange: (open: boolean) => void };

export type ReasonKind = 'hold' | 'decline' | 'cancel' | 'done' | 'not-fixed' | 'came-back';
export type VisitKind = 'book' | 'propose';
export type RechargeKind = 'charge' | 'reduction';
export type RecordKind = 'ask' | 'give' | 'bill' | 'match';
export type DialogKind = ReasonKind | VisitKind | RechargeKind | RecordKind;

/** A dialog to open, a move to make, or a proposed time to confirm. */
export type Action = { words: string } & ({ kind: DialogKind } | { to: State } | { from: string; until: string });

type Of = Pick<RepairRecord, 'state' | 'unconfirmed' | 'closedAt' | 'supplier' | 'offers' | 'proposed'>;

export function actionsOf(repair: Of, now: string): Action[] {
  const { state, unconfirmed, supplier, offers, proposed } = repair;
  const moves = movesOf(repair, now);
  const may = (to: State) => moves.includes(to);
  const inWork = !unconfirmed && (state === 'accepted' || state === 'quoting' || state === 'booked');
  const all: (Action | false | null)[] = [
    unconfirmed && { words: 'Choose who reported it', kind: 'match' },
    ...(proposed && proposed.by !== 'landlord' && may('booked')
      ? [{ words: `Confirm ${visit(proposed.from, proposed.until)}`, from: proposed.from, until: proposed.until }]
      : []),
    may('accepted') && accepting(state),
    state !== 'booked' && may('booked') && { words: bookWords(state), kind: 'book' },
    (state === 'accepted' || state === 'quoting') &&
      !unconfirmed && { words: offers.length > 0 ? 'Ask others for quotes' : 'Ask for quotes', kind: 'ask' },
    state === 'done' && may('closed') && { words: 'Close', to: 'closed' },
    may('done') && { words: 'Done', kind: 'done' },
    may('in-progress') &&
      (state === 'done' ? { words: 'Not fixed', kind: 'not-fixed' } : { words: 'In progress', to: 'in-progress' }),
    state === 'booked' && may('booked') && { words: 'Book another time', kind: 'book' },
    inWork && { words: 'Propose a time', kind: 'propose' },
    (inWork || state === 'in-progress') && {
      words: supplier ? 'Give the job to another supplier' : 'Give the job',
      kind: 'give',
    },
    state === 'quoting' && may('accepted') && { words: 'Stop asking', to: 'accepted' },
    state === 'booked' && may('accepted') && { words: 'Cancel the visit', to: 'accepted' },
    may('on-hold') && { words: 'Hold', kind: 'hold' },
    may('declined') && { words: 'Decline', kind: 'decline' },
    may('cancelled') && { words: 'Cancel repair', kind: 'cancel' },
  ];
  return all.filter((action) => action !== false && action !== null);
}

/** The action that accepts or reopens a repair, in states in which this is the usual next step. */
function accepting(state: State): Action | false {
  if (state === 'closed') return { words: 'Came back', kind: 'came-back' };
  const words: Partial<Record<State, string>> = {
    reported: 'Accept',
    'on-hold': 'Resume',
    declined: 'Accept after all',
  };
  const found = words[state];
  return found !== undefined && { words: found, to: 'accepted' };
}

function bookWords(state: State): string {
  if (state === 'quoting') return 'Book without a quote';
  return state === 'in-progress' ? 'Book another visit' : 'Book a visit';
}
