import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import type { Agent } from './agent.ts';

const PAGE_SIZE = '100';

/** All agents, because a tenancy's agent may be on any page. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }): Promise<{ items: Agent[] }> => {
    const items: Agent[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(query, signal);
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return { items };
  },
});

const readPage = (query: { limit: string; cursor?: string }, signal: AbortSignal) =>
  read(api.agents.$get({ query }, { init: { signal } }));
