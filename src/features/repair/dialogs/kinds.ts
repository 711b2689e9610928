/** The dialogs of a repair. */
import type { Repair } from '../repair.ts';

export type DialogProps<Of = Repair> = { repair: Of; open: boolean; onOpenChange: (open: boolean) => void };

export type ReasonKind = 'hold' | 'decline' | 'cancel' | 'done' | 'not-fixed' | 'came-back';
export type VisitKind = 'book' | 'propose';
export type RechargeKind = 'charge' | 'reduction';
export type RecordKind = 'ask' | 'give' | 'bill' | 'match';
export type DialogKind = ReasonKind | VisitKind | RechargeKind | RecordKind;
