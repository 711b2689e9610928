/** Short messages after something was done. `success('Property added successfully!')` from anywhere; `Toaster` shows them. */
import { Toast } from '@base-ui/react/toast';

type ToastKind = 'success' | 'error' | 'info';

type More = {
  /** A second line, where the first is a title ('Error' / 'Failed to update transaction'). */
  description?: string;
  /** Milliseconds until it goes by itself; 0 keeps it. */
  timeout?: number;
};

/** The one list of toasts, which `Toaster` reads. */
export const toasts = Toast.createToastManager();

// An error stays longer: it has to be read, and often acted on.
const TIMEOUT = { success: 5000, info: 5000, error: 8000 } as const;

/** The id is made of the text: a repeated toast restarts its timeout instead of stacking. */
function show(kind: ToastKind, words: string, { description, timeout = TIMEOUT[kind] }: More = {}): void {
  toasts.add({
    id: `${kind}: ${words}: ${description ?? ''}`,
    type: kind,
    title: words,
    description,
    timeout,
    priority: kind === 'error' ? 'high' : 'low',
  });
}

export const toast = {
  success: (words: string, more?: More) => show('success', words, more),
  error: (words: string, more?: More) => show('error', words, more),
  info: (words: string, more?: More) => show('info', words, more),
  /** Takes all away, as on sign-out. */
  clear: () => toasts.close(),
};
