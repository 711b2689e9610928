/** Validates requests and responses against GoCardless's API description in CONTRACTS_DIR. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type Json = Record<string, unknown>;
type Content = { content?: { 'application/json'?: { schema: Json } } };
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const Refusal = z.strictObject({
  summary: z.string(),
  detail: z.string(),
  type: z.string().optional(),
  status_code: z.number(),
});
const Sentence = z.union([z.string(), z.object({ summary: z.string(), detail: z.string() })]);

export type Contract = {
  fetch: typeof fetch;
  violations: string[];
  /** The checked responses, as 'METHOD /path/ status'. */
  checked: Set<string>;
};

export function goCardlessContract(folder: string): Contract {
  const file = readFileSync(join(folder, 'gocardless-bank-account-data.prism-patched.json'), 'utf8');
  const { paths, components } = JSON.parse(file) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Json> };
  };
  const violations: string[] = [];
  const checked = new Set<string>();

  /** Resolves references, and disallows fields that are not described. */
  const resolved = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolved);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref, allOf, ...rest } = schema as Json;
    if (typeof $ref === 'string') return resolved(components.schemas[$ref.split('/').at(-1) ?? '']);
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value)]));
    if (Array.isArray(allOf)) return { ...(resolved(allOf[0]) as Json), ...own };
    return own.properties ? { ...own, additionalProperties: false } : own;
  };

  function check(what: string, content: Content | undefined, value: unknown): void {
    const schema = content?.content?.['application/json']?.schema;
    if (!schema) return void violations.push(`${what}: not described`);
    const shape = z.fromJSONSchema(resolved(schema) as Parameters<typeof z.fromJSONSchema>[0], {
      defaultTarget: 'openapi-3.0',
    });
    const { error } = shape.safeParse(value);
    for (const { path, message } of error?.issues ?? []) violations.push(`${what}: ${message} at ${path.join('.')}`);
  }

  /** The provider's examples have two more shapes than its description: errors by field, and an account as a field. */
  function checkRefusal(what: string, body: unknown, { requestBody }: Operation): void {
    if (Refusal.safeParse(body).success) return;
    const schema = resolved(requestBody?.content?.['application/json']?.schema) as { properties?: Json } | undefined;
    const { status_code, ...fields } = Object(body) as Json;
    for (const [field, value] of Object.entries(fields)) {
      const sentences = z.array(Sentence).safeParse([value].flat());
      if (!schema?.properties?.[field] || !sentences.success) violations.push(`${what}: ${field} is not a field error`);
    }
    if (typeof status_code !== 'number') violations.push(`${what}: no status_code`);
  }

  const checkedFetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const path = url.pathname.slice(url.pathname.indexOf('/api/v2/'));
    const found = Object.entries(paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const operation = found?.[1][method.toLowerCase()];
    const what = `${method} ${found?.[0] ?? path}`;
    const response = await fetch(input, init);
    if (!operation) violations.push(`${what}: not described`);
    if (!operation) return response;
    const known = operation.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    for (const name of url.searchParams.keys()) if (!known.includes(name)) violations.push(`${what}: ?${name}`);
    if (!path.includes('/token/') && !new Headers(init?.headers).get('authorization')?.startsWith('Bearer '))
      violations.push(`${what}: no token`);
    if (typeof init?.body === 'string') check(`${what} body`, operation.requestBody, JSON.parse(init.body));
    const answer = `${what} ${response.status}`;
    const body: unknown = await response.clone().json();
    if (response.ok) check(answer, operation.responses[response.status], body);
    else if (operation.responses[response.status]) checkRefusal(answer, body, operation);
    else violations.push(`${answer}: not described`);
    checked.add(answer);
    return response;
  };
  return { fetch: checkedFetch, violations, checked };
}
