/** Validates requests and responses against Stripe's API description and examples in CONTRACTS_DIR. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Fields, fieldsOf } from '../../src/outside/payments/sandbox/api.server.ts';
import { contractsFolder } from './contracts.ts';

type Json = Record<string, unknown>;
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: { 'application/x-www-form-urlencoded': { schema: Json } } };
};

const read = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Stripe's example of each type of object, newer than the description. */
export const stripeFixtures = contractsFolder
  ? (read(contractsFolder, 'stripe-fixtures3.latest.json') as { resources: Record<string, Json> }).resources
  : undefined;

export type StripeContract = {
  fetch: typeof fetch;
  violations: string[];
  /** The checked responses, as 'METHOD /path status'. */
  checked: Set<string>;
};

export function stripeContract(folder: string): StripeContract {
  const { paths } = read(folder, 'stripe-2023-08-16.trimmed.json') as {
    paths: Record<string, Record<string, Operation>>;
  };
  const violations: string[] = [];
  const checked = new Set<string>();

  function checkBody(what: string, { requestBody }: Operation, form: string): void {
    const schema = requestBody?.content['application/x-www-form-urlencoded'].schema;
    if (!schema) return void (form && violations.push(`${what}: takes no body`));
    const shape = z.fromJSONSchema(closed(schema) as Parameters<typeof z.fromJSONSchema>[0], {
      defaultTarget: 'openapi-3.0',
    });
    const { error } = shape.safeParse(typed(fieldsOf(form), schema));
    for (const { path, message } of error?.issues ?? []) violations.push(`${what}: ${message} at ${path.join('.')}`);
  }

  const checkedFetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const path = url.pathname.slice(url.pathname.indexOf('/v1/'));
    const [template, operations] =
      Object.entries(paths).find(([known]) => new RegExp(`^${known.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)) ?? [];
    const operation = operations?.[method.toLowerCase()];
    const what = `${method} ${template ?? path}`;
    const response = await fetch(input, init);
    if (!operation) {
      violations.push(`${what}: not described`);
      return response;
    }
    const known = operation.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    for (const name of url.searchParams.keys())
      if (!known.includes(name.replace(/\[\d*\]$/, ''))) violations.push(`${what}: ?${name}`);
    checkBody(what, operation, typeof init?.body === 'string' ? init.body : '');
    const answer = `${what} ${response.status}`;
    const body = (await response.clone().json()) as Json;
    if (response.ok) violations.push(...unlikeFixture(answer, body));
    else if (!Refusal.safeParse(body).success) violations.push(`${answer}: not a Stripe error`);
    checked.add(answer);
    return response;
  };
  return { fetch: checkedFetch, violations, checked };
}

const Refusal = z.strictObject({
  error: z.strictObject({
    type: z.enum(['invalid_request_error', 'idempotency_error', 'api_error', 'card_error']),
    message: z.string(),
    code: z.string().optional(),
    param: z.string().optional(),
  }),
});

/** Returns fields that Stripe's example object lacks, or has with another type. Null is allowed anywhere. */
export function unlikeFixture(what: string, object: Json): string[] {
  if (object.object === 'list') return (object.data as Json[]).flatMap((one) => unlikeFixture(`${what} data`, one));
  if (!stripeFixtures) return [];
  const fixture = stripeFixtures[String(object.object)];
  return fixture ? unlike(what, object, fixture) : [`${what}: not a Stripe object`];
}

function unlike(what: string, value: unknown, example: unknown): string[] {
  // An expanded reference is compared with the example of the expanded type.
  if (isWhole(value) && !isWhole(example)) return unlikeFixture(what, value);
  if (value === null || example === null) return [];
  if (Array.isArray(value) && Array.isArray(example))
    return value.flatMap((one) => (example[0] === undefined ? [] : unlike(`${what}[]`, one, example[0])));
  if (typeof value !== typeof example) return [`${what}: ${typeof value} instead of ${typeof example}`];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'metadata') return [];
    const described = Object(example) as Json;
    return name in described ? unlike(`${what}.${name}`, inner, described[name]) : [`${what}.${name}: not Stripe’s`];
  });
}

const isWhole = (value: unknown): value is Json => typeof (Object(value) as Json).object === 'string';

/** Disallows fields that are not described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return own.properties ? { ...own, additionalProperties: false } : own;
}

/** Converts form values to the described numbers, booleans and lists. */
function typed(value: string | Fields | undefined, schema: Json): unknown {
  if (typeof value !== 'object') {
    if (schema.type === 'integer' || schema.type === 'number') return Number(value);
    return schema.type === 'boolean' ? value === 'true' : value;
  }
  if (schema.type === 'array') return Object.values(value).map((one) => typed(one, schema.items as Json));
  const { properties = {} } = schema as { properties?: Record<string, Json> };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typed(one, properties[name] ?? {})]));
}
