-- When the email about the comment is due. Comments of an inspection with the same time share an email. Null for
-- comments from before this migration.
alter table public.inspection_comments add column email_at timestamptz(3);

create index on public.inspections (user_id, comments_until) where shared_at is not null and locked_at is null;
