/** Where the landlord is signed in: each browser can be signed out from here, or all of the others at once. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { formatInstantAsDay, formatInstantAsTime } from '../../../shared/dates.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { Badge } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { ErrorState } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { Row, Rows } from '../../../web/ui/table/Rows.tsx';
import type { Session } from '../account.ts';
import { SettingsFoot, SettingsSection } from '../settings/SettingsSection.tsx';
import { endSession, reasonOf, sessionsQuery, signOutOthers } from './profile.client.ts';

export function SignedInBrowsers() {
  const query = useQuery(sessionsQuery);
  const { data: sessions } = query;
  const { error, busy, retry } = useRetry(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = sessions ? null : error;
  return (
    <SettingsSection
      title="Where you are signed in"
      line="Sign out what you do not know or no longer use."
      heading={heading}
      bare={failed !== null}
    >
      {sessions && <Browsers sessions={sessions} onEnded={() => heading.current?.focus()} />}
      {!sessions && !failed && <BrowsersLoading />}
      {failed && (
        <ErrorState
          title="Failed to load where you are signed in"
          reason={reasonOf(failed)}
          onRetry={retry}
          busy={busy}
          level={3}
        />
      )}
    </SettingsSection>
  );
}

type Props = {
  /** The buttons of what has ended are gone, and the focus with them. */
  onEnded: () => void;
};

function Browsers({ sessions, onEnded }: Props & { sessions: Session[] }) {
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <Rows label="Browsers">
        {sessions.map((session) => (
          <Browser key={session.id} session={session} onEnded={onEnded} />
        ))}
      </Rows>
      {others.length > 0 && (
        <SettingsFoot>
          <SignOutOthers onEnded={onEnded} />
        </SettingsFoot>
      )}
    </>
  );
}

function Browser({ session, onEnded }: Props & { session: Session }) {
  const { device, signedInAt, lastSeenAt, current } = session;
  const when = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession(session),
    onSuccess: () => {
      toast.success(`${device} has been signed out`);
      onEnded();
    },
    onError: (error) => toast.error(`${device} could not be signed out`, { description: reasonOf(error) }),
  });
  const signOut = (
    <Button
      size="small"
      aria-describedby={when}
      busy={isPending ? 'Signing out...' : undefined}
      onClick={() => mutate()}
    >
      Sign out <span className="sr-only">{device}</span>
    </Button>
  );
  return (
    <Row
      line={
        <span id={when}>
          Signed in {formatInstantAsDay(signedInAt)} at {formatInstantAsTime(signedInAt)}, last used{' '}
          {formatInstantAsDay(lastSeenAt)}
        </span>
      }
      end={current ? <Badge tone="green">This browser</Badge> : signOut}
    >
      {device}
    </Row>
  );
}

function SignOutOthers({ onEnded }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => {
      toast.success('All other browsers have been signed out');
      onEnded();
    },
    onError: (error) => toast.error('The others could not be signed out', { description: reasonOf(error) }),
  });
  return (
    <Button busy={isPending ? 'Signing out...' : undefined} onClick={() => mutate()}>
      Sign out others
    </Button>
  );
}

function BrowsersLoading() {
  return (
    <Loading label="Loading where you are signed in..." className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
    </Loading>
  );
}
