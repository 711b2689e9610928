/** A model without the product's SQL decides who sees which rows after any history of two teams. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PropertyRecord } from '../src/features/property/property.ts';
import { Invited } from '../src/features/team/team.ts';
import { runAsUser } from '../src/server/session/with-user.server.ts';
import { AppError } from '../src/shared/app-error.ts';
import { ROLES } from '../src/shared/rights.ts';
import { addedSupplier, addedTransaction, type Landlord, landlord } from './fixtures/landlords.ts';
import { newProperty } from './fixtures/make.ts';
import {
  ACTS,
  ALL,
  activeOwners,
  after,
  LIMITED,
  type Member,
  type Model,
  membersOf,
  PEOPLE,
  type Row,
  rowsInReach,
  SEES,
  type Step,
  type Table,
} from './fixtures/team-model.ts';
import { addedTenancy } from './fixtures/tenancies.ts';
import type { Answer } from './reading/browser.ts';
import { query } from './servers/database.ts';
import { server } from './servers/server.ts';

const { database } = server;
const ACTS_ON_MEMBERS: readonly Step['act'][] = ['change', 'pause', 'resume', 'remove'];

/** Numbers select people and properties for which a step is possible. `anyone` selects people without a right too. */
const choice = fc.record({
  act: fc.constantFrom(...ACTS),
  account: fc.constantFrom(0 as const, 0 as const, 1 as const),
  who: fc.nat(4),
  on: fc.nat(4),
  anyone: fc.constantFrom(false, false, false, true),
  role: fc.constantFrom(...ROLES),
  limit: fc.subarray([0, 1]),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;
const moment = fc.oneof(fc.tuple(choice), fc.tuple(choice, choice));
const joining = choice.map((one) =>
  (['invite', 'accept'] as const).map((act) => [{ ...one, act, account: 0 as const, anyone: false }]),
);
const history = fc
  .tuple(fc.array(joining, { minLength: 3, maxLength: 4 }), fc.array(moment, { minLength: 6, maxLength: 12 }))
  .map(([joined, moments]): Choice[][] => [...joined.flat(), ...moments]);

type World = { accounts: Landlord[]; people: (Landlord & { token: string })[]; rows: Row[][] };

function chosen(model: Model, { rows }: World, { act, account, anyone, limit, role, ...of }: Choice): Step {
  const inAccount = (state?: Member['state']) =>
    PEOPLE.filter((one) => {
      const member = model.members.get(`${account} ${one}`);
      return member && (!state || member.state === state);
    });
  const pick = (from: readonly number[], at: number) => from[at % from.length] ?? at;
  const actors =
    act === 'accept' || act === 'decline'
      ? inAccount('invited')
      : ['leave', 'delete', 'add'].includes(act)
        ? inAccount('active')
        : activeOwners(model, account);
  const who = pick(anyone ? PEOPLE : actors, of.who);
  const on = pick(ACTS_ON_MEMBERS.includes(act) ? inAccount() : PEOPLE, of.on);
  const homes = (rows[account] ?? []).filter(({ table }) => table === 'properties');
  const only = LIMITED.includes(role) && limit.length > 0 ? limit.map((at) => homes[at]?.id ?? '').toSorted() : null;
  return { act, account, who, on, role, only, saw: model.members.get(`${account} ${on}`)?.changes };
}

/** Adds two landlords with the same rows, and three people without an account. */
async function world(): Promise<World> {
  const all = await Promise.all(PEOPLE.map(() => landlord()));
  const accounts = all.slice(0, 2);
  const theirs = all.slice(2).map(({ id }) => id);
  await query(database, 'delete from profiles where id = any($1)', [theirs]);
  await query(database, 'update auth.users set email_verified = true where id = any($1)', [
    all.map((one) => one.personId),
  ]);
  const sessions = await query<{ person: string; token: string }>(
    database,
    'select user_id as person, token from auth.sessions where user_id = any($1)',
    [all.map((one) => one.personId)],
  );
  const tokens = new Map(sessions.map(({ person, token }) => [person, token]));
  return {
    accounts,
    people: all.map((one) => ({ ...one, token: tokens.get(one.personId) ?? '' })),
    rows: await Promise.all(accounts.map(rowsOf)),
  };
}

async function rowsOf(owner: Landlord): Promise<Row[]> {
  for (const start of ['2026-01-01', '2026-06-01']) {
    const { propertyId } = await addedTenancy(owner, { start });
    await addedTransaction(owner, { propertyId });
  }
  await addedTransaction(owner);
  await addedSupplier(owner);
  return query<Row>(
    database,
    `select 'properties' as table, id, id as home from properties where user_id = $1
     union all select 'tenants', id, property_id from tenants where user_id = $1
     union all select 'ledger_entries', e.id, t.property_id from ledger_entries e join tenancies t on t.id = e.tenancy_id where e.user_id = $1
     union all select 'transactions', id, property_id from transactions where user_id = $1
     union all select 'suppliers', id, null from suppliers where user_id = $1`,
    [owner.id],
  );
}

/** Switches the person to the account. Returns false if they are not an active member. */
async function switched({ accounts, people }: World, { who, account }: Step): Promise<boolean> {
  const answer = await people[who]?.post('/api/accounts/switch', { id: accounts[account]?.id });
  return answer?.outcome === 'served';
}

type Target = { id: string; version: number };

async function targetOf({ accounts, people }: World, { act, account, on, who }: Step): Promise<Target> {
  const one = people[act === 'accept' || act === 'decline' ? who : on];
  const [found] = await query<Target>(
    database,
    `select id, version from members where user_id = $1 and state in ('invited', 'active', 'paused') and (person_id = $2 or email = $3)`,
    [accounts[account]?.id, one?.personId, one?.email],
  );
  return found ?? { id: randomUUID(), version: 1 };
}

/** Sends a step. Returns whether it was served, or undefined if the response does not show it. */
async function send(
  { accounts, people, rows }: World,
  step: Step,
  { id, version }: Target,
): Promise<boolean | undefined> {
  const { act, account, who, on, role, only } = step;
  const [person, invited] = [people[who], people[on]];
  if (!person || !invited) throw new Error('Nobody acts.');
  const headers = { 'tenure-account': accounts[account]?.id ?? '', 'if-match': `"${version}"` };
  const access = { role, whole: !only, propertyIds: only ?? [], endsOn: role === 'guest' ? '2100-01-01' : null };
  const ask = (method: string, path: string, body?: object) =>
    person.send(method, path, { headers, ...(body && { body }) });
  const requests: Record<Step['act'], () => Promise<Answer>> = {
    invite: () => ask('POST', '/api/team/invitations', { emails: [invited.email], ...access }),
    accept: () => ask('POST', '/api/accounts/accept', { id }),
    decline: () => ask('POST', '/api/join/decline', { token: id }),
    change: () => ask('PATCH', `/api/team/${id}`, access),
    pause: () => ask('POST', `/api/team/${id}/pause`),
    resume: () => ask('POST', `/api/team/${id}/resume`),
    remove: () => ask('DELETE', `/api/team/${id}`),
    leave: () => ask('POST', '/api/team/leave'),
    delete: () => ask('POST', '/api/login/remove', { password: person.password }),
    add: () => ask('POST', '/api/properties', newProperty()),
  };
  const answer = await requests[act]();
  if (answer.status >= 500) throw new Error(`${act} returned ${answer.status}: ${answer.text}`);
  if (act === 'decline') return undefined;
  if (answer.status >= 400) return false;
  if (act === 'invite') return answer.as(Invited).results[0]?.invited;
  if (act === 'add') {
    const home = answer.as(PropertyRecord).id;
    rows[account]?.push({ table: 'properties', id: home, home });
  }
  return true;
}

/** Makes each invitation's token its id, and resets the limits of emails. */
async function prepareLinks(): Promise<void> {
  await query(
    database,
    `update members set token_hash = encode(sha256(convert_to(id::text, 'UTF8')), 'hex')
     where state = 'invited' and token_hash <> encode(sha256(convert_to(id::text, 'UTF8')), 'hex')`,
  );
  await query(database, 'delete from app.attempts');
}

/** Returns the members of both accounts in the database, in the model's form. */
async function teams({ accounts, people }: World): Promise<Record<string, Pick<Member, 'state' | 'role' | 'only'>>> {
  const found = await query<Member & { account: string; person: string; email: string }>(
    database,
    `select user_id as account, person_id as person, email, state, role, case when not whole then
       array(select property_id::text from app.member_properties where member_id = id order by 1) end as only
     from members where user_id = any($1) and state in ('invited', 'active', 'paused')`,
    [accounts.map(({ id }) => id)],
  );
  return Object.fromEntries(
    found.map(({ account, person, email, state, role, only }) => {
      const one = people.findIndex(({ personId, email: theirs }) => (person ? personId === person : theirs === email));
      return [`${accounts.findIndex(({ id }) => id === account)} ${one}`, { state, role, only }];
    }),
  );
}

/** A member's view: ids of rows, counts of the whole account, and the number of transactions in sums. */
type View = { rows: Row['id'][]; kept: number[] | null; summed: number };

async function view({ accounts, people }: World, who: number, account: number): Promise<View | string> {
  const [person, { id } = { id: '' }] = [people[who], accounts[account]];
  await query(database, 'update auth.sessions set account_id = $2 where user_id = $1', [person?.personId, id]);
  const entry = { token: person?.token ?? '', now: server.services.clock.now(), access: 'open', account: id } as const;
  const one = sql<View>`
    select array(${sql.join(
      ALL.map((table) => sql`select id from ${sql.table(table)}`),
      sql` union all `,
    )}) as rows,
      (select array_agg(count order by noun) from (select noun, sum(count)::integer as count from app.row_counts
        where noun in ('property', 'tenant', 'transaction') group by noun) counts) as kept,
      (select coalesce(sum(count), 0)::integer from app.totals_in_reach) as summed`;
  try {
    const { rows } = await runAsUser(server.services, entry, (db) => one.execute(db));
    const [seen] = rows;
    return seen ? { ...seen, rows: seen.rows.toSorted() } : 'nothing';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

function expectedView({ rows }: World, { members, gone }: Model, who: number, account: number): View | string {
  if (gone.has(who)) return 'unauthenticated';
  const member = members.get(`${account} ${who}`);
  if (member?.state !== 'active') return 'no_account';
  const { role, only } = member;
  const seen = rowsInReach(rows[account] ?? [], member);
  const countOf = (table: Table) => seen.filter((row) => row.table === table).length;
  const counted = (['properties', 'tenants', 'transactions'] as const).filter((table) => SEES[role].includes(table));
  return {
    rows: seen.map(({ id }) => id).toSorted(),
    kept: only ? null : counted.map(countOf),
    summed: countOf('transactions'),
  };
}

async function checkApi(at: World, { members, gone }: Model): Promise<void> {
  for (const [key, member] of members) {
    const [account = 0, who = 0] = key.split(' ').map(Number);
    const person = at.people[who];
    if (member.state !== 'active' || gone.has(who) || !person) continue;
    await person.post('/api/accounts/switch', { id: at.accounts[account]?.id });
    const seen = rowsInReach(at.rows[account] ?? [], member);
    for (const [table, path] of [
      ['properties', '/api/properties?limit=1'],
      ['tenants', '/api/tenants?limit=1'],
      ['suppliers', '/api/suppliers?limit=1'],
      ['transactions', '/api/transactions/totals'],
    ] as const) {
      const answer = await person.get(path);
      const { total, count } = JSON.parse(answer.text) as { total?: number; count?: number };
      const wanted = SEES[member.role].includes(table) ? seen.filter((row) => row.table === table).length : undefined;
      expect([path, member, answer.code, total ?? count]).toEqual([
        path,
        member,
        wanted === undefined ? 'not_allowed' : '',
        wanted,
      ]);
    }
  }
}

const orders = (steps: readonly Step[]) => (steps.length > 1 ? [steps, steps.toReversed()] : [steps]);

/** Plays steps concurrently. Returns the models of the orders that explain the responses and both teams. */
async function play(at: World, models: readonly Model[], choices: readonly Choice[]): Promise<Model[]> {
  const [model] = models;
  if (!model) throw new Error('No order explains the answers.');
  const [first, ...others] = choices.map((one) => chosen(model, at, one));
  const steps = [first, ...others.filter(({ who }) => who !== first?.who)].flatMap((step) => step ?? []);
  const sent: Step[] = [];
  for (const step of steps) {
    const isActive = model.members.get(`${step.account} ${step.who}`)?.state === 'active';
    expect([step, await switched(at, step)]).toEqual([step, isActive]);
    if (isActive || step.act === 'accept' || step.act === 'decline') sent.push(step);
  }
  const targets = await Promise.all(sent.map((step) => targetOf(at, step)));
  const answers = await Promise.all(sent.map((step, n) => send(at, step, targets[n] ?? { id: '', version: 0 })));
  await prepareLinks();
  const found = await teams(at);
  const explained = models.flatMap((before) =>
    orders(sent).flatMap((order) => {
      let now = before;
      for (const step of order) {
        const next = after(now, step);
        const answer = answers[sent.indexOf(step)];
        if (answer !== undefined && answer !== (next !== undefined)) return [];
        now = next ?? now;
      }
      return isDeepStrictEqual(membersOf(now), found) ? [now] : [];
    }),
  );
  expect(
    explained,
    `No order explains ${JSON.stringify({ sent, answers, found, before: membersOf(model) })}`,
  ).not.toEqual([]);
  return explained;
}

it('shows each person the rows of their role and reach after any history, also of two people at once', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (moments) => {
      const at = await world();
      const owner = { state: 'active', role: 'owner', only: null, inviter: -1, changes: 0 } as const;
      let models: Model[] = [
        {
          members: new Map([
            ['0 0', owner],
            ['1 1', owner],
          ]),
          gone: new Set(),
        },
      ];
      for (const choices of moments) {
        models = await play(at, models, choices);
        const [model] = models;
        if (!model) continue;
        await Promise.all(
          PEOPLE.map(async (who) => {
            for (const account of [0, 1])
              expect([who, account, await view(at, who, account)]).toEqual([
                who,
                account,
                expectedView(at, model, who, account),
              ]);
          }),
        );
      }
      if (models[0]) await checkApi(at, models[0]);
    }),
    { numRuns: process.env.TEST_FULL ? 60 : 4, endOnFailure: true },
  );
}, 900_000);
