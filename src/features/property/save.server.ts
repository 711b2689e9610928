/** A property with all its parts, saved as a whole or not at all: the caller's one transaction. */

import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { freeFiles } from '../file/named-files.server.ts';
import { forgetProven, saveCompliance } from './compliance-rows.server.ts';
import { filesNamed, NOTHING_STANDS, partProblems, type Standing } from './part-problems.ts';
import { saveCertificates, saveInvoices } from './part-rows.server.ts';
import type { PropertyInput, PropertyRecord } from './property.ts';
import { holdProperty } from './standing.server.ts';
import { getProperty, insertProperty, updateProperty } from './store.server.ts';

/** Adds a property with its parts. Throws `invalid_input` where it names a file that is not there to be named. */
export async function addProperty(db: UserDb, input: PropertyInput): Promise<PropertyRecord> {
  check(input, { ...NOTHING_STANDS, free: await freeFiles(db, filesNamed(input)) });
  const id = await insertProperty(db, input);
  return saveParts(db, id, input);
}

/**
 * Changes a property with its parts from `version`. Throws `not_found`, `changed_meanwhile`, or `invalid_input` where it names a
 * part or a file that is not there to be named.
 */
export async function changeProperty(
  db: UserDb,
  { id, version, input }: { id: string; version: number; input: PropertyInput },
): Promise<PropertyRecord> {
  const standing = await holdProperty(db, { id, version, files: filesNamed(input) });
  if (!standing) return throwNotFoundOrConflict(() => getProperty(db, id), input);
  check(input, standing);
  await updateProperty(db, { id, input });
  return saveParts(db, id, input);
}

function check(input: PropertyInput, standing: Standing): void {
  const fields = partProblems(input, standing);
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function saveParts(db: UserDb, property: string, input: PropertyInput): Promise<PropertyRecord> {
  const { certificates, compliance, invoices } = input;
  await saveCertificates(db, { property, rows: certificates, removed: input.removedCertificates });
  if (compliance) await saveCompliance(db, property, compliance);
  else if (certificates.some(({ complianceItem }) => complianceItem !== null)) await forgetProven(db, property);
  await saveInvoices(db, { property, rows: invoices, removed: input.removedInvoices });
  const saved = await getProperty(db, property);
  if (!saved) throw new Error('A property that was just saved is not there');
  return saved;
}
