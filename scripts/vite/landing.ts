/** Renders the public pages to HTML with their styles inside: into the web build, and on request while developing. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown, runnerImport, type ViteDevServer } from 'vite';
import type { Document } from '../../src/features/landing/Document.tsx';
import {
  DRAWN_STREET,
  fillIn,
  LOAD_PICTURE,
  PAGE_NAMES,
  PAGES,
  PICTURES,
  pageFile,
} from '../../src/features/landing/page.ts';
import type { Templates } from '../../src/features/landing/pages.server.ts';
import { readCookie } from '../../src/server/session/cookies.server.ts';
import { NOTICE_COOKIE, noticeCookie, noticeNamed } from '../../src/web/forms/notice.ts';
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
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.setHeader('Set-Cookie', noticeCookie()).end(html);
        }, next);
      });
    },
  };
}

/** Every file of the public pages, by its name within the web build. */
export async function builtFiles(root: string): Promise<{ fileName: string; source: string | Buffer }[]> {
  const [{ script, styles }, render, theme, pictures] = await Promise.all([
    builtAssets(root),
    renderer(root),
    readFile(`${root}/public/theme.js`, 'utf8'),
    hashedPictures(root),
  ]);
  const addresses = Object.fromEntries(pictures.map(({ name, fileName }) => [name, `/${fileName}`]));
  const pages = PAGE_NAMES.flatMap((page) =>
    [false, true].map((signedIn) => ({
      fileName: `pages/${pageFile({ page, signedIn })}`,
      source: render({ page, signedIn, script: `/${script.fileName}`, stylesheet: null, pictures: addresses })
        .replace('%STYLES%', () => styles)
        .replace('%THEME%', () => theme),
    })),
  );
  const templates = {
    styleHashes: [hashOf(styles)],
    scriptHashes: [hashOf(theme), hashOf(LOAD_PICTURE)],
    files: pages.map(({ fileName }) => fileName),
  } satisfies Templates;
  const files = pictures.map(({ fileName, source }) => ({ fileName, source }));
  return [...pages, script, ...files, { fileName: 'pages.json', source: JSON.stringify(templates) }];
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The pictures of the product, under names that change with them. */
async function hashedPictures(root: string) {
  return Promise.all(
    PICTURES.map(async (name) => {
      const source = await readFile(`${root}/${FOLDER}/pictures/${name}.avif`);
      const hash = createHash('sha256').update(source).digest('base64url').replace(/\W/g, '').slice(0, 8);
      return { name, fileName: `assets/${name}-${hash}.avif`, source };
    }),
  );
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
  const pictures = Object.fromEntries(PICTURES.map((name) => [name, `/${FOLDER}/pictures/${name}.avif`]));
  const html = fillIn(render({ page, signedIn, script: SCRIPT, stylesheet: STYLES, pictures }), {
    operator: { operatorName, contactEmail, demonstration: false },
    notice: noticeNamed(readCookie(cookie, NOTICE_COOKIE)),
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
