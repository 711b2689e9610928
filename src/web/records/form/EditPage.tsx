/** The page that edits a record. The form opens only after the latest version is loaded. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRetry } from '../../http/retry.client.ts';
import { Card, ErrorState } from '../../ui/display/Card.tsx';
import { Loading, Skeleton } from '../../ui/display/Loading.tsx';
import { useTitle } from '../../ui/display/PageHead.tsx';
import type { PlainPath } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';
import { useRedirectIfNotFound } from '../redirect-if-not-found.client.ts';
import { FormPage } from './FormFrame.tsx';

type Props<Rec extends StoredRecord> = {
  resource: Pick<RecordResource<Rec, Rec, never, never>, 'byId' | 'drop'>;
  id: string;
  title: string;
  /** The line below the title, which identifies the record. */
  line: (record: Rec) => string;
  list: PlainPath;
  tabs?: number | undefined;
  words: { loading: string; failed: string; missing: string };
  /** The form, which keeps the version that was opened (see `useEditForm`). */
  children: (opened: Rec) => ReactNode;
};

export function EditPage<Rec extends StoredRecord>(props: Props<Rec>) {
  return <EditOne key={props.id} {...props} />;
}

function EditOne<Rec extends StoredRecord>({ resource, id, title, line, list, tabs = 0, words, children }: Props<Rec>) {
  const query = useQuery({
    ...resource.byId(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Newer versions are merged when the form is saved.
  const [opened, setOpened] = useState<Rec>();
  if (!opened && query.isSuccess && query.isFetchedAfterMount) setOpened(query.data);
  // If the record is deleted elsewhere, the form keeps its input and the save reports the deletion.
  const missing = useRedirectIfNotFound(id, {
    error: opened ? null : query.error,
    words: words.missing,
    list,
    drop: resource.drop,
  });
  useTitle(opened && `Edit ${line(opened)}`);
  const { error, busy, retry } = useRetry(query);
  const failed = !opened && !missing ? error : null;
  return (
    <FormPage title={title} line={opened && <span className="wrap-anywhere">{line(opened)}</span>} list={list}>
      {opened && children(opened)}
      {failed && <ErrorState title={words.failed} reason={failed.message} busy={busy} onRetry={retry} />}
      {!opened && !failed && <FormPlaceholder label={words.loading} tabs={tabs} />}
    </FormPage>
  );
}

const FIELDS = [1, 2, 3, 4, 5, 6, 7, 8];

function FormPlaceholder({ label, tabs }: { label: string; tabs: number }) {
  return (
    <Loading label={label}>
      {tabs > 0 && (
        <div className="mb-5 flex h-11 items-center gap-6 overflow-clip border-b border-line">
          {FIELDS.slice(0, tabs).map((tab) => (
            <Skeleton key={tab} className="h-4 w-24 flex-none" />
          ))}
        </div>
      )}
      <Card>
        <div className="border-b border-line px-5 py-3 max-md:px-4">
          <Skeleton className="my-1 h-4 w-36" />
        </div>
        <div className="grid grid-cols-2 gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
          {FIELDS.map((field) => (
            <div key={field} className="flex flex-col gap-[6px]">
              <Skeleton className="my-1 h-4 w-28" />
              <Skeleton className="h-control w-full" />
            </div>
          ))}
        </div>
      </Card>
    </Loading>
  );
}
