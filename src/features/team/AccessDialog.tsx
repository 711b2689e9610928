/** Changes the role, properties or last day of a member or an invitation. */
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { AccessFields } from './AccessFields.tsx';
import { AccessForm, typedAccess } from './access-form.ts';
import { usePlanNeeded } from './PlanNeeded.tsx';
import { changeAccess, refreshTeam } from './team.client.ts';
import { type Member, nameOf } from './team.ts';

type Props = { member: Member; open: boolean; onOpenChange: (open: boolean) => void };

export function AccessDialog({ member, open, onOpenChange }: Props) {
  const { clear, failed, banner } = usePlanNeeded();
  const form = useZodForm({
    schema: AccessForm,
    start: typedAccess(member),
    save: (input) => {
      clear();
      return changeAccess(member, input);
    },
    saved: () => {
      refreshTeam();
      toast.success('Access changed');
      onOpenChange(false);
    },
    failed: (error) => {
      refreshTeam();
      return failed(error);
    },
  });
  return (
    <FormDialog
      form={form}
      draft={`team:${member.id}:${member.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Access of ${nameOf(member)}`}
      submit="Change access"
    >
      <div className="flex flex-col gap-5">
        {banner}
        <AccessFields form={form} />
      </div>
    </FormDialog>
  );
}
