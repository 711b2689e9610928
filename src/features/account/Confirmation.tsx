/** A screen that an email's link leads to: the link is taken at once, and the screen says how that ended. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Spinner } from '../../web/ui/display/Loading.tsx';
import { accountSentence } from './queries.client.ts';

type Props = {
  /** Taking the link. */
  query: UseQueryResult<boolean>;
  busy: string;
  confirmed: string;
  /** Said instead where the link is spent or too old. */
  expired: ReactNode;
};

export function Confirmation({ query, busy, confirmed, expired }: Props) {
  const { data, error, isFetching, refetch } = query;
  if (isFetching) {
    return (
      <p className="flex items-center gap-2">
        <Spinner /> {busy}
      </p>
    );
  }
  if (data) return <Banner tone="green">{confirmed}</Banner>;
  if (error instanceof AppError && error.code === 'link_expired') return expired;
  const retry = (
    <Button size="small" onClick={() => void refetch()}>
      Retry
    </Button>
  );
  return (
    <Banner tone="red" action={retry}>
      {accountSentence(error)}
    </Banner>
  );
}

export function ExpiredLink() {
  return <Banner tone="red">This link has expired or was used already.</Banner>;
}
