/** Validates cumulative updates against HMRC's JSON schemas in CONTRACTS_DIR, and every call against `CALLS`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type Schema = Parameters<typeof z.fromJSONSchema>[0];

/** The path, the version in the Accept header, and the methods of each call. */
const CALLS: [RegExp, string, string][] = [
  [/^\/individuals\/business\/details\/[A-Z]{2}\d{6}[A-D]\/list$/, '2.0', 'GET'],
  [/^\/individuals\/business\/details\/[A-Z]{2}\d{6}[A-D]\/X[A-Z0-9]IS\d{11}$/, '2.0', 'GET'],
  [/^\/individuals\/business\/details\/[A-Z]{2}\d{6}[A-D]\/X[A-Z0-9]IS\d{11}\/\d{4}-\d\d$/, '2.0', 'PUT'],
  [/^\/obligations\/details\/[A-Z]{2}\d{6}[A-D]\/income-and-expenditure$/, '3.0', 'GET'],
  [
    /^\/individuals\/business\/property\/uk\/[A-Z]{2}\d{6}[A-D]\/X[A-Z0-9]IS\d{11}\/cumulative\/\d{4}-\d\d$/,
    '6.0',
    'GET PUT',
  ],
];

export function hmrcContract(folder: string | undefined) {
  const schema = (name: string) => {
    if (!folder) return undefined;
    const file = `schemas.uk_property_cumulative_summary_${name}.json`;
    return z.fromJSONSchema(JSON.parse(readFileSync(join(folder, 'hmrc', file), 'utf8')) as Schema);
  };
  const [sent, answered] = [schema('create_and_amend.request'), schema('retrieve.response')];
  const violations: string[] = [];
  const checked = new Set<string>();
  const check = (what: string, shape: z.ZodType | undefined, value: unknown) => {
    for (const { path, message } of shape?.safeParse(value).error?.issues ?? [])
      violations.push(`${what}: ${message} at ${path.join('.')}`);
  };
  const checkedFetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace('/sandbox/hmrc/api', '');
    const method = init?.method ?? 'GET';
    const headers = new Headers(init?.headers);
    const call = CALLS.find(([pattern, , methods]) => pattern.test(path) && methods.split(' ').includes(method));
    const what = `${method} ${path.replace(/[A-Z]{2}\d{6}[A-D]|X[A-Z0-9]IS\d{11}/g, '…')}`;
    if (path !== '/oauth/token') {
      if (!call) violations.push(`${what}: not described`);
      if (headers.get('accept') !== `application/vnd.hmrc.${call?.[1]}+json`) violations.push(`${what}: Accept`);
      if (!headers.get('authorization')?.startsWith('Bearer ')) violations.push(`${what}: no token`);
    }
    const isUpdate = path.includes('/cumulative/');
    if (isUpdate && typeof init?.body === 'string') check(`${what} body`, sent, JSON.parse(init.body));
    const response = await fetch(input, init);
    if (isUpdate && method === 'GET' && response.ok) check(what, answered, await response.clone().json());
    checked.add(`${what} ${response.status}`);
    return response;
  };
  return { fetch: checkedFetch, violations, checked };
}
