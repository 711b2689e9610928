/** Asks before what was typed is left behind. */

import { ConfirmDialog } from '../ui/overlay/Dialog.tsx';
import { useLeaveQuestion } from './leave.client.ts';

export function LeaveQuestion() {
  const question = useLeaveQuestion();
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => question?.answer(false)}
      title="Discard changes?"
      question="Your changes have not been saved."
      cancel="Keep editing"
      confirm="Discard"
      variant="keep"
      onConfirm={() => question?.answer(true)}
    />
  );
}
