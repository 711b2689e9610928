/** Measures an account with many members: switching to it, and the time until a change reaches every open page. */
import { randomBytes } from 'node:crypto';
import { cookieNames, sign, tokenHash } from '../../src/server/session/cookies.server.ts';
import { serverSecret } from '../../src/server/session/secret.server.ts';
import { connectToDatabase, signUp } from '../server-process.ts';
import { type Measured, type Plan, send } from './measure.ts';
import type { Once } from './once.ts';
import { ADD } from './scenarios.ts';
import type { Server } from './server.ts';
import { percentile, spreadOf } from './spread.ts';

const MEMBERS = 100;
const CHANGES = 20;

export async function measureMembers(plan: Plan): Promise<{ rows: Measured[]; once: Once[] }> {
  const writer = await signUp(plan.server.origin, { name: 'Bench office', email: 'team@bench.example' });
  const own = { ...plan, sessions: { ...plan.sessions, writer } };
  const members = await seedMembers(plan.server);
  const answer = await send(own, { as: 'writer', path: '/api/accounts' });
  const { accounts } = (await answer.json()) as { accounts: { id: string; role: string }[] };
  // In this order, the last switch returns to the writer's own account.
  const ids = accounts.toSorted((a, b) => a.role.localeCompare(b.role)).map(({ id }) => id);
  return { rows: [await measureSwitch(own, ids)], once: [await measureReach(own, members)] };
}

/** Adds signed-in managers to the writer's account, and the writer to the reader's. Returns the managers' cookies. */
async function seedMembers(server: Server): Promise<string[]> {
  const tokens = Array.from({ length: MEMBERS }, () => randomBytes(24).toString('base64url'));
  const client = await connectToDatabase(server);
  try {
    await client.query(PEOPLE, [MEMBERS]);
    await client.query(MANAGERS, ['team@bench.example', 'member-%@bench.example']);
    await client.query(MANAGERS, ['reader@bench.example', 'team@bench.example']);
    await client.query(SESSIONS, [tokens.map(tokenHash)]);
  } finally {
    await client.end();
  }
  const secret = await serverSecret(undefined, server.dataFolder);
  return tokens.map((token) => `${cookieNames(server.origin).session}=${encodeURIComponent(sign(token, secret))}`);
}

const PEOPLE = `
  insert into auth.users (name, email, own_account, created_at, updated_at)
  select 'Member ' || n, 'member-' || n || '@bench.example', false, now(), now() from generate_series(1, $1::int) n`;

/** $1 is the email address of the account, $2 a pattern of people's email addresses. */
const MANAGERS = `
  insert into public.members (user_id, person_id, name, email, role, state, joined_at)
  select account.id, person.id, person.name, person.email, 'manager', 'active', now()
  from public.profiles account cross join auth.users person where account.email = $1 and person.email like $2`;

const SESSIONS = `
  insert into auth.sessions (token, user_id, account_id, expires_at, created_at, updated_at)
  select token, person_id, user_id, now() + interval '1 day', now(), now()
  from (select *, row_number() over (order by id) as place from public.members where email like 'member-%') member
  join unnest($1::text[]) with ordinality as given (token, place) using (place)`;

/** Measures the two requests that precede the Overview of the other account. */
async function measureSwitch(plan: Plan, ids: readonly string[]): Promise<Measured> {
  const rounds: number[][] = [];
  const before = await plan.server.used();
  for (let round = 0; round < plan.rounds; round++) {
    const times: number[] = [];
    for (const until = performance.now() + plan.seconds * 1000; performance.now() < until || times.length % 2; ) {
      const id = ids[times.length % 2];
      const startedAt = performance.now();
      await (await send(plan, { as: 'writer', path: '/api/accounts/switch', body: { id } })).text();
      const answer = await send(plan, { as: 'writer', path: '/api/auth/get-session' });
      const { account } = (await answer.json()) as { account: { id: string } };
      times.push(performance.now() - startedAt);
      if (account.id !== id) throw new Error('The account was not switched.');
    }
    rounds.push(times);
  }
  const after = await plan.server.used();
  const requests = rounds.flat().length * 2;
  const each = (part: 'server' | 'database') =>
    ((after[part].processor ?? Number.NaN) - (before[part].processor ?? 0)) / requests;
  return {
    name: 'Members: switch account, read the session',
    connections: 1,
    goal: { p99: 100 },
    perSecond: spreadOf(rounds.map(({ length }) => length / plan.seconds)),
    p50: spreadOf(rounds.map((times) => percentile(times, 0.5))).median,
    p99: spreadOf(rounds.map((times) => percentile(times, 0.99))).median,
    requests,
    processor: { server: each('server'), database: each('database') },
  };
}

/** Measures the time from the request that changes a property until every stream has received the event. */
async function measureReach(plan: Plan, members: readonly string[]): Promise<Once> {
  const added = await send(plan, { as: 'writer', path: ADD.path, body: ADD.body });
  const { id } = (await added.json()) as { id: string };
  const controller = new AbortController();
  const streams = await Promise.all(
    members.map(async (cookie) => {
      const answer = await fetch(`${plan.server.origin}/api/events`, {
        headers: { cookie },
        signal: controller.signal,
      });
      if (answer.status !== 200 || !answer.body) throw new Error(`Live changes returned ${answer.status}`);
      const stream = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      await readUntil(stream, 'event: hello');
      return stream;
    }),
  );
  const slowest: number[] = [];
  for (let version = 1; version <= CHANGES; version++) {
    const startedAt = performance.now();
    const reached = streams.map(async (stream) => {
      await readUntil(stream, `"id":"${id}","version":${version + 1}`);
      return performance.now() - startedAt;
    });
    const body = { ...ADD.body, description: `Change ${version}` };
    const headers = { 'if-match': `"${version}"` };
    await send(plan, { as: 'writer', method: 'PUT', path: `${ADD.path}/${id}`, body, headers });
    slowest.push(Math.max(...(await Promise.all(reached))));
  }
  controller.abort();
  return {
    name: `Members: a change reaches all ${MEMBERS}, the slowest`,
    milliseconds: spreadOf(slowest),
    memory: null,
    others: Number.NaN,
    goal: { milliseconds: 1_000 },
  };
}

async function readUntil(stream: ReadableStreamDefaultReader<string>, expected: string): Promise<void> {
  for (let text = ''; !text.includes(expected); ) {
    const { value, done } = await stream.read();
    if (done) throw new Error('A stream has ended.');
    text += value;
  }
}
