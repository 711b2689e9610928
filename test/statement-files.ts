/** Statement files of `test/statements`, sent and imported as the screen does it. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ImportProgress, StatementPreview, type StatementTarget } from '../src/features/statement/preview.ts';
import type { Answer, Browser } from './browser.ts';

export const statementBytes = (name: string) => readFileSync(new URL(`statements/${name}`, import.meta.url));

export const STATEMENTS = '/api/statements';

export function sendStatement(
  owner: Pick<Browser, 'post'>,
  name: string,
  content: string | Uint8Array = statementBytes(name),
): Promise<Answer> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  const headers = { 'content-type': 'application/octet-stream' };
  return owner.post(`${STATEMENTS}?${new URLSearchParams({ name })}`, bytes, { headers });
}

/** Its path. */
export async function sentStatement(
  owner: Pick<Browser, 'post'>,
  name: string,
  content?: string | Uint8Array,
): Promise<string> {
  const { status, text } = await sendStatement(owner, name, content);
  if (status !== 201) throw new Error(`The statement was answered ${status}: ${text}`);
  return `${STATEMENTS}/${(JSON.parse(text) as { id: string }).id}`;
}

export const previewed = async (owner: Pick<Browser, 'get'>, path: string, query = '') =>
  (await owner.get(`${path}${query}`)).as(StatementPreview);

/** The last line of the answer. */
export async function importedStatement(
  owner: Pick<Browser, 'post'>,
  path: string,
  into: z.input<typeof StatementTarget>,
): Promise<Extract<ImportProgress, { imported: number }>> {
  const { status, text } = await owner.post(`${path}/import`, into);
  const last = ImportProgress.parse(JSON.parse(text.trim().split('\n').at(-1) ?? ''));
  if (status !== 200 || !('imported' in last)) throw new Error(`The import was answered ${status}: ${text}`);
  return last;
}
