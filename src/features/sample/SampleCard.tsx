/** Offers the sample portfolio to a landlord who has no property yet. */
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { api, done } from '../../web/http/api.client.ts';
import { useOnce } from '../../web/http/once.client.ts';
import { readAgain } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { Street } from '../../web/ui/brand/Mark.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { keepFocus } from '../../web/ui/display/PageHead.tsx';

const TEXTS = {
  done: 'Sample portfolio loaded',
  failed: 'Failed to load the sample portfolio',
  signedOut: 'You must be logged in to load the sample portfolio',
  missing: 'The sample portfolio cannot be found',
};

export function SampleCard() {
  const loading = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$post())),
    // Of each noun something has come, and the session says that the ribbon is shown.
    onSuccess: () => readAgain({}),
    meta: { texts: TEXTS },
  });
  const load = useOnce(loading.mutate);
  // The figures take its place, and the button's.
  useLayoutEffect(() => keepFocus, []);
  return (
    <Card
      aria-labelledby="sample-offer"
      className="mb-6 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] overflow-clip max-md:mb-5 max-md:grid-cols-1"
    >
      <div className="p-5 max-md:p-4">
        <h2 id="sample-offer">Just looking?</h2>
        <p className="mt-1 mb-4 max-w-[60ch] text-ink-2">
          Load a sample portfolio: 12 properties across England with tenants, suppliers, certificates in every state and
          two years of money. No email is sent about it, and one press removes it.
        </p>
        <Button busy={loading.isPending ? 'Loading...' : undefined} onClick={() => load()}>
          Load a sample portfolio
        </Button>
      </div>
      <div className="flex min-h-28 flex-col justify-end border-line bg-sky max-md:border-t md:border-l">
        <Street />
      </div>
    </Card>
  );
}
