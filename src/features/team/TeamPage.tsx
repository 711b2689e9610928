import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { SettingsRow } from '../../web/ui/display/SettingsSection.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { MemberActions, RemoveMember } from './MemberActions.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { RoleRights } from './RoleRights.tsx';
import { SeatsCard } from './seats/Seats.tsx';
import { sentenceOf, teamQuery, useLeaveAccount } from './team.client.ts';
import type { Member, Team } from './team.ts';

const InviteDialog = lazyDialog(async () => (await import('./TeamDialogs.tsx')).InviteDialog);
const AccessDialog = lazyDialog(async () => (await import('./TeamDialogs.tsx')).AccessDialog);
const AccountNameDialog = lazyDialog(async () => (await import('./TeamDialogs.tsx')).AccountNameDialog);

export function TeamPage() {
  const query = useQuery(teamQuery);
  const { data: team } = query;
  const { error, busy, retry } = useRetry(query);
  const [inviting, setInviting] = useState(false);
  const invitings = useOpenCount(inviting);
  const owner = team?.seats ? true : undefined;
  const alone = team?.people.length === 1;
  const invite = (
    <Button variant="primary" icon={UserPlus} className="max-md:w-full" onClick={() => setInviting(true)}>
      Invite people
    </Button>
  );
  return (
    <>
      <PageHead title="Team" line={team && lineOf(team)} actions={owner && !alone && invite} />
      {!team && !error && <TeamLoading />}
      {!team && error && (
        <ErrorState title="We could not load your team" reason={sentenceOf(error)} onRetry={retry} busy={busy} />
      )}
      {team && alone && owner && (
        <EmptyState
          title="Only you so far"
          words="Invite a manager, a bookkeeper or your accountant. Each person has their own sign-in, and you choose what they may see."
          action={invite}
        />
      )}
      {team && !(alone && owner) && <People team={team} />}
      {team && owner && <RoleRights />}
      {team && <AccountSettings team={team} />}
      {owner && <InviteDialog key={invitings} open={inviting} onOpenChange={setInviting} />}
    </>
  );
}

function lineOf({ account, people }: Team) {
  const invited = people.filter(({ state }) => state === 'invited').length;
  return (
    <span className="wrap-anywhere">
      <bdi>{account.name}</bdi> · {counted(people.length - invited, 'person', 'people')}
      {invited > 0 && `, ${counted(invited, 'invitation')}`}
    </span>
  );
}

/** `member` is as it was when the dialog opened, so that a later change by another person is a conflict. */
type DialogState = { what: 'change' | 'remove'; member: Member; open: boolean };

function People({ team }: { team: Team }) {
  const { account, people, seats } = team;
  const [opened, setOpened] = useState<DialogState>();
  const openings = useOpenCount(opened?.open ?? false);
  if (!seats) return <PeopleTable team={team} />;
  const openDialog = (what: DialogState['what'], member: Member) => setOpened({ what, member, open: true });
  const onOpenChange = (open: boolean) => setOpened((before) => before && { ...before, open });
  const shown = opened && { member: opened.member, open: opened.open, onOpenChange };
  return (
    <>
      <PeopleTable
        team={team}
        actions={(member) => (
          <MemberActions
            member={member}
            onChange={() => openDialog('change', member)}
            onRemove={() => openDialog('remove', member)}
          />
        )}
      />
      <SeatsCard seats={seats} people={people} />
      {shown && opened.what === 'change' && <AccessDialog key={openings} {...shown} />}
      {shown && opened.what === 'remove' && <RemoveMember key={openings} {...shown} account={account.name} />}
    </>
  );
}

/** Only owners can rename the account. The only person in an account cannot leave. */
function AccountSettings({ team: { account, people, seats } }: { team: Team }) {
  const [naming, setNaming] = useState(false);
  const namings = useOpenCount(naming);
  if (!seats && people.length < 2) return null;
  return (
    <Card className="mt-8 *:not-first:border-t *:not-first:border-line" aria-label="This account">
      {seats && (
        <SettingsRow action={<Button onClick={() => setNaming(true)}>Change name</Button>}>
          <h2 className="text-m tracking-normal">Account name</h2>
          <p className="text-ink-2 wrap-anywhere">
            <bdi>{account.name}</bdi>
            {!account.named && ', the name of its owner'}
          </p>
          <AccountNameDialog
            key={namings}
            name={account.named ? account.name : ''}
            open={naming}
            onOpenChange={setNaming}
          />
        </SettingsRow>
      )}
      {people.length > 1 && <LeaveAccount name={account.name} />}
    </Card>
  );
}

function LeaveAccount({ name }: { name: string }) {
  const [opened, setOpened] = useState(false);
  const { mutate, isPending } = useLeaveAccount();
  return (
    <SettingsRow action={<Button onClick={() => setOpened(true)}>Leave this account</Button>}>
      <h2 className="text-m tracking-normal">Leave this account</h2>
      <p className="text-ink-2">You lose access immediately. Your work in it is kept.</p>
      <ConfirmDialog
        open={opened}
        onOpenChange={setOpened}
        title={`Leave ${name}`}
        question={`You lose access to ‘${name}’ immediately. An owner can invite you again.`}
        confirm="Leave this account"
        busy={isPending ? 'Leaving...' : undefined}
        onConfirm={() => mutate(undefined, { onError: () => setOpened(false) })}
      />
    </SettingsRow>
  );
}

function TeamLoading() {
  return (
    <Loading label="Loading your team...">
      <Card className="flex flex-col gap-6 p-5">
        {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </Card>
    </Loading>
  );
}
