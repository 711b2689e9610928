/** The dialogs of a repair, by kind. Each dialog is reset when it opens, and is loaded on first use. */
import type { ComponentType } from 'react';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogKind, DialogProps, ReasonKind, RecordKind, VisitKind } from '../rules/actions.ts';

const ReasonDialog = lazyDialog(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);
const VisitDialog = lazyDialog(async () => (await import('./VisitDialog.tsx')).VisitDialog);
const AskDialog = lazyDialog(async () => (await import('./AskDialog.tsx')).AskDialog);
const GiveDialog = lazyDialog(async () => (await import('./GiveDialog.tsx')).GiveDialog);
const BillDialog = lazyDialog(async () => (await import('./BillDialog.tsx')).BillDialog);
const RechargeDialog = lazyDialog(async () => (await import('./RechargeDialog.tsx')).RechargeDialog);
const MatchDialog = lazyDialog(async () => (await import('./MatchDialog.tsx')).MatchDialog);

const DIALOGS: Record<RecordKind, ComponentType<DialogProps<RepairRecord>>> = {
  ask: AskDialog,
  give: GiveDialog,
  bill: BillDialog,
  match: MatchDialog,
};

/** A dialog on the board, which has only the fields of a list. */
export function RepairDialog({ kind, ...props }: DialogProps & { kind: ReasonKind | VisitKind }) {
  const openings = useOpenCount(props.open);
  const key = `${kind} ${openings}`;
  if (kind === 'book' || kind === 'propose') return <VisitDialog key={key} kind={kind} {...props} />;
  return <ReasonDialog key={key} kind={kind} {...props} />;
}

/** A dialog on the repair's page. */
export function RecordDialog({ kind, ...props }: DialogProps<RepairRecord> & { kind: DialogKind }) {
  const openings = useOpenCount(props.open);
  const key = `${kind} ${openings}`;
  if (kind === 'charge' || kind === 'reduction') return <RechargeDialog key={key} kind={kind} {...props} />;
  if (kind === 'ask' || kind === 'give' || kind === 'bill' || kind === 'match') {
    const Dialog = DIALOGS[kind];
    return <Dialog key={key} {...props} />;
  }
  return <RepairDialog kind={kind} {...props} />;
}
