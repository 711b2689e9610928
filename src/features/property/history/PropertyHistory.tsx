/** The history section of a property's page: newest first, more on demand. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../../../web/http/api.client.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, DetailSection, ErrorState } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { byDay, dayWords, type HistoryDay } from './history-lines.ts';

const FAILED = 'The history could not be loaded';

export function PropertyHistory({ id, today }: { id: string; today: string }) {
  return (
    <DetailSection id="history" title="History">
      <Entries id={id} today={today} />
    </DetailSection>
  );
}

function Entries({ id, today }: { id: string; today: string }) {
  const history = usePropertyHistory(id);
  const { error, busy, retry } = useRetry(history);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = history;
  if (!data) {
    return error ? (
      <ErrorState level={3} title={FAILED} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <HistoryPlaceholder />
    );
  }
  return (
    <Card>
      <ol className="*:not-first:border-t *:not-first:border-line">
        {byDay(data.pages.flatMap(({ items }) => items)).map((day) => (
          <Day key={day.day} day={day} today={today} />
        ))}
      </ol>
      {isFetchNextPageError && (
        <Banner tone="red" role="alert" className="mx-5 mb-3 max-md:mx-4">
          {FAILED}. {history.error?.message}
        </Banner>
      )}
      {hasNextPage && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button
            variant="quiet"
            size="small"
            className="-mx-[10px]"
            busy={isFetchingNextPage ? 'Loading...' : undefined}
            onClick={() => void history.fetchNextPage()}
          >
            {isFetchNextPageError ? 'Retry' : 'Show more'}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Day({ day: { day, moments }, today }: { day: HistoryDay; today: string }) {
  return (
    <li className="px-5 py-4 max-md:px-4">
      <h3 className="mb-2">{dayWords(day, today)}</h3>
      <ol className="flex flex-col gap-2">
        {moments.map(({ time, lines }) => (
          <li key={time} className="flex gap-4">
            <p className="figures w-24 flex-none text-ink-2">
              You · <time>{time}</time>
            </p>
            <ul className="min-w-0 flex-1">
              {lines.map(({ key, words }) => (
                <li key={key} className="wrap-anywhere whitespace-pre-line">
                  <bdi>{words}</bdi>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </li>
  );
}

function HistoryPlaceholder() {
  return (
    <Loading label="Loading history...">
      <Card pad className="flex flex-col gap-4">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </Card>
    </Loading>
  );
}

/** Reads the history page after page, newest first. */
function usePropertyHistory(id: string) {
  return useInfiniteQuery({
    queryKey: ['properties', 'history', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.properties[':id'].history.$get(
          { param: { id }, query: { limit: '20', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Read again whenever the page is opened, above all after a save.
    staleTime: 0,
  });
}
