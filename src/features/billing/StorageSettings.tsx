import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, ProgressBar, Skeleton } from '../../web/ui/display/Loading.tsx';
import { SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { type Fill, fillOf, formatStorage, freeSpaceText, type Storage } from '../file/storage.ts';

export function StorageSettings() {
  const query = useQuery({
    queryKey: ['storage'],
    queryFn: async ({ signal }) => (await read(api.billing.$get({}, { init: { signal } }))).storage,
    // Files have no live changes, so this query is always stale.
    staleTime: 0,
  });
  const { data: storage } = query;
  const { error, busy, retry } = useRetry(query);
  const failed = storage === undefined ? error : null;
  return (
    <SettingsSection title="Storage" line="Your photos, certificates, invoices and receipts." bare={failed !== null}>
      {storage === undefined && !failed && (
        <Loading label="Loading your storage..." className="flex flex-col gap-3 p-5 max-md:p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-full" />
        </Loading>
      )}
      {failed && (
        <ErrorState
          title="We could not load your storage"
          reason={failed.message}
          onRetry={retry}
          busy={busy}
          level={3}
        />
      )}
      {storage && <StorageUse storage={storage} />}
    </SettingsSection>
  );
}

const TONES = { some: 'primary', nearly: 'amber', full: 'red' } as const satisfies Record<Fill, string>;

function StorageUse({ storage }: { storage: Storage }) {
  const { status } = useLandlord().subscription;
  const { usedBytes, limitBytes, leavingBytes } = storage;
  const fill = fillOf(storage);
  return (
    <div className="flex flex-col gap-3 p-5 max-md:p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="tabular-nums">
          {formatStorage(usedBytes)} of {formatStorage(limitBytes)} used
        </p>
        {fill === 'nearly' && <Badge tone="amber">Nearly full</Badge>}
        {fill === 'full' && <Badge tone="red">Full</Badge>}
      </div>
      <ProgressBar label="Storage used" share={Math.min(1, usedBytes / limitBytes)} tone={TONES[fill]} />
      {fill !== 'some' && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-80">
            {fill === 'full'
              ? 'You cannot upload files. We keep the files you already have.'
              : `${formatStorage(limitBytes - usedBytes)} left. When your storage is full, you cannot upload files.`}{' '}
            {freeSpaceText({ status, limitBytes })}
          </p>
          <div className="flex max-md:w-full max-md:*:flex-auto">
            <LinkButton to="/dashboard/plans">Compare plans</LinkButton>
          </div>
        </div>
      )}
      {leavingBytes > 0 && (
        <p className="text-s text-ink-2">We will delete {formatStorage(leavingBytes)} of unused files within a day.</p>
      )}
    </div>
  );
}
