import { useRetry } from '../../web/http/retry.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { useFirstNotices } from './first-notices.client.ts';
import { INKS, NoticeIcon, NoticeLink } from './NoticeParts.tsx';
import { useRead } from './notification.client.ts';
import type { Notice } from './notification.ts';

export function FirstNotices({ leave }: { leave: () => void }) {
  const { data, ...query } = useFirstNotices();
  const { error, busy, retry } = useRetry(query);
  const { mutate, isPending } = useRead();
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-m tracking-normal">Notifications</h2>
        {data && data.counts.unread > 0 && (
          <Button
            variant="quiet"
            size="small"
            busy={isPending ? 'Marking...' : undefined}
            onClick={() => mutate(undefined)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {data ? (
        <NoticeList notices={data.items} follow={leave} />
      ) : error ? (
        <div role="alert" className="flex flex-col items-start gap-2 p-4">
          <p className="font-bold">We could not load your notifications</p>
          <p className="text-s text-ink-2">{error.message}</p>
          <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <Loading label="Loading notifications..." className="flex flex-col gap-3 p-4">
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </Loading>
      )}
    </>
  );
}

function NoticeList({ notices, follow }: { notices: readonly Notice[]; follow: () => void }) {
  const { mutate } = useRead();
  if (notices.length === 0) return <p className="p-4 text-ink-2">You are up to date.</p>;
  return (
    <ul aria-label="Notifications" className="*:not-first:border-t *:not-first:border-line">
      {notices.map((notice) => (
        <li key={notice.key} className="relative flex gap-3 py-[10px] pr-4 pl-6 hover:bg-hover">
          {!notice.read && <NewDot />}
          <NoticeIcon notice={notice} className="mt-[2px]" />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline justify-between gap-3">
              <NoticeLink
                notice={notice}
                className={notice.read ? 'wrap-anywhere' : 'font-bold wrap-anywhere'}
                onClick={() => {
                  if (!notice.read) mutate([notice.key]);
                  follow();
                }}
              />
              <span className={`flex-none text-s ${INKS[notice.group]}`}>{notice.away}</span>
            </div>
            <p className="text-s wrap-anywhere">
              <bdi>{notice.where}</bdi>
            </p>
            <p className="text-s text-ink-2">{notice.todo}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function NewDot() {
  return (
    <span className="absolute top-[18px] left-[9px] size-2 rounded-pill bg-primary">
      <span className="sr-only">New.</span>
    </span>
  );
}
