/** A signed-in person does not stay at the door. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CurrentUser } from './account.ts';
import { useSession } from './queries.client.ts';

type WayIn = {
  /** Where in the dashboard. */
  to?: string;
  /** Whether this person may go in; everybody signed in, unless said otherwise. */
  when?: (user: CurrentUser) => boolean;
};

/** Takes whoever is signed in to the dashboard, as soon as that is known. */
export function useSignedInRedirect({ to = '/dashboard', when }: WayIn = {}): void {
  const navigate = useNavigate();
  const { data: user } = useSession();
  const goes = user ? (when?.(user) ?? true) : false;
  useEffect(() => {
    if (goes) void navigate({ href: to, replace: true });
  }, [goes, to, navigate]);
}
