/** Offers sample data to a landlord without properties. */
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { api, done } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { Street } from '../../web/ui/brand/Mark.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { keepFocus } from '../../web/ui/display/PageHead.tsx';

const TEXTS = {
  done: 'Sample data added',
  failed: 'We could not add the sample data',
  signedOut: 'You must be logged in to add sample data',
  missing: 'We could not find the sample data',
};

export function SampleCard() {
  const loading = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$post())),
    // Every noun has new rows, and the session decides whether the ribbon is shown.
    onSuccess: () => invalidate({}),
    meta: { texts: TEXTS },
  });
  const load = useSingleFlight(loading.mutate);
  // The overview's figures replace this card and its focused button.
  useLayoutEffect(() => keepFocus, []);
  return (
    <Card
      aria-labelledby="sample-offer"
      className="mb-6 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] overflow-clip max-md:mb-5 max-md:grid-cols-1"
    >
      <div className="p-5 max-md:p-4">
        <h2 id="sample-offer">Just looking?</h2>
        <p className="mt-1 mb-4 max-w-[60ch] text-ink-2">
          Add 12 sample properties across England with tenants, suppliers, certificates and 2 years of transactions. We
          will not email anyone. You can remove the sample data at any time.
        </p>
        <Button busy={loading.isPending ? 'Adding...' : undefined} onClick={() => load()}>
          Add sample data
        </Button>
      </div>
      <div className="flex min-h-28 flex-col justify-end border-line bg-sky max-md:border-t md:border-l">
        <Street />
      </div>
    </Card>
  );
}
