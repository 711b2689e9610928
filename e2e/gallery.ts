/** Builds the page of all components and serves it under the product's own content security policy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export async function startGallery(root: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'tenure-gallery-'));
  const client = { build: { outDir, emptyOutDir: true } };
  const options = { root, mode: 'components', logLevel: 'error', environments: { client } } as const;
  await build(options);
  const server = await preview({
    ...options,
    appType: 'mpa',
    preview: { host: '127.0.0.1', headers: { 'Content-Security-Policy': POLICY } },
  });
  return {
    address: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '',
    stop: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
