/** Short messages after an action. Call `success('Item added successfully!')` anywhere; `Toaster` shows them. */
import type { Toast } from '@base-ui/react/toast';

type ToastKind = 'success' | 'error' | 'info';

type More = {
  /** A second line below a title ('Error' / 'Failed to update item'). */
  description?: string;
  /** Milliseconds until it closes; 0 keeps it. */
  timeout?: number;
  action?: { label: string; act: () => void };
};

type Toasts = ReturnType<typeof Toast.createToastManager<object>>;

let toasts: Toasts | undefined;
/** Toasts queued until the code that shows them has loaded. */
let waiting: ((to: Toasts) => void)[] = [];
let loadToaster: (() => void) | undefined;

/** `load` fetches the code that shows toasts. It is called when the first toast is queued. */
export function onToast(load: () => void): void {
  loadToaster = load;
  if (waiting.length > 0) load();
}

/** Called by `Toaster` once loaded; shows the toasts in `list`. */
export function showToasts(list: Toasts): void {
  toasts = list;
  for (const show of waiting) show(list);
  waiting = [];
}

function enqueue(show: (to: Toasts) => void): void {
  if (toasts) show(toasts);
  else {
    waiting.push(show);
    loadToaster?.();
  }
}

// An error stays longer, because it often needs an action.
const TIMEOUT = { success: 5000, info: 5000, error: 8000 } as const;

let actions = 0;

/** The id is the text, so a repeated toast restarts its timeout, unless its action differs. Returns its `close`. */
function show(kind: ToastKind, words: string, { description, timeout = TIMEOUT[kind], action }: More = {}): () => void {
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
  /** Closes all, as on sign-out. */
  clear: () => enqueue((list) => list.close()),
};
