/** Renders the public pages to HTML with their styles inside: into the web build, and on request while developing. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown, runnerImport, type ViteDevServer } from 'vite';
import type { Document } from '../../src/features/landing/Document.tsx';
import { DRAWN_STREET, fillIn, PAGE_NAMES, PAGES, pageFile } from '../../src/features/landing/page.ts';
import type { Templates } from '../../src/features/landing/pages.server.ts';
import { guard } from './guard.ts';

const FOLDER = 'src/features/landing';
const DOCUMENT = `/${FOLDER}/Document.tsx`;
const SCRIPT = `/${FOLDER}/landing.client.ts`;
const STYLES = `/${FOLDER}/styles/landing.css`;

type Render = (props: Parameters<typeof Document>[0]) => string;

/** Builds the pages into the web app's folder (`pages/`, `pages.json`, one script) and serves them while developing. */
export function landingPages(): Plugin {
  let root = process.cwd();
  return {
    name: 'tenure:landing',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      for (const file of await builtFiles(root)) this.emitFile({ type: 'asset', ...file });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        developmentPage({ server, pathname, cookie: request.headers.cookie ?? '' }).then((html) => {
          if (html === null) return next();
          response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
        }, next);
      });
    },
  };
}

/** Every file of the public pages, by its name within the web build. */
export async function builtFiles(root: string): Promise<{ fileName: string; source: string }[]> {
  const [{ script, styles }, render] = await Promise.all([builtAssets(root), renderer(root)]);
  const pages = PAGE_NAMES.flatMap((page) =>
    [false, true].map((signedIn) => ({
      fileName: `pages/${pageFile({ page, signedIn })}`,
      source: render({ page, signedIn, script: `/${script.fileName}`, stylesheet: null }).replace(
        '%STYLES%',
        () => styles,
      ),
    })),
  );
  const templates = {
    styleHashes: [`sha256-${createHash('sha256').update(styles).digest('base64')}`],
    files: pages.map(({ fileName }) => fileName),
  } satisfies Templates;
  return [...pages, script, { fileName: 'pages.json', source: JSON.stringify(templates) }];
}

/** The script and the styles, built apart from the app so that a visitor loads nothing of it. */
async function builtAssets(root: string) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [guard()],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { landing: root + SCRIPT, styles: root + STYLES },
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === 'chunk' && file.name === 'landing');
  const styles = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || styles?.type !== 'asset' || script.imports.length > 0) {
    throw new Error('The public pages should build into exactly one script and one stylesheet.');
  }
  return {
    script: { fileName: script.fileName, source: script.code },
    styles: styles.source.toString().trim(),
  };
}

type Asked = { server: ViteDevServer; pathname: string; cookie: string };

/** A page rendered afresh, or null where there is none. While developing the cookie alone says who is signed in. */
async function developmentPage({ server, pathname, cookie }: Asked): Promise<string | null> {
  const page = PAGE_NAMES.find((name) => PAGES[name].path === pathname);
  if (!page) return null;
  const render = await renderer(server.config.root);
  const signedIn = /session_token=/.test(cookie);
  const { OPERATOR_NAME: operatorName, CONTACT_EMAIL: contactEmail } = process.env;
  const html = fillIn(render({ page, signedIn, script: SCRIPT, stylesheet: STYLES }), {
    operator: { operatorName, contactEmail, demonstration: false },
    year: `${new Date().getFullYear()}`,
  });
  return server.transformIndexHtml(pathname, html);
}

/** Loads the components as they are now, with settings of their own: the product's bundle React, which no renderer survives. */
async function renderer(root: string): Promise<Render> {
  const { module } = await runnerImport<{ Document: typeof Document }>(root + DOCUMENT, {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const street = await readFile(`${root}/${FOLDER}/street.svg`, 'utf8');
  return (props) =>
    `<!doctype html>${renderToStaticMarkup(createElement(module.Document, props))}`.replace(DRAWN_STREET, () => street);
}
