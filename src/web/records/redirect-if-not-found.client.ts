import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import type { PlainPath } from './links.client.ts';

type Missing = {
  error: Error | null;
  /** 'Item not found'. */
  words: string;
  list: PlainPath;
  /** The noun's `drop`: removes the record from cached lists. */
  drop: (id: string) => void;
};

/** True while the page returns to the list. */
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
