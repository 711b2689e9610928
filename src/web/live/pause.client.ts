/** Waiting in the browser, for what may come earlier. */

/** Comes back after so many milliseconds, or when `signal` is aborted, there is a network again, or the tab is shown or hidden. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const once = { signal: over.signal };
    const timer = setTimeout(resolve, milliseconds);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    signal.addEventListener('abort', () => resolve(), once);
    window.addEventListener('online', () => resolve(), once);
    document.addEventListener('visibilitychange', () => resolve(), once);
  });
  over.abort();
}
