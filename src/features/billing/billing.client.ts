import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { storeLandlord } from '../../web/http/session.client.ts';

export function useBillingInfo() {
  return useQuery({
    queryKey: ['billing'],
    queryFn: ({ signal }) => read(api.billing.$get({}, { init: { signal } })),
  });
}

type Destination = { plan: string; email: string } | 'portal';

/** Redirects to the payment page or the portal. The mutation stays pending until this page unloads. */
export function usePaymentPage() {
  const leaving = useMutation({
    mutationFn: async (destination: Destination) => {
      const { url } = await withSession(() =>
        destination === 'portal'
          ? read(api['billing-portal'].$post())
          : read(
              api['create-checkout-session'].$post({
                json: { priceId: destination.plan, customerEmail: destination.email },
              }),
            ),
      );
      window.location.assign(url);
      return new Promise<never>(() => {});
    },
  });
  const { reset } = leaving;
  useEffect(() => {
    // The back/forward cache may restore this page with the mutation still pending.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [reset]);
  return leaving;
}

/** Refreshes the subscription from the provider once, after returning from payment. */
export function useRefresh(enabled: boolean) {
  return useQuery({
    queryKey: ['subscription at the provider'],
    queryFn: async () => {
      const user = await withSession(() => read(api.subscription.refresh.$post()));
      await storeLandlord(user);
      return user.subscription;
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
