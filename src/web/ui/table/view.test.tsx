import { readFile } from 'node:fs/promises';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useNarrow } from './view.client.ts';

afterEach(() => vi.unstubAllGlobals());

it.each(['md', 'lg'] as const)('is narrow exactly where CSS is below its breakpoint %s', async (width) => {
  const theme = await readFile(new URL('../theme.css', import.meta.url), 'utf8');
  const [, breakpoint] = new RegExp(`--breakpoint-${width}: (\\d+)px`).exec(theme) ?? [];
  const matchMedia = vi.fn<(query: string) => { matches: boolean }>(() => ({ matches: false }));
  vi.stubGlobal('matchMedia', matchMedia);
  const Shown = () => `${useNarrow(width)}`;
  expect(renderToString(<Shown />)).toBe('false');
  expect(matchMedia).toHaveBeenCalledExactlyOnceWith(`(max-width: ${Number(breakpoint) - 1}px)`);
});
