/** The page of one record: what a list has shown of it at once, the rest when it has come, and the way back when it never does. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { ErrorState } from '../../ui/display/Card.tsx';
import { PageHead, useTitle } from '../../ui/display/PageHead.tsx';
import { LinkBack, type PlainPath } from '../links.client.ts';
import { useReturnIfMissing } from '../missing.client.ts';
import type { Kept, RecordResource } from '../record-resource.client.ts';

type Props<Item extends Kept, Rec extends Item> = {
  /** The noun's cache. */
  resource: Pick<RecordResource<Item, Rec, never, never>, 'byId' | 'inList' | 'drop'>;
  id: string;
  /** The title until it is known which record it is: 'Item Details'. */
  title: string;
  /** Then: what the record is called, a picture before that and a mark after it, the line below, and states below that. */
  head: (shown: Item) => { title: string; lead?: ReactNode; mark?: ReactNode; line?: string; below?: ReactNode };
  /** The way back: '/dashboard/items', 'Items'. */
  list: { to: PlainPath; words: string };
  /** 'There was an error loading the item details.' with why, 'Item not found' on the way back to the list. */
  words: { failed: string; missing: string };
  /** What can be done with it; without `record`, which is still on its way, only what needs no more than the id. */
  actions: (record: Rec | undefined) => ReactNode;
  /** Grey shapes of the whole page. */
  placeholder: ReactNode;
  /** `shown` is what a list has shown of it, or all of it; `record` is missing while that is still on its way. */
  children: (shown: Item, record: Rec | undefined) => ReactNode;
};

export function DetailPage<Item extends Kept, Rec extends Item>(props: Props<Item, Rec>) {
  return <DetailOfOne key={props.id} {...props} />;
}

function DetailOfOne<Item extends Kept, Rec extends Item>(props: Props<Item, Rec>) {
  const { resource, id, title, head, list, words, actions, placeholder, children } = props;
  const query = useQuery(resource.byId(id));
  const { error, busy, retry } = useRetry(query);
  const missing = useReturnIfMissing(id, {
    error: query.error,
    words: words.missing,
    list: list.to,
    drop: resource.drop,
  });
  const record = query.data;
  const shown = record ?? (error ? undefined : resource.inList(id));
  const known = shown && !missing && head(shown);
  useTitle(known ? known.title : undefined);
  const back = <LinkBack to={list.to}>{list.words}</LinkBack>;
  if (known) {
    const { title: name, lead, mark, line, below } = known;
    return (
      <>
        <PageHead
          title={name}
          lead={lead}
          mark={mark}
          line={line && <span className="wrap-anywhere">{line}</span>}
          below={below}
          back={back}
          actions={actions(record)}
        />
        {children(shown, record)}
      </>
    );
  }
  return (
    <>
      <PageHead title={title} back={back} />
      {error && !missing ? (
        <ErrorState title={words.failed} reason={error.message} busy={busy} onRetry={retry} />
      ) : (
        placeholder
      )}
    </>
  );
}
