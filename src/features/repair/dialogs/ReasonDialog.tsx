import { z } from 'zod';
import { optionalDay, paragraph } from '../../../shared/schemas.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextArea } from '../../../web/ui/form/Inputs.tsx';
import type { State } from '../listed.ts';
import { useMove } from '../repair.client.ts';
import type { DialogProps, ReasonKind } from '../rules/actions.ts';

type Texts = { to: State; title: string; label: string; hint?: string; needed?: true };

const SEEN = 'The tenant sees this.';
const KINDS: Record<ReasonKind, Texts> = {
  hold: { to: 'on-hold', title: 'Put on hold', label: 'Reason', hint: SEEN, needed: true },
  decline: { to: 'declined', title: 'Decline', label: 'Reason', hint: SEEN, needed: true },
  cancel: { to: 'cancelled', title: 'Cancel repair', label: 'Reason', hint: SEEN },
  done: { to: 'done', title: 'Mark as done', label: 'Work done', hint: 'We will ask the tenant whether it is fixed.' },
  'not-fixed': { to: 'in-progress', title: 'Not fixed', label: 'Remaining problem', hint: 'The supplier sees this.' },
  'came-back': { to: 'accepted', title: 'Came back', label: 'Details', hint: SEEN },
};

const MAX = 1000;

export function ReasonDialog({ repair, kind, ...dialog }: DialogProps & { kind: ReasonKind }) {
  const today = useToday();
  const { to, title, label, hint, needed = false } = KINDS[kind];
  const { mutateAsync: move } = useMove(repair, to);
  const holds = kind === 'hold';
  const form = useZodForm({
    schema: z.object({
      reason: needed ? paragraph({ min: 1, max: MAX, message: 'Enter a reason' }) : paragraph({ max: MAX }),
      heldUntil: optionalDay().refine((day) => !day || day > today, 'Enter a date after today'),
    }),
    start: { reason: '', heldUntil: '' },
    save: ({ reason, heldUntil }) => move({ ...(reason && { reason }), ...(holds && { heldUntil }) }),
    saved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog {...dialog} form={form} draft={`repair:${repair.id}:${kind}`} title={title} submit={title}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-2 wrap-anywhere">
          <bdi>{repair.title}</bdi>
        </p>
        <FormField form={form} name="reason" label={label} hint={hint} optional={!needed}>
          <TextArea />
        </FormField>
        {holds && (
          <FormField form={form} name="heldUntil" label="Until" optional>
            <DateInput />
          </FormField>
        )}
      </div>
    </FormDialog>
  );
}
