-- When the email about a comment is due. Comments of the same inspection and time share an email. Null for older ones.
alter table public.inspection_comments add column email_at timestamptz(3);

-- For the notices of an account.
create index on public.inspections (user_id, comments_until) where shared_at is not null and locked_at is null;
