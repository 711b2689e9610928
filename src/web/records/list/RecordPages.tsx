import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { Banner } from '../../ui/display/Banner.tsx';
import { Button } from '../../ui/display/Button.tsx';
import { ErrorState } from '../../ui/display/Card.tsx';
import { type ListView, placeholdersOf, useStoredRowCount } from '../../ui/table/view.client.ts';
import type { Page } from '../record-resource.client.ts';
import { joined, type LongList } from './long-list.ts';
import { type Placeholder, RecordPlaceholders } from './RecordPlaceholders.tsx';

export type ListedRecords<Item> = {
  items: LongList<Item>;
  /** The total, including records that are not loaded. -1 if the total is loaded separately. */
  total: number;
  /** Called when the viewport is near the end of `items`. */
  onNearEnd: () => void;
};

export type RecordPagesProps<Item> = {
  name: string;
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  view: ListView;
  words: { loading: string; failed: string };
  placeholder: Placeholder;
  /** A `RecordCards` or a `RecordTable`, depending on the view. */
  children: (listed: ListedRecords<Item>) => ReactNode;
};

export function RecordPages<Item>(props: RecordPagesProps<Item>) {
  const { name, list, view, words, placeholder, children } = props;
  const { data, isFetching, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const { error, busy, retry } = useRetry(list);
  const items = useMemo(() => joined(data?.pages ?? []), [data]);
  useStoredRowCount(name, data && items.length);
  const total = data?.pages[0]?.total ?? -1;
  const count = data ? Math.min(total < 0 ? 3 : total - items.length, 3) : placeholdersOf(name);
  const placeholders = <RecordPlaceholders label={words.loading} view={view} placeholder={placeholder} count={count} />;
  if (!data) {
    return error ? (
      <ErrorState title={words.failed} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      placeholders
    );
  }
  const more = () => {
    if (hasNextPage && !isFetching && !error) void list.fetchNextPage();
  };
  const again = () => (isFetchNextPageError ? void list.fetchNextPage() : retry());
  const listed = {
    items,
    total,
    onNearEnd: more,
  };
  return (
    <>
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        {children(listed)}
      </div>
      {isFetchingNextPage && <div className="mt-5">{placeholders}</div>}
      {error && !isFetching && (
        <Banner
          tone="red"
          role="alert"
          className="mt-5"
          action={
            <Button size="small" onClick={again}>
              Retry
            </Button>
          }
        >
          {words.failed}. {error.message}
        </Banner>
      )}
    </>
  );
}
