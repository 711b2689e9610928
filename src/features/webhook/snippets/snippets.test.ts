import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { clockOffset } from '../../../../test/clock.mjs';
import { newSecret, signedHeaders } from '../signature.server.ts';
import node from './node.txt?raw';
import python from './python.txt?raw';

const secret = newSecret();
const body = '{"type":"tenant.added"}';
/** The snippets use the machine's clock, which tests do not move. */
const now = Date.now() - clockOffset();
const signedAt = (milliseconds: number) =>
  signedHeaders({ id: 'msg_1', at: new Date(milliseconds), body, secrets: [newSecret(), secret] });

/** Programs that verify the body and headers in their last two arguments, and print the event type. */
const PROGRAMS: Record<string, string[]> = {
  Node: [
    process.execPath,
    '--input-type=module',
    '-e',
    `${node}; const [body, headers] = process.argv.slice(-2); console.log(verify(body, JSON.parse(headers)).type);`,
  ],
  Python: [
    'python3',
    '-c',
    `${python}\nimport sys\nprint(verify(sys.argv[1].encode(), json.loads(sys.argv[2]))["type"])`,
  ],
};

const run = ([program = '', ...options]: string[], given: string, headers: object, key = secret) =>
  execFileSync(program, [...options, given, JSON.stringify(headers)], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_OPTIONS: '', TENURE_WEBHOOK_SECRET: key },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
    return true;
  } catch {
    return false;
  }
}

describe.each(Object.entries(PROGRAMS))('the code in %s', (name, program) => {
  it.skipIf(name === 'Python' && !hasPython())('accepts a signed message and rejects others', () => {
    const signed = signedAt(now);
    expect(run(program, body, signed)).toBe('tenant.added');
    const rejected = 'Command failed';
    expect(() => run(program, `${body} `, signed)).toThrow(rejected);
    expect(() => run(program, body, signed, newSecret())).toThrow(rejected);
    expect(() => run(program, body, signedAt(now - 600_000))).toThrow(rejected);
  });
});
