import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { invalidate } from '../../../web/http/query.client.ts';
import { type SaveTexts, withSession } from '../../../web/http/save.client.ts';
import { useMay } from '../../../web/http/session.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import type { PropertyBills } from '../../property/bills.ts';
import { TEXTS } from '../labels.ts';
import type { AddedBill } from './bills.ts';

const SAVE_TEXTS: SaveTexts = {
  failed: 'We could not add the invoice to Finance',
  signedOut: TEXTS.signInToAdd,
  missing: 'This invoice no longer exists',
};

type Props = { propertyId: string; children: (bills: PropertyBills) => ReactNode };

export function BillsOfProperty({ propertyId, children }: Props) {
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['transactions', 'totals', 'bills', propertyId],
    queryFn: ({ signal }) => read(api.transactions.bills.$get({ query: { propertyId } }, { init: { signal } })),
    enabled: useMay('money.see'),
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (invoiceId: string) =>
      withSession(() => read(api.transactions['from-invoice'].$post({ json: { invoiceId } }))),
    onSuccess: (added) => {
      const open = () => void navigate({ to: '/dashboard/finance', search: { open: added.transaction.id } });
      toast.success(outcomeLine(added), { timeout: 10_000, action: { label: 'Open', act: open } });
      void invalidate({ queryKey: ['transactions'] });
    },
    meta: { texts: SAVE_TEXTS },
  });
  return children({ items: data?.items, add: mutate, adding: isPending ? variables : undefined });
}

function outcomeLine({ outcome, transaction: { date } }: AddedBill): string {
  if (outcome === 'added') return 'Invoice added to Finance';
  const day = formatDay(date);
  return outcome === 'linked' ? `Invoice linked to the payment on ${day}` : `Already in Finance, dated ${day}`;
}
