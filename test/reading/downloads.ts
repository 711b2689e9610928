import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { uploaded } from '../fixtures/uploads.ts';
import { query } from '../servers/database.ts';
import type { TestServer } from '../servers/start-server.ts';

/** Uploads files of 12 MB, which exceed the buffers between the server and an idle client. */
export async function uploadedMuch(person: Landlord, files: number): Promise<void> {
  for (let file = 0; file < files; file++) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(12_000_000), Buffer.from('\n%%EOF\n')]);
    await uploaded(person, { bytes });
  }
}

/** Starts a download, and returns the unread response. */
export function begunDownload(person: Landlord, path: string, { url }: TestServer): Promise<IncomingMessage> {
  const headers = { cookie: person.cookieHeader(), 'x-forwarded-for': person.address };
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers, agent: false }, resolve).on('error', reject);
  });
}

export function openTransactions(database: DatabaseAddress) {
  return query(
    database,
    `select application_name, state, query from pg_stat_activity
     where datname = current_database() and application_name like 'tenure %' and xact_start is not null and backend_type = 'client backend'`,
  );
}

/** Runs `work` while another connection holds the locks of a statement. */
export async function holding(database: DatabaseAddress, statement: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await work();
  } finally {
    await client.end();
  }
}
