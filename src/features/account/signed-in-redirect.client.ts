/** Takes a signed-in person from the sign-in pages to the dashboard. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../web/http/session.client.ts';
import type { CurrentUser } from './account.ts';

type WayIn = {
  /** Where in the dashboard. */
  to?: string | undefined;
  /** Whether this person may go in; everybody signed in, unless said otherwise. */
  when?: (user: CurrentUser) => boolean;
};

/** Redirects as soon as it is known who is signed in. */
export function useSignedInRedirect({ to = '/dashboard', when }: WayIn = {}): void {
  const navigate = useNavigate();
  const { data: user } = useSession();
  const goes = user ? (when?.(user) ?? true) : false;
  useEffect(() => {
    if (goes) void navigate({ href: to, replace: true });
  }, [goes, to, navigate]);
}
