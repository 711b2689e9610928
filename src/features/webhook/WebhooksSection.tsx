import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { addDays, formatInstantAsDay, londonDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, DetailSection, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { eventsInWords } from './event-words.ts';
import { VerifySnippets } from './VerifySnippets.tsx';
import { useRemoveWebhook, useRotateSecret, useSendTest, useSwitch, webhooksQuery } from './webhook.client.ts';
import type { NewWebhook, WebhookList, WebhookRecord } from './webhook.ts';

const WebhookDialog = lazyDialog(async () => (await import('./WebhookDialogs.tsx')).WebhookDialog);
const SecretDialog = lazyDialog(async () => (await import('./WebhookDialogs.tsx')).SecretDialog);

/** `webhook` is the endpoint as the person saw it, so that a later change by someone else is a conflict. */
type DialogState = { what: 'add' | 'change' | 'rotate' | 'remove'; webhook?: WebhookRecord; open: boolean };

export function WebhooksSection() {
  const query = useQuery(webhooksQuery);
  const { error, busy, retry } = useRetry(query);
  const { data: list } = query;
  const [dialog, setDialog] = useState<DialogState>();
  const [made, setMade] = useState<NewWebhook & { open: boolean }>();
  const openings = useOpenCount(dialog?.open ?? false);
  const secrets = useOpenCount(made?.open ?? false);
  const { mutate: rotate, isPending: rotating } = useRotateSecret();
  const { mutate: remove, isPending: removing, isSuccess: removed } = useRemoveWebhook();
  const onOpenChange = (open: boolean) => setDialog((before) => before && { ...before, open });
  const show = (secret: NewWebhook) => setMade({ ...secret, open: true });
  const { webhook } = dialog ?? {};
  const isAsked = (what: DialogState['what']) => dialog?.what === what && dialog.open;
  const close = () => onOpenChange(false);
  return (
    <>
      <DetailSection
        id="webhooks"
        title="Webhooks"
        aside={
          list && list.items.length > 0 && <Actions list={list} onAdd={() => setDialog({ what: 'add', open: true })} />
        }
        className="mt-8"
      >
        {!list && !error && <SectionLoading />}
        {!list && error && (
          <ErrorState
            title="We could not load your webhooks"
            reason={error.message}
            onRetry={retry}
            busy={busy}
            level={3}
          />
        )}
        {list?.items.length === 0 && (
          <>
            <EmptyState
              level={3}
              title="No webhooks yet"
              words="A webhook sends a message to your server when something changes in Tenure."
              action={
                <Button variant="primary" icon={Plus} onClick={() => setDialog({ what: 'add', open: true })}>
                  Add webhook
                </Button>
              }
            />
            <VerifySnippets />
          </>
        )}
        {list && list.items.length > 0 && (
          <Card>
            <ul className="*:not-first:border-t *:not-first:border-line">
              {list.items.map((one) => (
                <Endpoint key={one.id} webhook={one} onAsk={(what) => setDialog({ what, webhook: one, open: true })} />
              ))}
            </ul>
          </Card>
        )}
      </DetailSection>
      {(dialog?.what === 'add' || dialog?.what === 'change') && (
        <WebhookDialog key={openings} webhook={webhook} open={dialog.open} onOpenChange={onOpenChange} onAdded={show} />
      )}
      <ConfirmDialog
        open={isAsked('rotate')}
        onOpenChange={close}
        title="Make a new secret?"
        question="For 24 hours, we sign each message with both secrets. Change your server to the new one in that time."
        confirm="Make a new secret"
        busy={rotating ? 'Making...' : undefined}
        onConfirm={() => webhook && rotate(webhook, { onSuccess: show, onSettled: close })}
      />
      <ConfirmDialog
        open={isAsked('remove')}
        onOpenChange={close}
        title="Remove this webhook?"
        question={`We will stop sending events to ${webhook?.url ?? ''}, and delete its deliveries.`}
        confirm="Remove"
        busy={removing ? 'Removing...' : undefined}
        finalFocus={() => (removed ? screenHeading() : true)}
        onConfirm={() => webhook && remove(webhook, { onSettled: close })}
      />
      {made && (
        <SecretDialog
          key={`secret ${secrets}`}
          made={made}
          open={made.open}
          onOpenChange={(open) => setMade({ ...made, open })}
        />
      )}
    </>
  );
}

function Actions({ list: { items, limit }, onAdd }: { list: WebhookList; onAdd: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-s text-ink-2">
        {items.length} of {limit}
      </span>
      <Link to="/dashboard/api/deliveries" className="link text-s">
        Deliveries
      </Link>
      {items.length < limit && (
        <Button size="small" icon={Plus} onClick={onAdd}>
          Add webhook
        </Button>
      )}
    </span>
  );
}

function Endpoint({ webhook, onAsk }: { webhook: WebhookRecord; onAsk: (what: DialogState['what']) => void }) {
  const { url, events, offReason, formerSecretUntil } = webhook;
  const { mutate: sendTest } = useSendTest();
  const { mutate: switchIt, isPending } = useSwitch();
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3 pr-2 pl-5 max-md:pl-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-bold wrap-anywhere">
          <bdi>{url}</bdi>
        </p>
        <p className="text-s text-ink-2">{eventsInWords(events)}</p>
        {formerSecretUntil && (
          <p className="text-s text-ink-2">The old secret works until {formatInstantAsDay(formerSecretUntil)}</p>
        )}
      </div>
      <Days webhook={webhook} />
      <Health webhook={webhook} />
      <Menu align="end" trigger={<IconButton icon={EllipsisVertical} size="small" label={`Actions, ${url}`} />}>
        <MenuItem onClick={() => onAsk('change')}>Change</MenuItem>
        <MenuItem onClick={() => sendTest(webhook)}>Send a test</MenuItem>
        <MenuItem onClick={() => onAsk('rotate')}>Make a new secret</MenuItem>
        <MenuItem disabled={isPending} onClick={() => switchIt(webhook)}>
          {offReason ? 'Switch on' : 'Switch off'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onClick={() => onAsk('remove')}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  );
}

const SHOWN_DAYS = 30;

/** A bar for each of the last 30 days. Hidden from screen readers, as `Health` has the figures. */
function Days({ webhook: { days } }: { webhook: WebhookRecord }) {
  const today = londonDay(new Date(useLandlord().now));
  const byDay = new Map(days.map((one) => [one.day, one]));
  return (
    <span aria-hidden="true" className="flex gap-[2px] max-lg:hidden">
      {Array.from({ length: SHOWN_DAYS }, (_, index) => {
        const day = addDays(today, index - SHOWN_DAYS + 1);
        const { sent = 0, failed = 0 } = byDay.get(day) ?? {};
        const look = failed > 0 ? 'bg-red-fill' : sent > 0 ? 'bg-green-fill' : 'bg-sunken';
        return <i key={day} className={cx('h-5 w-1 rounded-[1px]', look)} />;
      })}
    </span>
  );
}

const FAILING_DAYS = 5;

function Health({ webhook: { days, offReason, failingSince } }: { webhook: WebhookRecord }) {
  const sent = days.reduce((sum, one) => sum + one.sent, 0);
  const failed = days.reduce((sum, one) => sum + one.failed, 0);
  const figures = `${sent.toLocaleString('en-GB')} of ${counted(sent + failed, 'event')} sent in 30 days`;
  const off = {
    owner: <StatusState state="none">Switched off</StatusState>,
    gone: <StatusState state="bad">Switched off: it answered 410</StatusState>,
    failing: <StatusState state="bad">Switched off after {FAILING_DAYS} days of failures</StatusState>,
  };
  const ends = failingSince && new Date(Date.parse(failingSince) + FAILING_DAYS * 86_400_000).toISOString();
  return (
    <div className="w-[260px] max-md:w-full">
      {offReason && off[offReason]}
      {!offReason && failingSince && (
        <StatusState state="bad">Failing since {formatInstantAsDay(failingSince)}</StatusState>
      )}
      {!offReason && !failingSince && (
        <StatusState state={sent > 0 ? 'good' : 'none'}>{sent > 0 ? 'Working' : 'No events yet'}</StatusState>
      )}
      <p className="text-s text-ink-2">
        {!offReason && ends ? `Switched off on ${formatInstantAsDay(ends)} unless it answers` : figures}
      </p>
    </div>
  );
}

function SectionLoading() {
  return (
    <Loading label="Loading your webhooks...">
      <Card pad className="flex flex-col gap-4">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </Card>
    </Loading>
  );
}
