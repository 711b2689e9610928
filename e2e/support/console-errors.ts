/** Records browser errors: console errors, uncaught errors, policy violations, and requests to other hosts. */
import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Errors of requests in flight in a tab whose session has just ended elsewhere. */
export const ENDED_ELSEWHERE = /status of 401 .*\/api\//;

export type ConsoleErrors = {
  /** Must be called before pages are opened. */
  watch(context: BrowserContext): Promise<void>;
  /** Expects an error, which is required unless 'maybe'. */
  expected(pattern: RegExp, how?: 'surely' | 'maybe'): void;
  /** Returns unexpected errors, and expected errors that did not occur. */
  settle(): { unexpected: string[]; missing: RegExp[] };
};

export function collectConsoleErrors(origin: string): ConsoleErrors {
  const errors: string[] = [];
  const announced: { pattern: RegExp; how: 'surely' | 'maybe' }[] = [];
  const occurred = (pattern: RegExp) => errors.some((text) => pattern.test(text));
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  };
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin)
      errors.push(`Request to another host: ${url.href}`);
  };
  return {
    async watch(context) {
      context.on('console', onConsole);
      context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
      context.on('request', onRequest);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          console.error(`Content security policy: ${violatedDirective} ${blockedURI} ${sample}`);
        });
      });
    },
    expected: (pattern, how = 'surely') => void announced.push({ pattern, how }),
    settle: () => ({
      unexpected: errors.filter((text) => !announced.some(({ pattern }) => pattern.test(text))),
      missing: announced.flatMap(({ pattern, how }) => (how === 'surely' && !occurred(pattern) ? [pattern] : [])),
    }),
  };
}
