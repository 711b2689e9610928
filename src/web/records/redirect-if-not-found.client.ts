import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import type { PlainPath } from './links.client.ts';

type Missing = {
  error: Error | null;
  words: string;
  list: PlainPath;
  drop: (id: string) => void;
};

/** Returns to the list if the record is missing. Returns true until then. */
export function useRedirectIfNotFound(id: string, { error, words, list, drop }: Missing): boolean {
  const navigate = useNavigate();
  const missing = isRefusal(error, 'not_found');
  useEffect(() => {
    if (!missing) return;
    toast.error(words);
    drop(id);
    void navigate({ to: list, replace: true });
  }, [id, missing, words, list, drop, navigate]);
  return missing;
}
