/** Makes one module of a program in TypeScript, for a worker thread in development and tests: Node 20 cannot read TypeScript itself. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Not a loader hook: ending a thread that has one crashes Node 20. @param {string} url @returns {Promise<string>} its JavaScript as a data: address */
export async function bundle(url) {
  const built = await build({
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
  const [made] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
  return `data:text/javascript;base64,${Buffer.from(made?.output[0].code ?? '').toString('base64')}`;
}
