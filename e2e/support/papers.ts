import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { PDF } from '../../test/fixtures/uploads.ts';
import { statement } from './database.ts';
import type { Landlord } from './landlords.ts';
import type { RunningServer } from './server.ts';

type Given = { tenancyId: string; title: string; type?: string };

/** Adds a document, by default a gas safety record. */
export async function addsPaper(
  landlord: Landlord,
  server: RunningServer,
  { tenancyId, title, type = 'gas' }: Given,
): Promise<void> {
  const { url, name } = await landlord.uploads('documents', { name: `${title}.pdf`, bytes: PDF });
  await statement(
    server,
    `with document as (insert into documents (user_id, title, type, day) values ($1, $2, $3, '2026-11-01') returning id),
       version as (insert into document_versions (user_id, document_id, number, file_url, name) select $1, id, 1, $4, $5 from document)
     insert into document_links (user_id, document_id, tenancy_id) select $1, id, $6 from document`,
    [landlord.id, title, type, url, name, tenancyId],
  );
}

/** Returns the path of the link in the newest email to an address. */
export async function sentLink({ dataFolder }: RunningServer, to: string): Promise<string> {
  const folder = join(dataFolder, 'outbox');
  let path = '';
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const found = emails.map((text) => JSON.parse(text) as { to: string; action?: { url: string } });
    path = new URL(found.findLast((email) => email.to === to)?.action?.url ?? '').pathname;
  }).toPass({ intervals: [100] });
  return path;
}
