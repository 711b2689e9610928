/** The pages of the list that have come, and what is said while others come or when they do not. */
import { useRetry } from '../../web/retry.client.ts';
import { Banner } from '../../web/ui/Banner.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorState } from '../../web/ui/ErrorState.tsx';
import type { ListView } from '../../web/ui/list-view.client.ts';
import { PropertyCards } from './PropertyCards.tsx';
import { PropertyPlaceholders } from './PropertyPlaceholders.tsx';
import { PropertyTable } from './PropertyTable.tsx';
import type { properties } from './queries.client.ts';

const FAILED = 'Failed to load properties';

export function PropertyPages({ list, view }: { list: ReturnType<typeof properties.usePages>; view: ListView }) {
  const { data, isFetching, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const { error, busy, retry } = useRetry(list);
  if (!data) {
    return error ? (
      <ErrorState title={FAILED} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <PropertyPlaceholders view={view} />
    );
  }
  const more = () => {
    if (hasNextPage && !isFetching && !error) void list.fetchNextPage();
  };
  const again = () => (isFetchNextPageError ? void list.fetchNextPage() : retry());
  const Listed = view === 'cards' ? PropertyCards : PropertyTable;
  return (
    <>
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        <Listed items={data.pages.flatMap(({ items }) => items)} total={data.pages[0]?.total ?? 0} onNearEnd={more} />
      </div>
      {isFetchingNextPage && (
        <div className="mt-5">
          <PropertyPlaceholders view={view} />
        </div>
      )}
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
          {FAILED}. {error.message}
        </Banner>
      )}
    </>
  );
}
