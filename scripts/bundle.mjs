/** Bundles a TypeScript module for a worker thread in development and tests, as Node 20 cannot run TypeScript. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles into a data: URL, as a loader hook would crash Node 20 on exit. @param {string} url @returns
 * {Promise<string>}
 */
export async function bundle(url) {
  const output = await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(url),
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [bundled] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([output].flat());
  // `createRequire` needs the URL of a file, which a data: URL is not.
  const code = bundled?.output[0].code.replaceAll(
    'createRequire(import.meta.url)',
    `createRequire(${JSON.stringify(url)})`,
  );
  return `data:text/javascript;base64,${Buffer.from(code ?? '').toString('base64')}`;
}
