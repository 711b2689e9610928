import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { Banner } from '../../ui/display/Banner.tsx';
import { Card, ErrorState } from '../../ui/display/Card.tsx';
import { Loading, Skeleton } from '../../ui/display/Loading.tsx';
import { MoreButton, type Pages } from './MoreButton.tsx';

type Props<Item> = {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  words: { loading: string; failed: string };
  /** The heading level of the error state. */
  level: 2 | 3;
  empty?: ReactNode;
  children: (items: Item[]) => ReactNode;
};

export function CardOfPages<Item>({ list, words, level, empty, children }: Props<Item>) {
  const { error, busy, retry } = useRetry(list);
  const { data, isFetchNextPageError } = list;
  if (!data) {
    if (error)
      return <ErrorState level={level} title={words.failed} reason={error.message} busy={busy} onRetry={retry} />;
    return (
      <Loading label={words.loading}>
        <Card pad className="flex flex-col gap-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/2" />
        </Card>
      </Loading>
    );
  }
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && empty) return empty;
  return (
    <Card>
      {children(items)}
      {isFetchNextPageError && (
        <Banner tone="red" role="alert" className="mx-5 mb-3 max-md:mx-4">
          {words.failed}. {list.error?.message}
        </Banner>
      )}
      <ShowMore list={list} />
    </Card>
  );
}

export function ShowMore({ list }: { list: Pages & Pick<UseInfiniteQueryResult, 'isFetchNextPageError'> }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="border-t border-line px-5 py-2 max-md:px-4">
      <MoreButton list={list} variant="quiet" size="small" className="-mx-[10px]">
        {list.isFetchNextPageError ? 'Retry' : 'Show more'}
      </MoreButton>
    </div>
  );
}
