/** Short messages after something was done. `success('Item added successfully!')` from anywhere; `Toaster` shows them. */
import type { Toast } from '@base-ui/react/toast';

type ToastKind = 'success' | 'error' | 'info';

type More = {
  /** A second line, where the first is a title ('Error' / 'Failed to update item'). */
  description?: string;
  /** Milliseconds until it goes by itself; 0 keeps it. */
  timeout?: number;
  /** A button in it, as 'Undo'; it takes the toast away. */
  action?: { label: string; act: () => void };
};

type Toasts = ReturnType<typeof Toast.createToastManager<object>>;

let toasts: Toasts | undefined;
/** Said before the code that shows toasts has come. */
let waiting: ((to: Toasts) => void)[] = [];
let bringCode: (() => void) | undefined;

/** Calls `bring` for the code that shows toasts, whenever something is said without it. */
export function whenSaid(bring: () => void): void {
  bringCode = bring;
  if (waiting.length > 0) bring();
}

/** `Toaster` has come, and shows what is in `list`. */
export function showToasts(list: Toasts): void {
  toasts = list;
  for (const say of waiting) say(list);
  waiting = [];
}

function tell(say: (to: Toasts) => void): void {
  if (toasts) say(toasts);
  else {
    waiting.push(say);
    bringCode?.();
  }
}

// An error stays longer: it has to be read, and often acted on.
const TIMEOUT = { success: 5000, info: 5000, error: 8000 } as const;

let actions = 0;

/**
 * The id is made of the text: a repeated toast restarts its timeout instead of stacking, unless its button does something else.
 * Returns what closes it.
 */
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
  tell((list) =>
    list.add({ id, ...(press && { actionProps: press }), type: kind, title: words, description, timeout }),
  );
  return () => tell((list) => list.close(id));
}

export const toast = {
  success: (words: string, more?: More) => show('success', words, more),
  error: (words: string, more?: More) => show('error', words, more),
  info: (words: string, more?: More) => show('info', words, more),
  /** Takes all away, as on sign-out. */
  clear: () => tell((list) => list.close()),
};
