import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Standing } from '../subscription/standing.ts';
import { quotaBytes, type StorageState, uploadRefusal } from './storage.ts';

type Row = {
  status: Standing['status'];
  plan: string | null;
  used: number;
  leaving: number;
  files: number;
  bytes: number;
};

export async function readStorage(db: UserDb): Promise<StorageState> {
  // `clear_at` is exactly 24 hours after upload only for files never used by a record.
  const { rows } = await sql<Row>`
    select st.status, s.plan, p.file_bytes as used, unnamed.*
    from profiles p join app.standing(app.instant()) st on st.user_id = p.id cross join app.own_subscription() s
    cross join lateral (
      select coalesce(sum(bytes), 0)::bigint as leaving, count(*) filter (where f.never) as files,
        coalesce(sum(bytes) filter (where f.never), 0)::bigint as bytes
      from (select bytes, clear_at = uploaded_at + interval '24 hours' as never
        from files where user_id = p.id and clear_at is not null) f) unnamed
    where p.id = app.user_id()`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated');
  const { status, plan, used, leaving, files, bytes } = row;
  const limitBytes = quotaBytes({ status, plan });
  return { usedBytes: used, limitBytes, leavingBytes: leaving, status, unnamed: { files, bytes } };
}

/** Throws `quota_exceeded` if an upload of `bytes` would exceed a limit. */
export async function assertQuota(db: UserDb, bytes: number): Promise<void> {
  const message = uploadRefusal(await readStorage(db), bytes);
  if (message) throw new AppError('quota_exceeded', { message });
}

/** Like `assertQuota`, but locks the account first, so that concurrent uploads are counted. */
export async function lockQuota(db: UserDb, bytes: number): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  await assertQuota(db, bytes);
}
