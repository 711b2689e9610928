import { sql } from 'kysely';
import { mapCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { ACCOUNT_NAMES, optionOf } from '../bank/bank-account.ts';
import { daysOf, type ImportLine, importEntries } from '../bank-row/entries.server.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import { payerKey, ruleKey } from '../bank-row/payer/payer.ts';
import { learn, setLettingsOnly } from '../bank-row/payer/rules.server.ts';
import type { StatementTarget } from './preview.ts';
import { fileTarget, readFacts, readLines, readOwn, removeLines } from './statement-lines.server.ts';
import { lockWaiting, type Waiting } from './stored.server.ts';

/** Imports all new lines in the caller's transaction. Throws `not_found`, or `invalid_input` for an open question. */
export async function importStatement(
  db: UserDb,
  id: string,
  { into, progress }: { into: StatementTarget; progress: (progress: { done: number; of: number }) => void },
): Promise<{ imported: number; updated: number; known: number; asked: number; account: string }> {
  const { findings, choices } = await lockWaiting(db, id);
  if (findings.question) throw new AppError('invalid_input', { message: 'Choose how to read this file.' });
  const accountId = into.accountId ?? (await addAccount(db, findings, into));
  const [lines, facts] = [await readLines(db, id), await readFacts(db, id)];
  const own = findings.layout === 'tenure' ? await readOwn(db, lines) : new Map<number, string>();
  const anyway = new Set(choices.anyway);
  if (into.lettingsOnly !== undefined) await setLettingsOnly(db, { id: accountId, lettingsOnly: into.lettingsOnly });
  const choiceByLine = new Map(choices.personal.map(({ line, wanted }) => [line, wanted]));
  const given = await mapCooperatively(
    lines.filter(({ place, line, notPosted }) => anyway.has(line) || (!notPosted && !own.has(place))),
    ({ place: _, notPosted: __, factsAt, ...line }): ImportLine => {
      const personal = choiceByLine.get(line.line);
      return { ...line, category: null, facts: facts.get(factsAt), ...(personal !== undefined && { personal }) };
    },
  );
  const report = (done: number) => progress({ done, of: given.length });
  const outcome = await importEntries(db, { ...fileTarget(accountId, daysOf(given)), importId: id }, given, {
    anyway,
    progress: report,
  });
  await learnLines(db, given);
  const account = await db
    .selectFrom('bank_accounts')
    .select(['name', 'institution', 'account_number as accountNumber'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await removeLines(db, id);
  await db
    .updateTable('statement_imports')
    .set({
      findings: null,
      cells: null,
      choices: '{}',
      bank_account_id: accountId,
      rows: outcome.imported,
      imported_at: sql`app.instant()`,
    })
    .where('id', '=', id)
    .execute();
  const { imported, updated, asked } = outcome;
  return { imported, updated, asked, known: outcome.known + own.size, account: optionOf(account) };
}

/** Creates a manual account, with the account number from the file if it has one. */
async function addAccount(
  db: UserDb,
  { account }: Waiting['findings'],
  { account: given }: StatementTarget,
): Promise<string> {
  if (!given) throw invalidField('accountId', 'Choose an account');
  const added = await db
    .insertInto('bank_accounts')
    .values({
      name: ACCOUNT_NAMES[given.accountType],
      institution: given.institution,
      account_number: account?.accountNumber ?? '****',
      sort_code: account?.sortCode ?? null,
      fingerprint: account?.fingerprint ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Stores the landlord's choices as payer rules, unless two lines of a payer differ. */
async function learnLines(db: UserDb, lines: readonly ImportLine[]): Promise<void> {
  const chosen = lines.flatMap(({ personal, facts, text }) =>
    personal === undefined || !facts ? [] : { personal, facts, text },
  );
  const wanted = new Map<string, Set<boolean>>();
  const keyOf = ({ facts, text }: (typeof chosen)[number]) => ruleKey(facts.type, payerKey(text));
  for (const one of chosen) wanted.set(keyOf(one), new Set([...(wanted.get(keyOf(one)) ?? []), one.personal]));
  await learn(
    db,
    chosen
      .filter((one) => wanted.get(keyOf(one))?.size === 1)
      .map(({ personal, facts, text }) => {
        const category = personal ? NOT_LETTINGS : facts.category;
        return { text, type: facts.type, id: null, choice: { category } };
      }),
  );
}
