import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = { resolved?: string; optionalDependencies?: Record<string, string>; hasInstallScript?: boolean };

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
const manifest = read('package.json') as Manifest & { allowScripts: Record<string, boolean> };
const { allowScripts } = manifest;

describe('package-lock.json', () => {
  it('asks for what package.json asks for: otherwise every start would install anew', () => {
    const asked = ({ dependencies, devDependencies, optionalDependencies }: Manifest) => ({
      dependencies,
      devDependencies,
      optionalDependencies,
    });
    expect(asked(packages[''] as unknown as Manifest)).toEqual(asked(manifest));
  });

  it('records no address to download from, so that any registry will do', () => {
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved)).toEqual([]);
  });

  it('holds the parts of every package for every platform: npm 11 installs from no other', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, path)),
    );
    expect(missing).toEqual([]);
  });

  it('has no install script that package.json does not allow by name', () => {
    const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    expect(scripts.map((path) => path.replace(/^.*node_modules\//, '')).filter((name) => !allowScripts[name])).toEqual(
      [],
    );
  });
});

/** Whether a package is locked where the one at `path` looks for it: below itself, or below any folder above. */
function isLocked(name: string, path: string): boolean {
  const places = path.split('node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('node_modules/'));
  return places.some((place) => `${place.replace(/\/?$/, place ? '/' : '')}node_modules/${name}` in packages);
}
