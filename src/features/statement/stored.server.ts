/** Statements that wait to be imported, encrypted, as they hold whole account numbers; and what the landlord has said about them. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { callerId } from '../file/store.server.ts';
import { Correction, type StatementChange } from './preview.ts';
import { DATE_ORDERS } from './read/fields.ts';
import type { Answer } from './read/job.ts';
import { Mapping } from './read/mapping.ts';
import { reader } from './read/reader.server.ts';
import { type Lines, MAX_LINES, type Question, type Statement } from './read/statement.ts';

type Keys = Pick<Services, 'secret' | 'clock'>;

/** Runs work as the landlord, in a transaction of its own: none is held open while a file is read. */
type AsOwner = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

const AnswerSchema: z.ZodType<Answer> = z.union([z.strictObject({ order: z.enum(DATE_ORDERS) }), Mapping]);

/** An answer for every file with the same headings, and how those files wrote signs, pence and dates. */
const Remembered = z.object({ answer: AnswerSchema, formats: z.array(z.string()) });
const MAX_FORMATS = 12;

const Choices = z.object({
  corrected: z.array(Correction).default([]),
  anyway: z.array(z.number()).default([]),
  personal: z.array(z.object({ line: z.number(), wanted: z.boolean() })).default([]),
  /** The answer for an earlier file with the same headings, which is asked again as this one is written differently. */
  suggested: AnswerSchema.optional(),
});
export type Choices = z.infer<typeof Choices>;

export type Stored = { id: string; fileName: string; statement: Lines | Question; choices: Choices };

const headerKey = (header: string) => createHash('sha256').update(header).digest('hex');

type NewStatement = { owner: string; name: string; bytes: Uint8Array; signal?: AbortSignal };

/** Keeps a file that can be read, or that only needs a question answered. Throws `invalid_input` with the reason. */
export async function addStatement(keys: Keys, asOwner: AsOwner, file: NewStatement): Promise<{ id: string }> {
  const { owner, name, bytes, signal } = file;
  const job = { file: { bytes }, secret: keys.secret, today: londonDay(keys.clock.now()) };
  const whose = { owner, ...(signal && { signal }) };
  const { statement, kept } = await reader.readStatement({ ...job, answer: undefined, keep: true }, whose);
  if (statement.kind === 'refused' || !kept) throw refusal(statement);
  const known = statement.kind === 'ask' ? await asOwner((db) => readRemembered(db, statement)) : undefined;
  const again = known && (await reader.readStatement({ ...job, answer: known.answer, keep: false }, whose)).statement;
  const fits = again?.kind === 'lines' && again.mapped && known?.formats.includes(again.mapped.formats);
  return asOwner((db) =>
    db
      .insertInto('statement_imports')
      .values({
        file_name: name,
        content: Buffer.from(kept),
        layout: fits ? again.layout : statement.kind === 'lines' ? statement.layout : null,
        mapping: fits ? JSON.stringify(known?.answer) : null,
        choices: JSON.stringify(known && !fits ? { suggested: known.answer } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
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

/** One that waits to be imported. Throws `not_found`. */
export async function openStatement(keys: Keys, asOwner: AsOwner, id: string): Promise<Stored> {
  const { owner, fileName, mapping, choices } = await asOwner((db) => readWaiting(db, id));
  const statement = await readKept(keys, asOwner, { id, owner, answer: AnswerSchema.safeParse(mapping).data });
  if (statement.kind === 'ask') return { id, fileName, statement: suggested(statement, choices), choices };
  return { id, fileName, statement: corrected(statement, choices), choices };
}

async function readWaiting(db: UserDb, id: string) {
  const found = await db
    .selectFrom('statement_imports')
    .select(['file_name as fileName', 'mapping', 'choices'])
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .where('content', 'is not', null)
    .executeTakeFirst();
  if (!found) throw noSuchStatement();
  return { ...found, choices: Choices.parse(found.choices), owner: await callerId(db) };
}

type Kept = { id: string; owner: string; answer: Answer | undefined };

type Recent = { reading: Promise<Lines | Question>; lines: number };

/** Statements that were read lately, so that each look at one does not read it again. Whose it is was checked before. */
const recent = new Map<string, Recent>();
const MAX_RECENT = 20;

/** Throws `not_found`, and `invalid_input` for a file that cannot be read. */
async function readKept(keys: Keys, asOwner: AsOwner, { id, owner, answer }: Kept): Promise<Lines | Question> {
  const today = londonDay(keys.clock.now());
  const key = JSON.stringify([id, answer, today]);
  const known = recent.get(key);
  if (known) return known.reading;
  const one: Recent = { reading: readContent(keys, asOwner, { id, owner, answer, today }), lines: 0 };
  recent.set(key, one);
  try {
    const statement = await one.reading;
    one.lines = statement.kind === 'lines' ? statement.lines.length + statement.unreadable.length : 0;
    forgetOldest();
    return statement;
  } catch (error) {
    recent.delete(key);
    throw error;
  }
}

async function readContent(keys: Keys, asOwner: AsOwner, { id, owner, answer, today }: Kept & { today: string }) {
  const { content } = await asOwner((db) =>
    db.selectFrom('statement_imports').select('content').where('id', '=', id).executeTakeFirstOrThrow(noSuchStatement),
  );
  if (!content) throw noSuchStatement();
  const job = { file: { kept: content }, secret: keys.secret, today, answer, keep: false };
  const { statement } = await reader.readStatement(job, { owner });
  if (statement.kind === 'refused') throw refusal(statement);
  return statement;
}

/** What stays has no more lines than one file may have. */
function forgetOldest(): void {
  let lines = 0;
  for (const [place, [key, one]] of [...recent].toReversed().entries()) {
    lines += one.lines;
    if (place >= MAX_RECENT || (place > 0 && lines > MAX_LINES)) recent.delete(key);
  }
}

function refusal(statement: Statement): AppError {
  return new AppError('invalid_input', statement.kind === 'refused' ? { message: statement.reason } : {});
}

const noSuchStatement = () =>
  new AppError('not_found', { message: 'This statement is no longer there. Please choose the file again.' });

const WRITTEN_OTHERWISE =
  'Your last file with these columns wrote its amounts or dates differently. Please check that the columns still fit.';

function suggested(question: Question, { suggested: answer }: Choices): Question {
  return answer ? { ...question, likely: answer, why: WRITTEN_OTHERWISE } : question;
}

/** Lines that the landlord has corrected are among those that can be read. */
function corrected(statement: Lines, choices: Choices): Lines {
  if (choices.corrected.length === 0) return statement;
  const by = new Map(choices.corrected.map((one) => [one.line, one]));
  const right = statement.unreadable.flatMap(({ line }) => by.get(line) ?? []);
  const more = right.map((one) => ({ ...one, reference: '', externalId: null, category: null, notPosted: null }));
  return {
    ...statement,
    lines: [...statement.lines, ...more].sort((one, other) => one.line - other.line),
    unreadable: statement.unreadable.filter(({ line }) => !by.has(line)),
  };
}

type Change = { id: string; change: StatementChange };

/** Answers the question of a file, corrects a line, or says that one is imported anyway. Throws `not_found`, `invalid_input`. */
export async function changeStatement(keys: Keys, asOwner: AsOwner, { id, change }: Change): Promise<void> {
  const { mapping, order, correct, anyway, personal } = change;
  const answer: Answer | undefined = mapping ?? (order && { order });
  if (answer) await answerQuestion(keys, asOwner, { id, answer });
  if (!correct && !anyway && !personal) return;
  await asOwner(async (db) => {
    // Locked, so that of two changes at once none is lost.
    await db.selectFrom('statement_imports').select('id').where('id', '=', id).forUpdate().execute();
    const { choices } = await readWaiting(db, id);
    const others = anyway ? choices.anyway.filter((line) => line !== anyway.line) : choices.anyway;
    const next: Choices = {
      ...choices,
      corrected: [...choices.corrected.filter(({ line }) => line !== correct?.line), ...(correct ? [correct] : [])],
      anyway: anyway?.wanted ? [...others, anyway.line] : others,
      personal: [...choices.personal.filter(({ line }) => line !== personal?.line), ...(personal ? [personal] : [])],
    };
    await db
      .updateTable('statement_imports')
      .set({ choices: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
  });
}

async function answerQuestion(keys: Keys, asOwner: AsOwner, { id, answer }: { id: string; answer: Answer }) {
  const { owner } = await asOwner((db) => readWaiting(db, id));
  const read = await readKept(keys, asOwner, { id, owner, answer });
  if (read.kind === 'ask' || read.lines.length === 0)
    throw new AppError('invalid_input', { message: 'No line can be read in this way. Please check the columns.' });
  const { mapped } = read;
  await asOwner(async (db) => {
    const set = { mapping: JSON.stringify(answer), layout: read.layout };
    await db.updateTable('statement_imports').set(set).where('id', '=', id).execute();
    if (!mapped?.question.header) return;
    const known = await readRemembered(db, mapped.question);
    // Formats that were accepted with this very answer stay accepted.
    const before = JSON.stringify(known?.answer) === JSON.stringify(answer) ? (known?.formats ?? []) : [];
    const formats = [...new Set([mapped.formats, ...before])].slice(0, MAX_FORMATS);
    const row = { mapping: JSON.stringify({ answer, formats }) };
    await db
      .insertInto('statement_mappings')
      .values({ header: headerKey(mapped.question.header), ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'header']).doUpdateSet(row))
      .execute();
  });
}

/** Gives up one that was not imported. */
export async function cancelStatement(db: UserDb, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('statement_imports')
    .where('id', '=', id)
    .where('imported_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw noSuchStatement();
}
