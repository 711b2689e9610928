import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../../../web/http/api.client.ts';
import { useMay } from '../../../../web/http/session.client.ts';
import { Balance } from '../../../../web/ui/display/Balance.tsx';
import { Button } from '../../../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../../web/ui/overlay/open-count.client.ts';

const EndTenancy = lazyDialog(async () => (await import('../../../../features/ending/EndTenancy.tsx')).EndTenancy);
const RecordRent = lazyDialog(async () => (await import('../../../../features/rent/RecordRent.tsx')).RecordRent);

export function RentOfTenant({ tenancyId: id }: { tenancyId: string }) {
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const [ending, setEnding] = useState(false);
  const endings = useOpenCount(ending);
  const mayEnd = useMay('people.change');
  const { data: tenancy } = useQuery({
    queryKey: ['rent', 'balance', id],
    queryFn: ({ signal }) => read(api.tenancies[':id'].$get({ param: { id } }, { init: { signal } })),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        {tenancy && <Balance pence={tenancy.balance} />}
        <Link to="/dashboard/tenancies/$id" params={{ id }}>
          Rent and ledger
        </Link>
      </p>
      <span className="flex flex-wrap gap-2">
        {mayEnd && tenancy?.ended === null && tenancy.tenants.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => setEnding(true)}>
            End tenancy
          </Button>
        )}
        <Button size="small" onClick={() => setOpen(true)}>
          Record rent
        </Button>
      </span>
      {tenancy && <EndTenancy key={`end ${endings}`} tenancy={tenancy} open={ending} onOpenChange={setEnding} />}
      {tenancy && (
        <RecordRent
          key={openings}
          open={open}
          onOpenChange={setOpen}
          payer={{ tenancyId: id, names: tenancy.names, propertyName: tenancy.propertyName }}
        />
      )}
    </div>
  );
}
