import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../../../web/http/api.client.ts';
import { CardOfPages } from '../../../web/records/list/CardOfPages.tsx';
import { DetailSection } from '../../../web/ui/display/Card.tsx';
import { byDay, dayWords, type HistoryDay } from './history-lines.ts';

const WORDS = { loading: 'Loading history...', failed: 'We could not load the history' };

export function PropertyHistory({ id, today }: { id: string; today: string }) {
  return (
    <DetailSection id="history" title="History">
      <CardOfPages list={usePropertyHistory(id)} words={WORDS} level={3}>
        {(entries) => (
          <ol className="*:not-first:border-t *:not-first:border-line">
            {byDay(entries).map((day) => (
              <Day key={day.day} day={day} today={today} />
            ))}
          </ol>
        )}
      </CardOfPages>
    </DetailSection>
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
    // Refetched whenever the page opens, as any save changes the history.
    staleTime: 0,
  });
}
