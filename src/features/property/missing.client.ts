/** A property that is not there, or not this landlord's: said once, and back to the list. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../web/ui/toast.client.ts';
import { isRefusal, unlistProperty } from './queries.client.ts';

/** Call it with the error of the read of property `id`. True while on the way to the list. */
export function useReturnIfMissing(id: string, error: Error | null): boolean {
  const navigate = useNavigate();
  const missing = isRefusal(error, 'not_found');
  useEffect(() => {
    if (!missing) return;
    toast.error('Property not found');
    unlistProperty(id);
    void navigate({ to: '/dashboard/properties', replace: true });
  }, [id, missing, navigate]);
  return missing;
}
