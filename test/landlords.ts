/** Landlords for tests: each is signed in, in a browser of their own, and owns what the test lets them make. */
import { z } from 'zod';
import { CurrentUser, type SignUpInput } from '../src/features/account/account.ts';
import { Property, type PropertyInput, PropertyRecord } from '../src/features/property/property.ts';
import { Supplier, type SupplierInput, SupplierRecord } from '../src/features/supplier/supplier.ts';
import { Tenant, type TenantInput, TenantRecord } from '../src/features/tenant/tenant.ts';
import { Transaction, type TransactionInput } from '../src/features/transaction/transaction.ts';
import { type Brought, bringTransaction } from './brought.ts';
import { type Address, type Browser, openBrowser } from './browser.ts';
import { query } from './database.ts';
import { insertLandlord } from './insert-landlord.ts';
import { newPerson, newProperty, newSupplier, newTenant, newTransaction } from './make.ts';
import { server as fileServer } from './server.ts';
import type { TestServer } from './start-server.ts';
import { GIVE_PLAN } from './subscriptions.ts';

export type Landlord = Browser & { id: string; name: string; email: string; password: string };

/** A landlord who has just signed up over HTTP: their device is known, and an email to confirm the address is on its way. */
export async function signedUpLandlord(
  given: Partial<SignUpInput> = {},
  server: Address = fileServer,
): Promise<Landlord> {
  const person = newPerson(given);
  const browser = openBrowser(server);
  const { status, text } = await browser.post('/api/auth/sign-up/email', person);
  if (status !== 201) throw new Error(`Sign-up was answered ${status}: ${text}`);
  const { id } = (await browser.get('/api/auth/get-session')).as(CurrentUser);
  return { ...browser, id, name: person.name, email: person.email, password: person.password };
}

/** A landlord whose trial has just begun, written straight into the database. */
export async function landlord(given: Partial<SignUpInput> = {}, server: TestServer = fileServer): Promise<Landlord> {
  const person = newPerson(given);
  const { clock, cookies, secret } = server.services;
  const browser = openBrowser(server);
  const { id, cookie } = await insertLandlord(person, {
    query: (text, values) => query(server.database, text, values),
    now: clock.now(),
    secret,
    userAgent: 'node',
    address: browser.address,
  });
  browser.cookies.set(cookies.session, cookie);
  return { ...browser, id, name: person.name, email: person.email, password: person.password };
}

/** The same landlord signed in once more, in another browser. */
export async function signedInAgain(
  { email, password }: Pick<Landlord, 'email' | 'password'>,
  server: Address = fileServer,
): Promise<Browser> {
  const browser = openBrowser(server);
  const { status, text } = await browser.post('/api/auth/sign-in/email', { email, password });
  if (status !== 200) throw new Error(`Signing in was answered ${status}: ${text}`);
  return browser;
}

/** A landlord on a plan, whose session lasts: for what a moved clock shows. */
export async function lastingLandlord(): Promise<Landlord> {
  const lasting = await landlord();
  const { database } = fileServer;
  await query(database, GIVE_PLAN, [lasting.id]);
  await query(database, `update auth.sessions set expires_at = '2100-01-01' where user_id = $1`, [lasting.id]);
  return lasting;
}

/** Somebody without an account, or not signed in. */
export function visitor(server: TestServer = fileServer): Browser {
  return openBrowser(server);
}

export async function added<T extends z.ZodType>(
  owner: Pick<Browser, 'post'>,
  path: string,
  { input, record }: { input: object; record: T },
): Promise<z.output<T>> {
  const answer = await owner.post(path, input);
  if (answer.status !== 201) throw new Error(`Adding to ${path} was answered ${answer.status}: ${answer.text}`);
  return answer.as(record);
}

export async function listed<T extends z.ZodType>(owner: Pick<Browser, 'get'>, path: string, item: T) {
  const page = { items: z.array(item), nextCursor: z.string().nullable(), total: z.number() };
  return (await owner.get(path)).as(z.object(page));
}

type Adds = Pick<Browser, 'post'>;
type Reads = Pick<Browser, 'get'>;

export const addedProperty = (owner: Adds, given: Partial<z.input<typeof PropertyInput>> = {}) =>
  added(owner, '/api/properties', { input: newProperty(given), record: PropertyRecord });
export const listedProperties = (owner: Reads, query = '') => listed(owner, `/api/properties${query}`, Property);

export const addedSupplier = (owner: Adds, given: Partial<z.input<typeof SupplierInput>> = {}) =>
  added(owner, '/api/suppliers', { input: newSupplier(given), record: SupplierRecord });
export const listedSuppliers = (owner: Reads, query = '') => listed(owner, `/api/suppliers${query}`, Supplier);

/** A tenant of a new property where none is given. */
export async function addedTenant(owner: Adds, given: Partial<z.input<typeof TenantInput>> = {}) {
  const propertyId = given.propertyId ?? (await addedProperty(owner)).id;
  return added(owner, '/api/tenants', { input: newTenant({ ...given, propertyId }), record: TenantRecord });
}
export const listedTenants = (owner: Reads, query = '') => listed(owner, `/api/tenants${query}`, Tenant);

export const addedTransaction = (owner: Adds, given: Partial<z.input<typeof TransactionInput>> = {}) =>
  added(owner, '/api/transactions', { input: newTransaction(given), record: Transaction });

/** A transaction as an import brings it: income of £1,450.00 unless told otherwise. */
export async function broughtTransaction(
  owner: Pick<Landlord, 'id' | 'get'>,
  given: Brought = {},
): Promise<Transaction> {
  const id = await bringTransaction((text, values) => query(fileServer.database, text, values), owner, given);
  return (await owner.get(`/api/transactions/${id}`)).as(Transaction);
}

export async function listedTransactions(owner: Pick<Browser, 'get'>, query = '') {
  return (await owner.get(`/api/transactions${query}`)).as(
    z.object({ items: z.array(Transaction), nextCursor: z.string().nullable(), total: z.null() }),
  );
}
