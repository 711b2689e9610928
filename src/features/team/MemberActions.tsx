import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { usePause, useRemoveMember, useSendNewLink } from './team.client.ts';
import { type Member, nameOf } from './team.ts';

type Props = { member: Member; onChange: () => void; onRemove: () => void };

export function MemberActions({ member, onChange, onRemove }: Props) {
  const { mutate: pause } = usePause('pause');
  const { mutate: resume } = usePause('resume');
  const { mutate: sendLink } = useSendNewLink();
  const { state } = member;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton icon={EllipsisVertical} label={`Actions, ${nameOf(member)}`} className="max-md:-mr-[14px]" />
      }
    >
      <MenuItem onClick={onChange}>Change access</MenuItem>
      {state === 'active' && <MenuItem onClick={() => pause(member)}>Pause</MenuItem>}
      {state === 'paused' && <MenuItem onClick={() => resume(member)}>Resume</MenuItem>}
      {state === 'invited' && <MenuItem onClick={() => sendLink(member)}>Send a new link</MenuItem>}
      <MenuSeparator />
      <MenuItem danger onClick={onRemove}>
        {state === 'invited' ? 'Withdraw invitation' : 'Remove'}
      </MenuItem>
    </Menu>
  );
}

type RemoveProps = { member: Member; account: string; open: boolean; onOpenChange: (open: boolean) => void };

export function RemoveMember({ member, account, open, onOpenChange }: RemoveProps) {
  const name = nameOf(member);
  const { mutate, isPending, isSuccess } = useRemoveMember();
  const invited = member.state === 'invited';
  const remove = () =>
    mutate(member, {
      onSuccess: () => toast.success(invited ? 'Invitation withdrawn' : `${name} removed`),
      onSettled: () => onOpenChange(false),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={invited ? 'Withdraw invitation' : `Remove ${name}`}
      question={
        invited
          ? `The link we sent to ${name} stops working immediately.`
          : `${name} loses access to ‘${account}’ immediately. Their work in it is kept.`
      }
      confirm={invited ? 'Withdraw invitation' : 'Remove'}
      busy={isPending ? 'Removing...' : undefined}
      finalFocus={() => (isSuccess ? screenHeading() : true)}
      onConfirm={remove}
    />
  );
}
