/** What a browser complains about while it is watched: errors in the console and of the page, breaches of the policy, requests that leave. */
import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** What a tab was still reading as its session was ended elsewhere, before it heard of that. */
export const ENDED_ELSEWHERE = /status of 401 .*\/api\//;

export type ConsoleErrors = {
  /** Before a page of this context is opened. */
  watch(context: BrowserContext): Promise<void>;
  /** Announces a complaint, which then has to come, unless it only may. */
  expected(pattern: RegExp, how?: 'surely' | 'maybe'): void;
  /** What came unannounced, and what was announced and never came. */
  settle(): { unexpected: string[]; missing: RegExp[] };
};

/** `origin` is where everything has to come from. */
export function collectConsoleErrors(origin: string): ConsoleErrors {
  const heard: string[] = [];
  const announced: { pattern: RegExp; how: 'surely' | 'maybe' }[] = [];
  const came = (pattern: RegExp) => heard.some((text) => pattern.test(text));
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`);
  };
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin) heard.push(`A request left for ${url.href}`);
  };
  return {
    async watch(context) {
      context.on('console', onConsole);
      context.on('weberror', (error) => heard.push(error.error().stack ?? error.error().message));
      context.on('request', onRequest);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          console.error(`Content security policy: ${violatedDirective} ${blockedURI} ${sample}`);
        });
      });
    },
    expected: (pattern, how = 'surely') => void announced.push({ pattern, how }),
    settle: () => ({
      unexpected: heard.filter((text) => !announced.some(({ pattern }) => pattern.test(text))),
      missing: announced.flatMap(({ pattern, how }) => (how === 'surely' && !came(pattern) ? [pattern] : [])),
    }),
  };
}
