/** Asks before what was typed is left behind. */
import { useLeaveQuestion } from './leave.client.ts';
import { ConfirmDialog } from './ui/ConfirmDialog.tsx';

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
