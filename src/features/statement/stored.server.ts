/** Statements that wait to be imported, encrypted, as they hold whole account numbers; and what the landlord has said about them. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { createEncryption } from '../../server/jobs/encryption.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { accountFingerprint } from '../bank/bank-account.server.ts';
import { Correction, type StatementChange } from './preview.ts';
import { DATE_ORDERS } from './read/fields.ts';
import { Mapping } from './read/mapping.ts';
import { readStatement } from './read/read-statement.server.ts';
import type { Lines, Question, Reading, Statement } from './read/statement.ts';

type Keys = Pick<Services, 'secret' | 'clock'>;

/** What was answered to the question of a file. */
const Answer = z.union([z.strictObject({ order: z.enum(DATE_ORDERS) }), Mapping]);
type Answer = z.infer<typeof Answer>;

const Choices = z.object({ corrected: z.array(Correction).default([]), anyway: z.array(z.number()).default([]) });
export type Choices = z.infer<typeof Choices>;

export type Stored = { id: string; fileName: string; statement: Lines | Question; choices: Choices };

const headerKey = (header: string) => createHash('sha256').update(header).digest('hex');

function read({ secret, clock }: Keys, bytes: Uint8Array, answer: Answer | undefined): Statement {
  const reading: Reading = { fingerprint: accountFingerprint(secret), today: londonDay(clock.now()) };
  if (!answer) return readStatement(bytes, reading);
  return readStatement(bytes, { ...reading, ...('date' in answer ? { mapping: answer } : { order: answer.order }) });
}

/** Keeps a file that can be read, or that only needs a question answered. Throws `invalid_input` with the reason. */
export async function addStatement(
  db: UserDb,
  keys: Keys,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<{ id: string }> {
  let statement = read(keys, bytes, undefined);
  let answer: Answer | undefined;
  if (statement.kind === 'ask' && statement.header) {
    const known = await db
      .selectFrom('statement_mappings')
      .select('mapping')
      .where('header', '=', headerKey(statement.header))
      .executeTakeFirst();
    answer = Answer.safeParse(known?.mapping).data;
    const again = answer && read(keys, bytes, answer);
    // Another file may have the same headings and other contents.
    if (again?.kind === 'lines' && again.lines.length >= again.unreadable.length) statement = again;
    else answer = undefined;
  }
  if (statement.kind === 'refused') throw new AppError('invalid_input', { message: statement.reason });
  const packed = gzipSync(bytes, { level: 1 }).toString('base64');
  return db
    .insertInto('statement_imports')
    .values({
      file_name: name,
      content: Buffer.from(createEncryption(keys.secret).encrypt(packed)),
      layout: statement.kind === 'lines' ? statement.layout : null,
      mapping: answer ? JSON.stringify(answer) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** One that waits to be imported. Throws `not_found`. */
export async function getStatement(db: UserDb, keys: Keys, id: string): Promise<Stored> {
  const found = await db
    .selectFrom('statement_imports')
    .select(['id', 'file_name as fileName', 'content', 'mapping', 'choices'])
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .executeTakeFirst();
  if (!found?.content) throw new AppError('not_found', { message: NO_SUCH_STATEMENT });
  const packed = createEncryption(keys.secret).decrypt(found.content.toString());
  const bytes = gunzipSync(Buffer.from(packed, 'base64'));
  const statement = read(keys, bytes, Answer.safeParse(found.mapping).data);
  if (statement.kind === 'refused') throw new AppError('invalid_input', { message: statement.reason });
  const choices = Choices.parse(found.choices);
  const { fileName } = found;
  if (statement.kind === 'ask') return { id, fileName, statement, choices };
  return { id, fileName, statement: corrected(statement, choices), choices };
}

const NO_SUCH_STATEMENT = 'This statement is no longer there. Please choose the file again.';

/** Lines that the landlord has corrected stand among those that can be read. */
function corrected(statement: Lines, choices: Choices): Lines {
  if (choices.corrected.length === 0) return statement;
  const by = new Map(choices.corrected.map((one) => [one.line, one]));
  const right = statement.unreadable.flatMap(({ line }) => by.get(line) ?? []);
  const more = right.map((one) => ({ ...one, reference: '', externalId: null, category: null, pending: false }));
  return {
    ...statement,
    lines: [...statement.lines, ...more].sort((one, other) => one.line - other.line),
    unreadable: statement.unreadable.filter(({ line }) => !by.has(line)),
  };
}

/** Answers the question of a file, corrects a line, or says that one is imported anyway. Throws `not_found`, `invalid_input`. */
export async function changeStatement(
  db: UserDb,
  keys: Keys,
  { id, change }: { id: string; change: StatementChange },
): Promise<void> {
  const { mapping, order, correct, anyway } = change;
  // Locked, so that of two changes at once none is lost.
  await db.selectFrom('statement_imports').select('id').where('id', '=', id).forUpdate().execute();
  const { statement, choices } = await getStatement(db, keys, id);
  const answer: Answer | undefined = mapping ?? (order && { order });
  if (answer) {
    const set = { mapping: JSON.stringify(answer) };
    await db.updateTable('statement_imports').set(set).where('id', '=', id).execute();
    const again = await getStatement(db, keys, id);
    if (again.statement.kind === 'ask' || again.statement.lines.length === 0)
      throw new AppError('invalid_input', { message: 'No line can be read in this way. Please check the columns.' });
    if (statement.kind === 'ask' && statement.header)
      await db
        .insertInto('statement_mappings')
        .values({ header: headerKey(statement.header), ...set })
        .onConflict((conflict) => conflict.columns(['user_id', 'header']).doUpdateSet(set))
        .execute();
  }
  const others = anyway ? choices.anyway.filter((line) => line !== anyway.line) : choices.anyway;
  const next: Choices = {
    corrected: [...choices.corrected.filter(({ line }) => line !== correct?.line), ...(correct ? [correct] : [])],
    anyway: anyway?.wanted ? [...others, anyway.line] : others,
  };
  if (correct || anyway)
    await db
      .updateTable('statement_imports')
      .set({ choices: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
}

/** Gives up one that was not imported. */
export async function cancelStatement(db: UserDb, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('statement_imports')
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw new AppError('not_found', { message: NO_SUCH_STATEMENT });
}
