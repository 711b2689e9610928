/** Shows fields from a cached list until the record has loaded. Returns to the list if the record is missing. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { ErrorState } from '../../ui/display/Card.tsx';
import { PageHead, useTitle } from '../../ui/display/PageHead.tsx';
import { LinkBack, type PlainPath } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';
import { useRedirectIfNotFound } from '../redirect-if-not-found.client.ts';

type Props<Item extends StoredRecord, Rec extends Item> = {
  resource: Pick<RecordResource<Item, Rec, never, never>, 'byId' | 'inList' | 'drop'>;
  id: string;
  title: string;
  /** `lead` is before the title and `mark` after it, `line` is below the title, and `below` under the line. */
  head: (shown: Item) => { title: string; lead?: ReactNode; mark?: ReactNode; line?: string; below?: ReactNode };
  list: { to: PlainPath; words: string };
  words: { failed: string; missing: string };
  /** The page's actions. While loading, `record` is undefined, and actions may use only the page's id. */
  actions: (record: Rec | undefined) => ReactNode;
  placeholder: ReactNode;
  /** `shown` contains at least the fields from a list. `record` is undefined while loading. */
  children: (shown: Item, record: Rec | undefined) => ReactNode;
};

export function DetailPage<Item extends StoredRecord, Rec extends Item>(props: Props<Item, Rec>) {
  return <DetailOfOne key={props.id} {...props} />;
}

function DetailOfOne<Item extends StoredRecord, Rec extends Item>(props: Props<Item, Rec>) {
  const { resource, id, title, head, list, words, actions, placeholder, children } = props;
  const query = useQuery(resource.byId(id));
  const { error, busy, retry } = useRetry(query);
  const missing = useRedirectIfNotFound(id, {
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
