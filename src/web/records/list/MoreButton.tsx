/** The button that loads the next page of a list. Returns null after the last page. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/display/Button.tsx';

export type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

type Props = Pick<ButtonLook, 'variant' | 'size'> & { list: Pages; className?: string; children?: ReactNode };

export function MoreButton({ list, children = 'Show more', ...look }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      {...look}
      busy={list.isFetchingNextPage ? 'Loading...' : undefined}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
