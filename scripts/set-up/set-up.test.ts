import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeProblem } from '../set-up.mjs';
import { withLock } from './lock.mjs';
import { run } from './run.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenure-set-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const goneProcess = () => execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '26.1.0'])('accepts %s', (version) => {
    expect(nodeProblem(version)).toBeNull();
  });

  it.each(['18.20.4', '20.18.3', '21.7.0', '22.11.0'])('rejects %s with instructions', (version) => {
    expect(nodeProblem(version)).toContain(`This is Node ${version}: install a newer one.`);
  });
});

describe('concurrent set-ups', () => {
  it('run one after the other', async () => {
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
    };
    await Promise.all([withLock(folder, work('one')), withLock(folder, work('two'))]);
    expect(events.map((words) => words.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('take over the lock of an exited process', async () => {
    symlinkSync(goneProcess(), join(folder, '.set-up.lock'));
    let done = false;
    await withLock(folder, async () => {
      done = true;
    });
    expect(done).toBe(true);
  });

  it('wait for a program that outlived its start', async () => {
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    symlinkSync(`${goneProcess()} ${program.pid}`, join(folder, '.set-up.lock'));
    let done = false;
    const waiting = withLock(folder, async () => {
      done = true;
    });
    expect(await Promise.race([waiting, setTimeout(600, 'still waiting')])).toBe('still waiting');
    expect(done).toBe(false);
    program.kill();
    await waiting;
    expect(done).toBe(true);
  });

  it('release the lock after a failure', async () => {
    await expect(withLock(folder, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect(existsSync(join(folder, '.set-up.lock'))).toBe(false);
    await expect(withLock(folder, async () => undefined)).resolves.toBeUndefined();
  });
});

describe('a command of the set-up', () => {
  const node = (code: string) => run([process.execPath, '-e', code], { cwd: folder, failure: 'The build failed.' });

  it('is quiet when it succeeds', async () => {
    await expect(node("console.log('noise')")).resolves.toBeUndefined();
  });

  it('throws with its output on failure', async () => {
    await expect(node("console.log('first'); console.error('second'); process.exit(3)")).rejects.toThrow(
      /^The build failed\.\n(first\nsecond|second\nfirst)$/,
    );
  });

  it('throws if the program is missing', async () => {
    await expect(run([join(folder, 'npm')], { cwd: folder, failure: 'Not installed.' })).rejects.toThrow(
      /could not be started/,
    );
  });
});
