/** Build plugin: web code that imports server code fails with instructions. */
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Returns the error for an import that must not reach the browser, or null. */
function refusal({ importer, target }: { importer: string; target: string }): string | null {
  if (/\.server\.[cm]?[jt]sx?$/.test(target)) {
    return (
      `${importer} runs in the browser and imports ${target}, which runs on the server only. ` +
      'Request it over HTTP in the <noun>.client.ts of the feature, ' +
      'or move what both sides need into a plain file (no suffix) next to it.'
    );
  }
  if (isBuiltin(target)) {
    return (
      `${importer} runs in the browser and imports ${target}, which only Node has. ` +
      'Use what browsers offer, or do the work in a .server.ts file and request its result over HTTP.'
    );
  }
  return null;
}

/** Needs `enforce: 'pre'`, as Vite otherwise resolves imports first. */
export function guard(): Plugin {
  let root = process.cwd();
  const name = (id: string) => relative(root, id.replace(/[?#].*$/, ''));
  return {
    name: 'tenure:guard',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    configResolved(config) {
      root = config.root;
    },
    async resolveId(source, importer, options) {
      if (!importer || importer.includes('/node_modules/')) return null;
      const resolved = isBuiltin(source) ? null : await this.resolve(source, importer, { ...options, skipSelf: true });
      const target = resolved ? name(resolved.id) : source;
      const sentence = refusal({ importer: name(importer), target });
      if (sentence) this.error(sentence);
      return resolved;
    },
  };
}
