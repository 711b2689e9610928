/** A provider of bank connections over real HTTP. The test sets its responses and network failures. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type GoCardlessPlan, goCardlessBank } from '../../src/outside/bank/gocardless.server.ts';

export type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Responds in code, possibly never. */
  by?: (response: ServerResponse) => void;
};

export const CLOCK = { now: () => new Date('2026-11-20T09:00:00Z') };

/** `answers` has responses by 'METHOD /path/', in order; the last one repeats. By default, tokens are issued. */
export async function provider(answers: Record<string, Answer[]>, plan: Partial<GoCardlessPlan> = {}) {
  const asked: { route: string; authorization: string | undefined; body: unknown }[] = [];
  const given = new Map<string, number>();
  const all: Record<string, Answer[]> = {
    'POST /token/new/': [
      { body: { access: 'access-1', access_expires: 86_400, refresh: 'refresh-1', refresh_expires: 2_592_000 } },
    ],
    'POST /token/refresh/': [{ body: { access: 'access-2', access_expires: 86_400 } }],
    ...answers,
  };
  const server = createServer((incoming, response) => {
    void (async () => {
      const route = `${incoming.method} ${(incoming.url ?? '').split('?')[0]}`;
      const body = incoming.method === 'POST' ? await json(incoming) : undefined;
      asked.push({ route, authorization: incoming.headers.authorization, body });
      const count = given.get(route) ?? 0;
      given.set(route, count + 1);
      const list = all[route] ?? [
        { status: 404, body: { summary: 'Not found.', detail: 'Not found.', status_code: 404 } },
      ];
      const answer = list[Math.min(count, list.length - 1)] ?? {};
      if (answer.by) return answer.by(response);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const bank = goCardlessBank({ baseUrl, secretId: 'our-id', secretKey: 'our-key', clock: CLOCK, ...plan });
  const routes = () => asked.map(({ route }) => route).filter((route) => !route.includes('/token/'));
  const tokens = () => asked.map(({ route }) => route).filter((route) => route.includes('/token/'));
  return { bank, asked, routes, tokens };
}
