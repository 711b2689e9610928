-- Up Migration
-- Keys of adds: an add that is sent again, as after a lost answer, finds the record that it made.

create table app.add_keys (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Made by who adds, for this one add.
  key uuid not null,
  -- As the API's path names it.
  noun text not null,
  -- Of what was to be added.
  fingerprint text not null,
  -- Null only until it is added, in the same transaction. The record may be deleted since, so this is no link.
  record_id uuid,
  added_at timestamptz not null default app.instant(),
  primary key (user_id, key)
);
create index on app.add_keys (added_at);
select app.own_rows('app.add_keys');
grant select, insert (key, noun, fingerprint), update (record_id) on app.add_keys to tenure_app;

-- Nobody sends an add again after 30 days.
create function app.clear_add_keys(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from app.add_keys where added_at <= at - interval '30 days';
end;
grant execute on function app.clear_add_keys(timestamptz) to tenure_app;
