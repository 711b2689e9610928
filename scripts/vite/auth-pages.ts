/** Renders the sign-in pages to HTML, in the build and on request during development. */
import type { Rolldown } from 'vite';
import type { AuthPageRequest } from '../../src/app/auth/auth-pages.server.ts';
import { AUTH_PAGE_NAMES, authMarks, authPageFile } from '../../src/app/auth/auth-pages.ts';
import { fillMarks } from '../../src/shared/html.ts';
import { type BuiltFile, builtAssets, renderer, withStylesInside } from './documents.ts';

const SCRIPT = '/src/app/auth/auth.client.ts';
const STYLES = '/src/app/auth/auth.css';
const DOCUMENT = {
  file: '/src/app/auth/AuthDocument.tsx',
  name: 'AuthDocument',
  mark: '%STREET%',
  drawing: '/src/web/ui/brand/street.svg',
};

/** Lazy parts of the dashboard's first screen. */
const FIRST_SCREEN = ['src/app/web/shell/Shell.tsx', 'src/app/overview/Overview.tsx'];

export async function authFiles(root: string, appCode: readonly string[]): Promise<BuiltFile[]> {
  const [{ script, styles }, render] = await Promise.all([
    builtAssets(root, { name: 'auth', script: SCRIPT, styles: STYLES }),
    renderer(root, DOCUMENT),
  ]);
  const variants = AUTH_PAGE_NAMES.flatMap((page) => [false, true].map((signedIn) => ({ page, signedIn })));
  const files = new Map(
    variants.map((variant) => [
      authPageFile(variant),
      render({ ...variant, script: `/${script.fileName}`, stylesheet: null, appCode }),
    ]),
  );
  const pages = [...files].map(([fileName, html]) => ({ fileName, html }));
  return [script, ...(await withStylesInside(root, { list: 'auth-pages.json', styles, pages }))];
}

export async function developedAuthPage(
  root: string,
  { page, signedIn, ...slots }: AuthPageRequest,
  operator: { demonstration: boolean },
): Promise<string> {
  const render = await renderer(root, DOCUMENT);
  const html = render({ page, signedIn, script: SCRIPT, stylesheet: STYLES, appCode: [] });
  return fillMarks(html, authMarks(page, slots, operator));
}

/** Returns the URLs of the dashboard's first screen: entry, lazy parts, and their imports. */
export function appCodeOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || found.has(fileName)) return;
    found.add(fileName);
    for (const style of (chunk as WithStyles).viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(add);
  };
  for (const file of Object.values(bundle))
    if (
      file.type === 'chunk' &&
      (file.isEntry || FIRST_SCREEN.some((name) => file.moduleIds.some((id) => id.endsWith(name))))
    )
      add(file.fileName);
  return [...found].map((fileName) => `/${fileName}`);
}

type WithStyles = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
