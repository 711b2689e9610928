import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = { resolved?: string; optionalDependencies?: Record<string, string>; hasInstallScript?: boolean };

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const manifest = read('package.json') as Manifest & { allowScripts: Record<string, boolean> };
const { allowScripts } = manifest;

describe('package-lock.json', () => {
  it('has the dependencies of package.json, as otherwise every start would install again', () => {
    const asked = ({ dependencies, devDependencies, optionalDependencies }: Manifest) => ({
      dependencies,
      devDependencies,
      optionalDependencies,
    });
    expect(asked(packages[''] as unknown as Manifest)).toEqual(asked(manifest));
  });

  it('contains no download addresses, so that any registry can be used', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
  });

  it('contains optional packages for every platform, as npm 11 installs only those', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, path)),
    );
    expect(missing).toEqual([]);
  });

  it('has only install scripts allowed in package.json', () => {
    const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    expect(scripts.map((path) => path.replace(/^.*node_modules\//, '')).filter((name) => !allowScripts[name])).toEqual(
      [],
    );
  });
});

/** Whether the lock file has a package where the package at `path` resolves it: in its folder or an ancestor. */
function isLocked(name: string, path: string): boolean {
  const places = path.split('node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('node_modules/'));
  return places.some((place) => `${place.replace(/\/?$/, place ? '/' : '')}node_modules/${name}` in packages);
}
