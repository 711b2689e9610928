-- Up Migration
-- Notices follow from the landlord's rows and are not kept. Kept is what the landlord did about one: it was read, or put off.

-- `key` names a fact with its date (src/features/notification/notification.server.ts): a certificate that is renewed and ends again is another.
create table public.notice_marks (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  key text not null check (char_length(key) <= 200),
  read_at timestamptz(3),
  -- Hidden before this day.
  snoozed_until date,
  primary key (user_id, key)
);
select app.own_rows('public.notice_marks');
grant select, delete, insert (key, read_at, snoozed_until), update (read_at, snoozed_until) on public.notice_marks to tenure_app;
