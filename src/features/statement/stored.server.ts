import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { callerId } from '../file/store.server.ts';
import { Correction, type StatementChange, type StatementPreview, type StatementQuestion } from './preview.ts';
import { DATE_ORDERS } from './read/fields.ts';
import type { Answer } from './read/job.ts';
import { Mapping } from './read/mapping.ts';
import { reader } from './read/reader.server.ts';
import type { FileAccount, Head, Question } from './read/statement.ts';
import { correctLines, removeLines, writeLines } from './statement-lines.server.ts';

type Keys = Pick<Services, 'secret' | 'clock'>;

const AnswerSchema: z.ZodType<Answer> = z.union([z.strictObject({ order: z.enum(DATE_ORDERS) }), Mapping]);

/** The answer for files with the same headings, and the formats for which it was confirmed. */
const Remembered = z.object({ answer: AnswerSchema, formats: z.array(z.string()) });
const MAX_FORMATS = 12;

const Choices = z.object({
  corrected: z.array(Correction).default([]),
  anyway: z.array(z.number()).default([]),
  personal: z.array(z.object({ line: z.number(), wanted: z.boolean() })).default([]),
});
export type Choices = z.infer<typeof Choices>;

/** Everything that a preview needs apart from the lines. */
type Findings = Pick<StatementPreview, 'question' | 'answered' | 'warnings' | 'name' | 'bank' | 'order'> & {
  layout: string;
  account: FileAccount | null;
};

export type Waiting = { fileName: string; findings: Findings; choices: Choices };

function findingsOf(statement: Head | Question): Findings {
  if (statement.kind === 'ask') return { ...NO_FINDINGS, question: shownQuestion(statement) };
  const { layout, name, bank = null, account = null, order, warnings, mapped } = statement;
  const answered = mapped ? shownQuestion(mapped.question) : null;
  return { question: null, answered, warnings, name, bank, order, layout, account };
}

const NO_FINDINGS: Omit<Findings, 'question'> = {
  answered: null,
  warnings: [],
  name: '',
  bank: null,
  order: 'dmy',
  layout: '',
  account: null,
};

function shownQuestion({ what, why, name, headings, samples, likely }: Question): StatementQuestion {
  return { what, why: why ?? null, name: name ?? null, headings, samples, likely };
}

const headerKey = (header: string) => createHash('sha256').update(header).digest('hex');

type NewStatement = { owner: string; name: string; bytes: Uint8Array; signal?: AbortSignal };

/** Reads and stores a file, with a remembered answer for the same headings and formats. Throws `invalid_input`. */
export async function addStatement(keys: Keys, asOwner: AsOwner, file: NewStatement): Promise<{ id: string }> {
  const { owner, name, bytes, signal } = file;
  const job = { secret: keys.secret, today: londonDay(keys.clock.now()) };
  const whose = { owner, ...(signal && { signal }) };
  const first = await reader.readStatement({ ...job, file: { bytes }, answer: undefined }, whose);
  if (first.statement.kind === 'refused') throw refusal(first.statement.reason);
  if (first.statement.kind === 'lines')
    return insertStatement(asOwner, { name, findings: findingsOf(first.statement), parts: first.parts });
  const { cells, ...question } = first.statement;
  const asked = { name, cells, findings: findingsOf(question), parts: [] };
  const known = await asOwner((db) => readRemembered(db, question));
  if (!known || !cells) return insertStatement(asOwner, asked);
  const { statement, parts } = await reader.readStatement({ ...job, file: { cells }, answer: known.answer }, whose);
  if (statement.kind === 'lines' && statement.mapped && known.formats.includes(statement.mapped.formats))
    return insertStatement(asOwner, { name, cells, findings: findingsOf(statement), parts });
  const suggested = { ...question, likely: known.answer, why: WRITTEN_OTHERWISE };
  return insertStatement(asOwner, { ...asked, findings: findingsOf(suggested) });
}

type Read = { name: string; cells?: Uint8Array | undefined; findings: Findings; parts: readonly string[] };

async function insertStatement(asOwner: AsOwner, { name, cells, findings, parts }: Read): Promise<{ id: string }> {
  return asOwner(async (db) => {
    const added = await db
      .insertInto('statement_imports')
      .values({ file_name: name, findings: JSON.stringify(findings), cells: cells ? Buffer.from(cells) : null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeLines(db, added.id, parts);
    return added;
  });
}

async function readRemembered(db: UserDb, { header }: Question) {
  if (!header) return undefined;
  const found = await db
    .selectFrom('statement_mappings')
    .select('mapping')
    .where('header', '=', headerKey(header))
    .executeTakeFirst();
  return Remembered.safeParse(found?.mapping).data;
}

export async function readWaiting(db: UserDb, id: string, lock = sql``): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select file_name as "fileName", findings, choices from statement_imports
    where id = ${id} and imported_at is null ${lock}`.execute(db);
  if (!rows[0]) throw noSuchStatement();
  return { ...rows[0], choices: Choices.parse(rows[0].choices) };
}

/** Reads a statement and locks it against concurrent changes and imports. Throws `not_found`. */
export const lockWaiting = (db: UserDb, id: string) => readWaiting(db, id, sql`for update`);

const refusal = (message: string) => new AppError('invalid_input', { message });

const noSuchStatement = () =>
  new AppError('not_found', { message: 'We no longer have this statement. Upload the file again.' });

const WRITTEN_OTHERWISE =
  'Your last file with these columns had different amounts or dates. Check that the columns are still right.';

type Change = { id: string; change: StatementChange };

/** Stores an answer, a correction, or a choice for a line. Throws `not_found` or `invalid_input`. */
export async function changeStatement(keys: Keys, asOwner: AsOwner, { id, change }: Change): Promise<void> {
  const { mapping, order, correct, anyway, personal } = change;
  const answer: Answer | undefined = mapping ?? (order && { order });
  if (answer) await answerQuestion(keys, asOwner, { id, answer });
  if (!correct && !anyway && !personal) return;
  await asOwner(async (db) => {
    const { choices } = await lockWaiting(db, id);
    const others = anyway ? choices.anyway.filter((line) => line !== anyway.line) : choices.anyway;
    const next: Choices = {
      corrected: [...choices.corrected.filter(({ line }) => line !== correct?.line), ...(correct ? [correct] : [])],
      anyway: anyway?.wanted ? [...others, anyway.line] : others,
      personal: [...choices.personal.filter(({ line }) => line !== personal?.line), ...(personal ? [personal] : [])],
    };
    if (correct) await correctLines(db, id, [correct]);
    await db
      .updateTable('statement_imports')
      .set({ choices: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
  });
}

async function answerQuestion(keys: Keys, asOwner: AsOwner, { id, answer }: { id: string; answer: Answer }) {
  const { cells, owner } = await asOwner(async (db) => {
    await readWaiting(db, id);
    const kept = db.selectFrom('statement_imports').select('cells').where('id', '=', id);
    return { ...(await kept.executeTakeFirstOrThrow(noSuchStatement)), owner: await callerId(db) };
  });
  if (!cells) throw refusal('We recognise this file, so you do not need to choose columns.');
  const job = { file: { cells }, secret: keys.secret, today: londonDay(keys.clock.now()), answer };
  const { statement, parts } = await reader.readStatement(job, { owner });
  if (statement.kind === 'refused') throw refusal(statement.reason);
  if (statement.kind === 'ask' || statement.readable === 0)
    throw refusal('We could not read any rows. Check the columns you chose.');
  await asOwner(async (db) => {
    const { choices } = await lockWaiting(db, id);
    await removeLines(db, id);
    await writeLines(db, id, parts);
    await correctLines(db, id, choices.corrected);
    const set = { findings: JSON.stringify(findingsOf(statement)) };
    await db.updateTable('statement_imports').set(set).where('id', '=', id).execute();
    await remember(db, statement, answer);
  });
}

async function remember(db: UserDb, { mapped }: Head, answer: Answer): Promise<void> {
  if (!mapped?.question.header) return;
  const known = await readRemembered(db, mapped.question);
  // Formats that were confirmed with the same answer remain confirmed.
  const before = JSON.stringify(known?.answer) === JSON.stringify(answer) ? (known?.formats ?? []) : [];
  const formats = [...new Set([mapped.formats, ...before])].slice(0, MAX_FORMATS);
  const row = { mapping: JSON.stringify({ answer, formats }) };
  await db
    .insertInto('statement_mappings')
    .values({ header: headerKey(mapped.question.header), ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'header']).doUpdateSet(row))
    .execute();
}

export async function cancelStatement(db: UserDb, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('statement_imports')
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw noSuchStatement();
}
