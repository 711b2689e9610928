/** Renders the public pages to HTML with inline styles, in the build and on request during development. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import type { AuthPageRequest } from '../../src/app/auth/auth-pages.server.ts';
import {
  DRAWN_STREET,
  fillIn,
  LOAD_PICTURE,
  type Operator,
  PAGE_NAMES,
  PICTURES,
  pageFile,
} from '../../src/features/landing/page.ts';
import type { PageRequest } from '../../src/features/landing/pages.server.ts';
import { appCodeOf, authFiles, developedAuthPage } from './auth-pages.ts';
import { type BuiltFile, builtAssets, renderer, withStylesInside } from './documents.ts';

const FOLDER = '/src/features/landing';
const SCRIPT = `${FOLDER}/landing.client.ts`;
const STYLES = `${FOLDER}/styles/landing.css`;
const DOCUMENT = {
  file: `${FOLDER}/Document.tsx`,
  name: 'Document',
  mark: DRAWN_STREET,
  drawing: `${FOLDER}/street.svg`,
};

/** Renders pages for the development server. */
export type DevelopedPages = {
  landing(request: PageRequest & { url: string }, operator: Operator): Promise<string>;
  auth(request: AuthPageRequest & { url: string }, operator: Operator): Promise<string>;
};

/** Emits `pages/` and `auth/`, each with a list of pages and a script. In development, `api` renders pages. */
export function landingPages(): Plugin<Partial<DevelopedPages>> {
  let root = process.cwd();
  const api: Partial<DevelopedPages> = {};
  return {
    name: 'tenure:landing',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_, bundle) {
      const files = await Promise.all([builtFiles(root), authFiles(root, appCodeOf(bundle))]);
      for (const file of files.flat()) this.emitFile({ type: 'asset', ...file });
    },
    api,
    configureServer(server) {
      const transform = ({ url }: { url: string }, html: string) =>
        server.transformIndexHtml(new URL(url, 'http://localhost').pathname, html);
      api.landing = async (request, operator) => transform(request, await developedPage(root, request, operator));
      api.auth = async (request, operator) => transform(request, await developedAuthPage(root, request, operator));
    },
  };
}

export async function builtFiles(root: string): Promise<BuiltFile[]> {
  const [{ script, styles }, render, pictures] = await Promise.all([
    builtAssets(root, { name: 'landing', script: SCRIPT, styles: STYLES }),
    renderer(root, DOCUMENT),
    hashedPictures(root),
  ]);
  const addresses = Object.fromEntries(pictures.map(({ name, fileName }) => [name, `/${fileName}`]));
  const pages = PAGE_NAMES.flatMap((page) =>
    [false, true].map((signedIn) => ({
      fileName: `pages/${pageFile({ page, signedIn })}`,
      html: render({ page, signedIn, script: `/${script.fileName}`, stylesheet: null, pictures: addresses }),
    })),
  );
  const files = pictures.map(({ fileName, source }) => ({ fileName, source }));
  return [
    script,
    ...files,
    ...(await withStylesInside(root, { list: 'pages.json', styles, scripts: [LOAD_PICTURE], pages })),
  ];
}

async function hashedPictures(root: string) {
  return Promise.all(
    PICTURES.map(async (name) => {
      const source = await readFile(`${root}${FOLDER}/pictures/${name}.avif`);
      const hash = createHash('sha256').update(source).digest('base64url').replace(/\W/g, '').slice(0, 8);
      return { name, fileName: `assets/${name}-${hash}.avif`, source };
    }),
  );
}

async function developedPage(
  root: string,
  { page, signedIn, ...slots }: PageRequest,
  operator: Operator,
): Promise<string> {
  const render = await renderer(root, DOCUMENT);
  const pictures = Object.fromEntries(PICTURES.map((name) => [name, `${FOLDER}/pictures/${name}.avif`]));
  const html = render({ page, signedIn, script: SCRIPT, stylesheet: STYLES, pictures });
  return fillIn(html, { ...slots, operator, year: `${new Date().getFullYear()}` });
}
