/** Builds static HTML pages from a component, with one script and one inline stylesheet. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Rolldown, runnerImport } from 'vite';
import type { AuthDocumentProps } from '../../src/app/auth/AuthDocument.tsx';
import type { DocumentProps } from '../../src/features/landing/Document.tsx';
import type { Templates } from '../../src/server/http/pages/built-pages.server.ts';
import { guard } from './guard.ts';

export type BuiltFile = { fileName: string; source: string | Buffer };

export type Sources = { name: string; script: string; styles: string };

/** Builds script and styles separately from the app, so that visitors do not load the app. */
export async function builtAssets(root: string, { name, script, styles }: Sources) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [guard()],
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { [name]: root + script, styles: root + styles },
        output: { entryFileNames: 'assets/[name]-[hash].js' },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunk = output.find((file) => file.type === 'chunk' && file.name === name);
  const sheet = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (chunk?.type !== 'chunk' || sheet?.type !== 'asset' || chunk.imports.length > 0) {
    throw new Error(`The ${name} pages should build into exactly one script and one stylesheet.`);
  }
  return { script: { fileName: chunk.fileName, source: chunk.code }, styles: sheet.source.toString().trim() };
}

type PagePlan = { list: string; styles: string; scripts?: string[]; pages: { fileName: string; html: string }[] };

/** Inlines styles and theme, and adds the server's list of pages. `scripts` are further inline scripts. */
export async function withStylesInside(
  root: string,
  { list, styles, scripts = [], pages }: PagePlan,
): Promise<BuiltFile[]> {
  const theme = await readFile(`${root}/public/theme.js`, 'utf8');
  const templates: Templates = {
    styleHashes: [hashOf(styles)],
    scriptHashes: [theme, ...scripts].map(hashOf),
    files: pages.map(({ fileName }) => fileName),
  };
  return [
    ...pages.map(({ fileName, html }) => ({
      fileName,
      source: html.replace('%STYLES%', () => styles).replace('%THEME%', () => theme),
    })),
    { fileName: list, source: JSON.stringify(templates) },
  ];
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

type Props = DocumentProps | AuthDocumentProps;

/** Loads a component in a separate Vite, as bundling breaks React's renderer. `drawing` replaces `mark` in its HTML. */
export async function renderer(
  root: string,
  { file, name, mark, drawing }: { file: string; name: string; mark: string; drawing: string },
): Promise<(props: Props) => string> {
  const [{ module }, drawn] = await Promise.all([
    runnerImport<Record<string, unknown>>(root + file, { root, configFile: false, logLevel: 'error' }),
    readFile(root + drawing, 'utf8'),
  ]);
  const component = module[name];
  if (!component) throw new Error(`${file} has no ${name}.`);
  return (props) =>
    `<!doctype html>${renderToStaticMarkup(createElement(component as ComponentType<Props>, props))}`.replace(
      mark,
      () => drawn,
    );
}
