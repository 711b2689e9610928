/** Short messages after an action, which `Toaster` shows. Call `toast.success('Item added successfully!')` anywhere. */
import type { Toast } from '@base-ui/react/toast';

type ToastKind = 'success' | 'error' | 'info';

type More = {
  /** A second line below a title ('Error' / 'Failed to update item'). */
  description?: string;
  /** Milliseconds until the toast closes, or 0 to keep it. */
  timeout?: number;
  action?: { label: string; act: () => void };
};

type Toasts = ReturnType<typeof Toast.createToastManager<object>>;

let toasts: Toasts | undefined;
/** Toasts queued until the code that shows them has loaded. */
let queue: ((to: Toasts) => void)[] = [];
let loadToaster: (() => void) | undefined;

/** Registers the function that loads `Toaster`. It is called when the first toast is queued. */
export function onToast(load: () => void): void {
  loadToaster = load;
  if (queue.length > 0) load();
}

/** Called by `Toaster` once loaded. Shows queued and later toasts in `list`. */
export function showToasts(list: Toasts): void {
  toasts = list;
  for (const show of queue) show(list);
  queue = [];
}

function enqueue(show: (to: Toasts) => void): void {
  if (toasts) show(toasts);
  else {
    queue.push(show);
    loadToaster?.();
  }
}

// Milliseconds. Errors stay longer, as they often need an action.
const TIMEOUT_MS = { success: 5000, info: 5000, error: 8000 } as const;

let actions = 0;

/**
 * Shows a toast and returns a function that closes it. The id is the text, so a repeated toast restarts its timeout,
 * unless it has an action.
 */
function show(
  kind: ToastKind,
  words: string,
  { description, timeout = TIMEOUT_MS[kind], action }: More = {},
): () => void {
  if (action) actions += 1;
  const id = `${kind}: ${words}: ${description ?? ''}${action ? actions : ''}`;
  const press = action && {
    children: action.label,
    onClick: () => {
      toasts?.close(id);
      action.act();
    },
  };
  enqueue((list) =>
    list.add({ id, ...(press && { actionProps: press }), type: kind, title: words, description, timeout }),
  );
  return () => enqueue((list) => list.close(id));
}

export const toast = {
  success: (words: string, more?: More) => show('success', words, more),
  error: (words: string, more?: More) => show('error', words, more),
  info: (words: string, more?: More) => show('info', words, more),
  clear: () => enqueue((list) => list.close()),
};
