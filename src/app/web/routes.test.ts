/** The server and the browser agree on which addresses there are. */
import { describe, expect, it, vi } from 'vitest';
import { APP_PATHS } from './paths.ts';

describe('the table of screens', () => {
  it('has one for every address that the server does not answer with 404, and no others', async () => {
    vi.stubGlobal('window', { location: { origin: 'http://tenure.test' } });
    const { router } = await import('./routes.tsx');
    const routed = Object.keys(router.routesByPath).map((path) => path.replace(/\/$/, ''));
    expect([...new Set(routed)].sort()).toEqual([...APP_PATHS].sort());
  });
});
