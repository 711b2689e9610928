import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { RetryBanner } from '../../ui/display/Banner.tsx';
import { IconButton } from '../../ui/display/Button.tsx';
import { Card, CardHead, DetailSection } from '../../ui/display/Card.tsx';
import { Loading, Skeleton } from '../../ui/display/Loading.tsx';
import { FirstRows, Row, RowLink } from '../../ui/table/Rows.tsx';
import type { RecordPaths } from '../links.client.ts';
import { ShowMore } from '../list/CardOfPages.tsx';

const LinkedRow = createLink(RowLink);

type Linked = { id: string; name: string; line: string; lead?: ReactNode };

type Props = {
  /** The heading, which is also the list's accessible name. `count` is next to the heading. */
  title: string;
  count?: ReactNode;
  /** Puts the heading above the card, as in a page's sections. */
  section?: boolean;
  items: readonly Linked[] | undefined;
  first?: number;
  /** The route of a row's link. Omitted in a form. */
  to?: RecordPaths['one'];
  loading?: string;
  none?: string;
  /** For records that load in pages. `failed` is, for example, 'Failed to load items'. */
  pages?: { list: UseInfiniteQueryResult; failed: string };
  /** Rejects after showing a toast. */
  onUnlink?: (id: string) => Promise<void>;
  unlink?: string;
  busy?: boolean;
  children?: ReactNode;
};

const NO_READ = { error: null, refetch: async () => {} };

export function LinkedRecords(props: Props) {
  const {
    title,
    count,
    section = false,
    items,
    first,
    to,
    loading,
    none,
    pages,
    onUnlink,
    unlink: verb = 'Unlink',
    busy = false,
    children,
  } = props;
  const card = useRef<HTMLElement>(null);
  const { error, busy: retrying, retry } = useRetry(pages?.list ?? NO_READ);
  const id = title.toLowerCase().replace(/\W+/g, '-');

  const unlinked = useRef<{ id: string; index: number }>(undefined);
  const unlink = async (linked: Linked, index: number) => {
    unlinked.current = { id: linked.id, index };
    try {
      await onUnlink?.(linked.id);
    } catch {
      unlinked.current = undefined;
    }
  };
  useEffect(() => {
    const gone = unlinked.current;
    if (!gone || busy || items?.some(({ id }) => id === gone.id)) return;
    unlinked.current = undefined;
    // The focused button was removed with its row, so focuses the next button, the last button, or the search field.
    const buttons = card.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    (buttons[Math.min(gone.index, buttons.length - 1)] ?? card.current?.querySelector('input'))?.focus();
  }, [items, busy]);

  const rows = (
    <>
      {!items && !error && loading && (
        <Loading label={loading} className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </Loading>
      )}
      {error && (
        <RetryBanner busy={retrying} retry={retry} className="m-4">
          {pages?.failed}. {error.message}
        </RetryBanner>
      )}
      {items?.length === 0 && none && <p className="px-5 py-4 text-ink-2 not-last:pb-1 max-md:px-4">{none}</p>}
      {items && items.length > 0 && (
        <FirstRows label={title} items={items} {...(first && { first })}>
          {(linked) => (
            <Row
              key={linked.id}
              lead={linked.lead}
              line={linked.line}
              end={
                onUnlink && (
                  <IconButton
                    icon={X}
                    label={`${verb} ${linked.name}`}
                    className="relative z-1"
                    disabled={busy}
                    onClick={() => void unlink(linked, items.indexOf(linked))}
                  />
                )
              }
            >
              {to ? (
                <LinkedRow to={to} params={{ id: linked.id }}>
                  <bdi>{linked.name}</bdi>
                </LinkedRow>
              ) : (
                <bdi>{linked.name}</bdi>
              )}
            </Row>
          )}
        </FirstRows>
      )}
      {pages && <ShowMore list={pages.list} />}
      {children}
    </>
  );
  if (section) {
    return (
      <DetailSection id={id} title={title} aside={count}>
        <Card ref={card}>{rows}</Card>
      </DetailSection>
    );
  }
  return (
    <Card ref={card} aria-labelledby={id}>
      <CardHead id={id} title={title}>
        <output>{count}</output>
      </CardHead>
      {rows}
    </Card>
  );
}
