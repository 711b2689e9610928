/** Bank connections for tests: begun and confirmed over HTTP, decided on the sandbox bank's own pages. */
import type { z } from 'zod';
import {
  AccountAnswer,
  AuthUrl,
  type BankConnection,
  BankConnections,
  type GocardlessRequest,
  Institutions,
  RequisitionStatus,
  TransactionsAnswer,
} from '../src/features/bank/connection/connection.ts';
import type { FaultKind } from '../src/outside/bank/sandbox/faults.ts';
import type { Browser } from './browser.ts';
import { query } from './database.ts';
import { server } from './server.ts';

type Caller = Pick<Browser, 'get' | 'post'>;

const act = async <T extends z.ZodType>(caller: Caller, sent: GocardlessRequest, schema: T): Promise<z.output<T>> => {
  const answer = await caller.post('/api/functions/gocardless', sent);
  if (answer.status !== 200) throw new Error(`${sent.action} was answered ${answer.outcome}`);
  return answer.as(schema);
};

/** Sends a form of one of the sandbox's pages, as the browser of somebody who is there. Where it leads. */
export async function submit(url: string, fields: [string, string][]): Promise<URL> {
  const response = await fetch(url.replace(server.services.appUrl, server.url), {
    method: 'POST',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return new URL(response.headers.get('location') ?? 'about:blank', url);
}

/** Asks for a connection that waits at the bank. */
export async function begun(caller: Caller, bank = 'Harbour') {
  const { items } = (await caller.get('/api/banks')).as(Institutions);
  const institutionId = items.find(({ name }) => name.startsWith(bank))?.id ?? bank;
  return act(caller, { action: 'auth-url', institutionId }, AuthUrl);
}

type Decision = 'approve' | 'slowly' | 'cancel' | 'fail' | 'leave';

/** Decides at the bank; the address that the bank then leads to, as our server calls it. */
export async function decided(authUrl: string, decision: Decision, ...accounts: string[]): Promise<string> {
  const fields = [['decision', decision], ...accounts.map((key) => ['account', key])] as [string, string][];
  const { pathname, search } = await submit(authUrl, fields);
  return `${pathname}${search}`;
}

export const status = (caller: Caller, requisitionId: string) =>
  act(caller, { action: 'requisition-status', requisitionId }, RequisitionStatus);
export const exchanged = (caller: Caller, requisitionId: string) =>
  act(caller, { action: 'exchange-token', requisitionId }, RequisitionStatus);
export const described = (caller: Caller, accountId: string) =>
  act(caller, { action: 'accounts', accountId }, AccountAnswer);
export const read = (caller: Caller, accountId: string) =>
  act(caller, { action: 'transactions', accountId }, TransactionsAnswer);

export async function connections(caller: Caller): Promise<BankConnection[]> {
  return (await caller.get('/api/bank-connections')).as(BankConnections).items;
}

/** A connection to which the bank has agreed, each of its accounts read but for its transactions. */
export async function linked(caller: Caller, bank: string, ...keys: string[]) {
  const { requisitionId, authUrl } = await begun(caller, bank);
  await decided(authUrl, 'approve', ...keys);
  const { accounts } = await exchanged(caller, requisitionId);
  const answers = [];
  for (const id of accounts) answers.push(await described(caller, id));
  return { id: requisitionId, accounts, answers };
}

/** A connection of which every account is confirmed and read. */
export async function connected(caller: Caller, bank = 'Harbour', ...keys: string[]) {
  const { id, accounts } = await linked(caller, bank, ...(keys.length > 0 ? keys : ['harbour-deposits']));
  const sent = { accounts: accounts.map((account) => ({ id: account })) };
  const confirmed = await caller.post(`/api/bank-connections/${id}/confirm`, sent);
  if (confirmed.status !== 200) throw new Error(`Confirming was answered ${confirmed.outcome}: ${confirmed.text}`);
  const readings = [];
  for (const account of accounts) readings.push(await read(caller, account));
  return { id, accounts, readings };
}

/** The next call for this account of ours is answered so by the sandbox bank, once. */
export async function failNext(
  feedId: string,
  kind: FaultKind,
  { database, services }: Pick<typeof server, 'database'> & { services: { appUrl: string } } = server,
): Promise<void> {
  const [row] = await query<{ external: string; requisition: string }>(
    database,
    `select f.external_id as external, c.requisition_id as requisition
     from bank_feeds f join bank_connections c on c.id = f.connection_id where f.id = $1`,
    [feedId],
  );
  if (!row) throw new Error('There is no such account.');
  await submit(`${services.appUrl}/sandbox/bank/errors/${row.requisition}`, [[row.external, kind]]);
}
