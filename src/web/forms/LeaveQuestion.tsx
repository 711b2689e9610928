import { useIsSaving } from '../http/form-save.client.ts';
import { ConfirmDialog } from '../ui/overlay/Dialog.tsx';
import { useLeaveQuestion } from './leave.client.ts';

export function LeaveQuestion() {
  const question = useLeaveQuestion();
  const saving = useIsSaving();
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => question?.answer(false)}
      title="Discard changes?"
      question={saving ? OUTCOME_UNKNOWN_QUESTION : 'Your changes have not been saved.'}
      cancel="Keep editing"
      confirm="Discard"
      variant="keep"
      onConfirm={() => question?.answer(true)}
    />
  );
}

const OUTCOME_UNKNOWN_QUESTION =
  'Your changes may have been saved already. If you discard them, we stop trying. Check before you enter them again.';
