/** Confirms removing the sample data, listing removed and kept records. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, done, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { countedWords, type SampleRemoval } from './sample.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function RemoveSample({ open, onOpenChange }: Props) {
  const navigate = useNavigate();
  const removed = useRef(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ['sample', 'removal'],
    queryFn: ({ signal }) => read(api.sample.$get({}, { init: { signal } })),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const removal = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$delete())),
    onSuccess: async () => {
      removed.current = true;
      // The current screen's record may be removed.
      await navigate({ to: '/dashboard' });
      await invalidate({});
    },
    onSettled: () => onOpenChange(false),
    meta: {
      texts: {
        done: 'Sample data removed',
        failed: 'We could not remove the sample data',
        signedOut: 'You must be logged in to remove the sample data',
        missing: 'There is no sample data',
      },
    },
  });
  const remove = useSingleFlight(removal.mutate);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove sample data"
      question="Remove all sample data?"
      confirm="Remove sample data"
      busy={removal.isPending ? 'Removing...' : undefined}
      waiting={isFetching ? 'Counting...' : undefined}
      finalFocus={() => (removed.current ? screenHeading() : true)}
      onConfirm={() => remove()}
    >
      {data ? <Summary removal={data} /> : error && <p>We could not check what we will keep. {error.message}</p>}
    </ConfirmDialog>
  );
}

function Summary({ removal: { goes, stays } }: { removal: SampleRemoval }) {
  return (
    <>
      <p>
        <b>We will remove</b> {countedWords(goes)}, with their certificates and photos.
      </p>
      {stays.length === 0 ? (
        <p>Your own records will not change.</p>
      ) : (
        <>
          <p className="mt-3">
            <b>We will keep your own records:</b>
          </p>
          <ul className="list-disc pl-5">
            {stays.map(({ noun, count, names }) => (
              <li key={noun}>
                {countedWords([{ noun, count }])}: <bdi>{names.join('; ')}</bdi>
                {count > names.length && ` and ${count - names.length} more`}
              </li>
            ))}
          </ul>
          <p className="mt-3">Transactions for a removed property keep its address.</p>
        </>
      )}
    </>
  );
}
