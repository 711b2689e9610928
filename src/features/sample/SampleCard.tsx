import { useMutation } from '@tanstack/react-query';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { Street } from '../../web/ui/brand/Mark.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { openDashboard } from '../team/accounts.client.ts';

const TEXTS = {
  failed: 'We could not open a sample account',
  signedOut: 'You must be logged in to open a sample account',
  missing: 'We could not find the sample account',
};

export function SampleCard() {
  const loading = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$post())),
    onSuccess: openDashboard,
    meta: { texts: TEXTS },
  });
  const load = useSingleFlight(loading.mutate);
  return (
    <Card
      aria-labelledby="sample-offer"
      className="mb-6 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] overflow-clip max-md:mb-5 max-md:grid-cols-1"
    >
      <div className="p-5 max-md:p-4">
        <h2 id="sample-offer">Just looking?</h2>
        <p className="mt-1 mb-4 max-w-[60ch] text-ink-2">
          Open a sample account: 12 properties across England with tenants, suppliers, certificates and 2 years of
          transactions. Your own account does not change. We will not email anyone. We will remove it after 30 days.
        </p>
        <Button busy={loading.isPending || loading.isSuccess ? 'Opening...' : undefined} onClick={() => load()}>
          Open a sample account
        </Button>
      </div>
      <div className="flex min-h-28 flex-col justify-end border-line bg-sky max-md:border-t md:border-l">
        <Street />
      </div>
    </Card>
  );
}
