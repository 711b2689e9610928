import { useInfiniteQuery } from '@tanstack/react-query';
import MailOpen from 'lucide-react/icons/mail-open';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useRights } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { keepFocus, PageHead } from '../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../web/ui/display/Tabs.tsx';
import { placeOf } from '../web/addresses.ts';
import { openHref } from '../web/shell/navigation.client.ts';
import { NewDot } from './FirstNotices.tsx';
import { todoCount } from './first-notices.client.ts';
import { INKS, NoticeIcon, NoticeLink } from './NoticeParts.tsx';
import { fullTitle, noticeList, useRead, useSnooze } from './notification.client.ts';
import type { Group, Notice, NoticeState, Notices } from './notification.ts';
import { SnoozeMenu } from './SnoozeMenu.tsx';

const HEADINGS: Record<Group, string> = {
  urgent: 'Overdue or expired',
  coming: 'Coming up',
  later: 'When you have time',
};

export function Notifications() {
  const [state, setState] = useState<NoticeState>('todo');
  const { data } = useInfiniteQuery(noticeList(state));
  const { mutate, isPending } = useRead();
  const counts = data?.pages[0]?.counts;
  return (
    <>
      <PageHead
        title="Notifications"
        line={counts && headLine(counts)}
        actions={
          counts &&
          counts.unread > 0 && (
            <Button
              icon={MailOpen}
              busy={isPending ? 'Marking...' : undefined}
              onClick={() => mutate(undefined, { onSettled: keepFocus })}
            >
              Mark all as read
            </Button>
          )
        }
      />
      <Tabs
        label="Notifications"
        value={state}
        onChange={setState}
        tabs={[
          { value: 'todo', label: 'To do', ...(counts && { count: todoCount(counts) }) },
          { value: 'snoozed', label: 'Snoozed', ...(counts && { count: counts.snoozed }) },
        ]}
      >
        <TabPanel value={state}>
          <NoticeList state={state} />
        </TabPanel>
      </Tabs>
      <p className="mt-5 text-s text-ink-2">
        Notices disappear once you fix them. Snoozed notices return on the day you chose, or sooner if something
        expires.
      </p>
    </>
  );
}

function headLine(counts: Notices['counts']): string {
  const all = todoCount(counts);
  const needs = `${all.toLocaleString('en-GB')} ${all === 1 ? 'needs' : 'need'} attention`;
  const { unread } = counts;
  return unread > 0 ? `${needs}, ${unread.toLocaleString('en-GB')} ${unread === 1 ? 'is' : 'are'} new` : needs;
}

function NoticeList({ state }: { state: NoticeState }) {
  const list = useInfiniteQuery(noticeList(state));
  const { error, busy, retry } = useRetry(list);
  const counts = list.data?.pages[0]?.counts;
  if (!list.data || !counts) {
    return error ? (
      <ErrorState title="We could not load your notifications" reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <Loading label="Loading notifications..." className="flex flex-col gap-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-[72px] w-full" />
        ))}
      </Loading>
    );
  }
  const notices = list.data.pages.flatMap(({ items }) => items);
  if (notices.length === 0)
    return state === 'todo' ? (
      <EmptyState
        title="You are up to date"
        words="Certificates, leases, payments and bank consents are in order. Certificates appear here 60 days before they expire."
        action={<LinkButton to="/dashboard/certificates">See all certificates</LinkButton>}
      />
    ) : (
      <EmptyState
        title="No snoozed notices"
        words="Snooze a notice that you cannot deal with yet. It returns on the day you choose."
      />
    );
  return (
    <>
      {(Object.keys(HEADINGS) as Group[]).map((group) => {
        const inGroup = notices.filter((notice) => notice.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`notices-${group}`} className="not-first:mt-5">
            <h2 id={`notices-${group}`} className="mb-2 text-m tracking-normal">
              {HEADINGS[group]}
              {state === 'todo' && (
                <span className="ml-[6px] font-normal text-ink-2">{counts[group].toLocaleString('en-GB')}</span>
              )}
            </h2>
            <Card>
              <ul className="*:not-first:border-t *:not-first:border-line">
                {inGroup.map((notice) => (
                  <NoticeRow key={notice.key} notice={notice} />
                ))}
              </ul>
            </Card>
          </section>
        );
      })}
      <MoreButton list={list} className="mt-4" />
    </>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { key, group, where, since, away, todo, action, read, snoozedUntil } = notice;
  const rights = useRights();
  const { mutate: markRead } = useRead();
  const { mutate: snooze, isPending } = useSnooze();
  const follow = () => {
    if (!read) markRead([key]);
  };
  return (
    <li className="relative grid grid-cols-[20px_minmax(0,1fr)_max-content_224px] items-center gap-x-5 px-6 py-3 max-lg:grid-cols-[20px_minmax(0,1fr)_auto] max-lg:gap-x-3 max-md:grid-cols-[20px_minmax(0,1fr)] max-md:pr-3 max-md:pl-5">
      {!read && <NewDot />}
      <NoticeIcon notice={notice} className="mt-[2px] self-start" />
      <div className="min-w-0">
        <NoticeLink
          notice={notice}
          onClick={follow}
          className={cx('wrap-anywhere after:hidden', !read && 'font-bold')}
        />{' '}
        <span className="text-s text-ink-2 wrap-anywhere max-md:block">
          <bdi>{where}</bdi>
        </span>
        <p className="text-s text-ink-2">{todo}</p>
      </div>
      <div className="text-right text-s max-lg:self-start max-md:col-start-2 max-md:flex max-md:gap-2 max-md:text-left">
        <span className="figures block">{since}</span>
        <span className={cx('figures block', INKS[group])}>{away}</span>
      </div>
      <div className="flex items-center justify-between gap-1 max-lg:col-start-2 max-lg:col-end-4 max-lg:mt-2 max-lg:justify-start max-md:col-end-3">
        {openHref(notice.href, rights) === notice.href && (
          <LinkButton
            {...placeOf(notice.href)}
            size="small"
            aria-label={`${action}: ${fullTitle(notice)}`}
            onClick={follow}
          >
            {action}
          </LinkButton>
        )}
        {snoozedUntil ? (
          <Button
            variant="quiet"
            size="small"
            busy={isPending ? 'Bringing back...' : undefined}
            aria-label={`Bring back: ${fullTitle(notice)}, snoozed until ${formatDay(snoozedUntil)}`}
            onClick={() => snooze({ key, until: null }, { onSettled: keepFocus })}
          >
            Bring back
          </Button>
        ) : (
          <SnoozeMenu notice={notice} />
        )}
      </div>
      {snoozedUntil && <p className="col-start-2 text-s text-ink-2">Snoozed until {formatDay(snoozedUntil)}</p>}
    </li>
  );
}
