/** Hashes the texts and class names of the pictured screens' files, to detect outdated pictures. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');

/** Written by `npm run pictures`, read by `npm run check`. */
export const MANIFEST = join(checkout, 'src/features/landing/pictures/taken-of.json');

/** Files visible in the pictures: the frame, Finance (front page) and the properties (README). */
const SHOWN = [
  'src/app/web/shell/navigation.client.ts',
  'src/app/web/shell/ShellFrame.tsx',
  'src/app/web/pages/finance/FinancePage.tsx',
  'src/features/property/PropertyList.tsx',
  'src/features/finance/FinanceCards.tsx',
  'src/features/finance/list/TransactionTable.tsx',
  'src/features/finance/list/TransactionToolbar.tsx',
  'src/web/ui/brand/TopBar.tsx',
  'src/web/ui/tokens.css',
];

/** Quoted texts, templates, and text between tags. */
const VISIBLE = /'[^'\n]*'|"[^"\n]*"|`[^`]*`|>[^<>{}()=;]*[A-Za-z][^<>{}()=;]*</g;
const INVISIBLE = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import\b[\s\S]*?;$|^export \* from .*;$/gm;

/** @param {string} source @param {string} name */
export function visibleTextOf(source, name) {
  const rest = source.replaceAll(INVISIBLE, '');
  const seen = name.endsWith('.css') ? [rest] : (rest.match(VISIBLE) ?? []);
  return createHash('sha256').update(seen.join('\n').replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 16);
}

/** @returns {Promise<Record<string, string>>} a hash of each file's visible content */
export async function hashScreens() {
  /** @type {Record<string, string>} */
  const seen = {};
  for (const name of SHOWN) seen[name] = visibleTextOf(await readFile(join(checkout, name), 'utf8'), name);
  return seen;
}
