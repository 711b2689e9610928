import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { api, done, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { SettingsRow, SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { Switch } from '../../web/ui/form/Choices.tsx';
import { CopyField } from '../../web/ui/form/CopyField.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { feedQuery } from './calendar.client.ts';
import type { Feed, NewFeed } from './calendar.ts';

const routes = api['calendar-feed'];
const show = (feed: Feed | null) => queryClient.setQueryData(feedQuery.queryKey, feed);

/** On failure, shows a toast with the title `failed` and the reason. */
function useFeedChange<Input, Result>(
  failed: string,
  change: (input: Input) => Promise<Result>,
  then: (result: Result) => void,
) {
  return useMutation({
    mutationFn: (input: Input) => withSession(() => change(input)),
    onSuccess: then,
    onError: (error) =>
      toast.error(failed, { description: (error instanceof AppError ? error : new AppError('internal')).message }),
  });
}

export function CalendarSettings() {
  const query = useQuery(feedQuery);
  const { data: feed } = query;
  const { error, busy, retry } = useRetry(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = feed === undefined ? error : null;
  return (
    <SettingsSection
      title="Calendar"
      line="See certificate expiry dates and lease ends in your own calendar."
      heading={heading}
      bare={failed !== null}
    >
      {feed === undefined && !failed && (
        <Loading label="Loading your calendar feed..." className="flex flex-col gap-3 p-5 max-md:p-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </Loading>
      )}
      {failed && (
        <ErrorState
          title="We could not load your calendar feed"
          reason={failed.message}
          onRetry={retry}
          busy={busy}
          level={3}
        />
      )}
      {feed !== undefined && <CalendarFeed feed={feed} heading={() => heading.current} />}
    </SettingsSection>
  );
}

type Props = {
  feed: Feed | null;
  /** Receives the focus when the focused element disappears. */
  heading: () => HTMLElement | null;
};

function CalendarFeed({ feed, heading }: Props) {
  const [tenants, setTenants] = useState(false);
  // Only available until the page is left, since the server stores a hash.
  const [address, setAddress] = useState<string>();
  const { mutate: make, isPending: making } = useFeedChange(
    'We could not create the address',
    (named: boolean) => read(routes.$post({ json: { tenants: named } })),
    ({ address: newAddress, ...newFeed }: NewFeed) => {
      setAddress(newAddress);
      show(newFeed);
    },
  );
  const {
    mutate: name,
    variables,
    isPending: naming,
  } = useFeedChange(
    'We could not change the calendar feed',
    (named: boolean) => read(routes.$patch({ json: { tenants: named } })),
    show,
  );
  const { mutate: end } = useFeedChange(
    'We could not end the calendar feed',
    () => done(routes.$delete()),
    () => {
      setAddress(undefined);
      show(null);
      toast.success('Calendar feed ended');
      heading()?.focus();
    },
  );
  const named = feed ? (naming ? variables : feed.tenants) : tenants;
  return (
    <div className="*:not-first:border-t *:not-first:border-line">
      {feed ? (
        <ExistingFeed
          feed={feed}
          shown={Boolean(address)}
          making={making}
          onNew={() => make(feed.tenants)}
          onEnd={() => end(undefined)}
          heading={heading}
        />
      ) : (
        <SettingsRow
          action={
            <Button busy={making ? 'Creating...' : undefined} onClick={() => make(tenants)}>
              Create an address
            </Button>
          }
        >
          <p>Create a private address, then subscribe to it in Google Calendar, Outlook or Apple Calendar.</p>
          <p className="text-ink-2">Anyone with the address can see the calendar. You can end the feed at any time.</p>
        </SettingsRow>
      )}
      {address && <Address address={address} />}
      <Switch
        className="p-5 max-md:p-4"
        label="Show tenants’ names"
        hint="If off, the calendar only shows the property."
        checked={named}
        onChange={({ target }) => (feed ? name(target.checked) : setTenants(target.checked))}
      />
    </div>
  );
}

type ExistingFeedProps = Props & { feed: Feed; shown: boolean; making: boolean; onNew: () => void; onEnd: () => void };

function ExistingFeed({ feed, shown, making, onNew, onEnd, heading }: ExistingFeedProps) {
  const ending = useRef(false);
  const [confirming, setConfirming] = useState<'new' | 'end'>();
  const close = () => setConfirming(undefined);
  return (
    <SettingsRow
      action={
        <>
          <Button busy={making ? 'Creating...' : undefined} onClick={() => setConfirming('new')}>
            Create new address
          </Button>
          <Button onClick={() => setConfirming('end')}>End feed</Button>
        </>
      }
    >
      <p>Your calendar feed has been on since {formatInstantAsDay(feed.since)}.</p>
      <p className="text-ink-2">
        {shown ? 'Subscribe to the address below.' : 'We only show its address once.'} Lost it or shared it by mistake?
        Create a new one.
      </p>
      <ConfirmDialog
        open={confirming === 'new'}
        onOpenChange={close}
        title="Create a new address?"
        question="The old address stops working immediately. You need to add the new one to your calendars."
        confirm="Create new address"
        onConfirm={() => {
          close();
          onNew();
        }}
      />
      <ConfirmDialog
        open={confirming === 'end'}
        onOpenChange={close}
        title="End the calendar feed?"
        question="The address stops working immediately. Your calendar app may show an error or an empty calendar."
        confirm="End feed"
        finalFocus={() => (ending.current ? heading() : true)}
        onConfirm={() => {
          ending.current = true;
          close();
          onEnd();
        }}
      />
    </SettingsRow>
  );
}

function Address({ address }: { address: string }) {
  return (
    <div className="p-5 max-md:p-4">
      <CopyField
        name="Address"
        label="Your calendar address"
        hint="Copy it now. We will not show it again."
        value={address}
      />
    </div>
  );
}
