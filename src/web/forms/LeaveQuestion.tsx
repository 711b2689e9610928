/** Asks before what was typed is left behind. */

import { ConfirmDialog } from '../ui/overlay/Dialog.tsx';
import { useLeaveQuestion } from './leave.client.ts';

export function LeaveQuestion() {
  const question = useLeaveQuestion();
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => question?.answer(false)}
      title="Leave without saving?"
      question="Your changes on this page have not been saved."
      cancel="Stay"
      confirm="Leave"
      variant="primary"
      onConfirm={() => question?.answer(true)}
    />
  );
}
