/** A section of the list. The first response contains its first rows. A long section loads pages when open. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { BANK_ROWS } from '../bank-row/waiting.client.ts';
import type { BankRow, BankRows } from './bank-rows.ts';
import { FIRST_ROWS, type Section } from './listed.ts';

export type Listed = {
  section: Section;
  open: boolean;
  items: readonly BankRow[];
  total: number;
  more: (() => void) | undefined;
};

/** `opened` is the landlord's choice. A long section starts collapsed. */
export function useSection(section: Section, data: BankRows | undefined, opened: boolean | undefined): Listed {
  const { items, total } = data?.sections[section] ?? { items: [], total: 0 };
  const isLong = total > FIRST_ROWS;
  const open = opened ?? !isLong;
  const pages = useInfiniteQuery({
    queryKey: [BANK_ROWS, section],
    queryFn: ({ pageParam, signal }) =>
      read(api['bank-rows'].list.$get({ query: { section, skip: String(pageParam) } }, { init: { signal } })),
    initialPageParam: 0,
    getNextPageParam: (last, _, skipped) =>
      skipped + last.items.length < last.total ? skipped + last.items.length : undefined,
    enabled: open && isLong,
    staleTime: 0,
  });
  const paged = isLong ? pages.data?.pages.flatMap((page) => page.items) : undefined;
  const more = open && isLong && pages.hasNextPage ? () => void pages.fetchNextPage() : undefined;
  return { section, open, total, more, items: open ? (paged ?? items) : [] };
}
