import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { copied } from '../../web/ui/overlay/copy.client.ts';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';

type CardProps<Link> = {
  id: string;
  title: string;
  links: Pick<UseQueryResult<{ items: Link[] }>, 'data' | 'error'>;
  note: string;
  children: (link: Link) => ReactNode;
};

/** Hidden without links, unless they could not be loaded. */
export function LinkListCard<Link>({ id, title, links: { data, error }, note, children }: CardProps<Link>) {
  const items = data?.items ?? [];
  if (!error && items.length === 0) return null;
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      {error && !data && <p role="alert" className="px-5 py-3">{`We could not load the links. ${error.message}`}</p>}
      <ul>{items.map(children)}</ul>
      <p className="border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">{note}</p>
    </Card>
  );
}

type RowProps = { name: string; facts: readonly (string | false)[]; children: ReactNode };

export function LinkRow({ name, facts, children }: RowProps) {
  return (
    <li className="border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
      <p>
        <bdi className="font-bold">{name}</bdi>
      </p>
      <p className="text-s text-ink-2">{facts.filter(Boolean).join(', ')}</p>
      {children}
    </li>
  );
}

type CopyProps = { find: UseMutationResult<string, Error, void>; children: ReactNode };

/** The address is not stored: the server derives it on request. It is shown where the browser blocks copying. */
export function CopyLink({ find: { mutateAsync: find, isPending }, children }: CopyProps) {
  const [address, setAddress] = useState<string>();
  const copy = async () => {
    const found = await find().catch(() => undefined);
    if (found && !(await copied('Link', found))) setAddress(found);
  };
  return (
    <>
      <Button variant="quiet" size="small" busy={isPending ? 'Copying...' : undefined} onClick={() => void copy()}>
        {children}
      </Button>
      {address && (
        <p className="order-last basis-full text-s wrap-anywhere" role="status">
          {address}
        </p>
      )}
    </>
  );
}

type RevokeProps = {
  revoke: UseMutationResult<unknown, Error, void>;
  question: string;
  /** Whether the link no longer works. */
  ended?: boolean;
  children: ReactNode;
};

export function RevokeLink({ revoke: { mutateAsync, isPending }, question, ended = false, children }: RevokeProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {!ended && (
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          {children}
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Revoke this link?"
        question={question}
        confirm="Revoke"
        busy={isPending ? 'Revoking...' : undefined}
        onConfirm={() => void mutateAsync().finally(() => setOpen(false))}
      />
    </>
  );
}
