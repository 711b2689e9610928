/** What the shape check knows of a file: its room, where its code runs, and what it imports. */
import { posix } from 'node:path';

/** `path` is relative to the checkout, with forward slashes. */
export type SourceFile = { path: string; text: string };
/** A breach of the house's rules: where, and what to do instead. */
export type Problem = { path: string; message: string };

/** Where a file's code runs. Tests and styles belong to no side. */
export type Side = 'plain' | 'server' | 'browser' | 'test' | 'style';

export function sideOf(path: string): Side {
  if (/\.(?:test|spec)\.tsx?$/.test(path)) return 'test';
  if (/\.server\.(?:tsx?|mjs)$/.test(path)) return 'server';
  if (/\.client\.ts$|\.tsx$/.test(path)) return 'browser';
  return path.endsWith('.css') ? 'style' : 'plain';
}

/** The room of a file in `src`; 'ui' and 'records' for those in `src/web`, which keep rules of their own; undefined outside `src`. */
export function roomOf(path: string): string | undefined {
  if (path.startsWith('src/web/ui/')) return 'ui';
  if (path.startsWith('src/web/records/')) return 'records';
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** The noun of a file in `src/features`. */
export function nounOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

const IMPORT = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s*)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/**
 * What a file imports: files of ours as paths from the checkout, packages and `node:` modules by their name. A package's types
 * are left out, as they vanish; our own say who knows whom and count.
 */
export function importsOf({ path, text }: SourceFile): string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/\bimport type [^;']*'[^.'][^']*'/g, '');
  return [...code.matchAll(IMPORT)].map(([, fixed, dynamic]) => {
    const name = (fixed ?? dynamic ?? '').replace(/\?.*$/, '');
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
  });
}

/** Whether an import names a file of ours. */
export function isOurs(target: string): boolean {
  return /^(?:src|test|e2e|scripts|migrations)\//.test(target);
}
