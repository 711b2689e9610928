import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { reasonOf } from '../../shared/app-error.ts';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { SettingsFoot, SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { END_FEED, END_FEED_HINT, type Session } from '../account/account.ts';
import { feedQuery } from '../calendar/calendar.client.ts';
import { endSession, sessionsQuery, signOutOthers } from './profile.client.ts';

export function SignedInBrowsers() {
  const query = useQuery(sessionsQuery);
  const { data: sessions } = query;
  const { error, busy, retry } = useRetry(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = sessions ? null : error;
  return (
    <SettingsSection
      title="Where you are signed in"
      line="Sign out of any device you don't recognise."
      heading={heading}
      bare={failed !== null}
    >
      {sessions && <Browsers sessions={sessions} onEnded={() => heading.current?.focus()} />}
      {!sessions && !failed && <BrowsersLoading />}
      {failed && (
        <ErrorState
          title="We could not load where you are signed in"
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
  /** Moves the focus, since the ended session's button disappears. */
  onEnded: () => void;
};

function Browsers({ sessions, onEnded }: Props & { sessions: Session[] }) {
  const { data: feed } = useQuery(feedQuery);
  const [endsFeed, setEndsFeed] = useState(true);
  return (
    <>
      <Rows label="Browsers">
        {sessions.map((session) => (
          <Browser key={session.id} session={session} onEnded={onEnded} />
        ))}
      </Rows>
      {sessions.some(({ current }) => !current) && (
        <SettingsFoot>
          {feed && (
            <Checkbox
              className="mr-auto"
              label={END_FEED}
              hint={END_FEED_HINT}
              checked={endsFeed}
              onChange={({ target }) => setEndsFeed(target.checked)}
            />
          )}
          <SignOutButton
            end={() => signOutOthers(endsFeed)}
            done="Signed out of all other browsers"
            failed="We could not sign out the other browsers"
            onEnded={onEnded}
          >
            Sign out others
          </SignOutButton>
        </SettingsFoot>
      )}
    </>
  );
}

function Browser({ session, onEnded }: Props & { session: Session }) {
  const { device, signedInAt, lastSeenAt, current, byCode, byPasskey } = session;
  const when = useId();
  const signOut = (
    <SignOutButton
      size="small"
      aria-describedby={when}
      end={() => endSession(session)}
      done={`Signed out of ${device}`}
      failed={`We could not sign out ${device}`}
      onEnded={onEnded}
    >
      Sign out <span className="sr-only">{device}</span>
    </SignOutButton>
  );
  return (
    <Row
      line={
        <span id={when}>
          Signed in {formatInstantAsDay(signedInAt)} at {formatInstantAsTime(signedInAt)}
          {byCode && ' with a code'}
          {byPasskey && ' with a passkey'}, last used {formatInstantAsDay(lastSeenAt)}
        </span>
      }
      end={current ? <Badge tone="green">This browser</Badge> : signOut}
    >
      {device}
    </Row>
  );
}

type EndProps = Props & ComponentProps<typeof Button> & { end: () => Promise<void>; done: string; failed: string };

function SignOutButton({ end, done, failed, onEnded, ...look }: EndProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: end,
    onSuccess: () => {
      toast.success(done);
      onEnded();
    },
    onError: (error) => toast.error(failed, { description: reasonOf(error) }),
  });
  return <Button {...look} busy={isPending ? 'Signing out...' : undefined} onClick={() => mutate()} />;
}

function BrowsersLoading() {
  return (
    <Loading label="Loading your signed-in browsers..." className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3 w-3/5" />
    </Loading>
  );
}
