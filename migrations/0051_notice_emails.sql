-- Up Migration
-- Emails about what needs attention: a weekly digest, and one on the day on which something expires.

-- For which day a landlord was last looked at for an email of a kind, so that each comes once, with any number of servers.
create table app.notice_emails (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('digest', 'expiry')),
  day date not null,
  primary key (user_id, kind)
);
select app.own_rows('app.notice_emails');
grant select on app.notice_emails to tenure_app;

-- Landlords who may be emailed about what they own. No definer, so that it is inlined into the statements it stands in.
create function app.emailed_landlords(at timestamptz) returns table (user_id uuid, name text, email text)
  language sql stable
begin atomic
  select p.id, p.name, p.email
  from public.profiles p join auth.users u on u.id = p.id join app.standing(emailed_landlords.at) st on st.user_id = p.id
  where p.email_notifications and u.email_verified and st.status <> 'expired';
end;

-- Chooses at most so many landlords who were not looked at for this kind and day, and marks them; their emails are queued in the same
-- transaction. Of two servers at once the second waits and finds them marked. For an expiry only those of whom something ends that day.
create function app.take_notice_emails(at timestamptz, wanted text, on_day date, max_landlords integer) returns table (user_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.notice_emails as kept (user_id, kind, day)
  select l.user_id, wanted, on_day from app.emailed_landlords(at) l
  where not exists (select from app.notice_emails e where e.user_id = l.user_id and e.kind = wanted and e.day >= on_day)
    and (wanted <> 'expiry' or l.user_id in (
      select p.user_id from public.properties p cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
      where not p.sample and ends.value = on_day::text))
  order by l.user_id limit max_landlords
  on conflict (user_id, kind) do update set day = excluded.day where kept.day < excluded.day
  returning kept.user_id;
end;

-- To whom such an email goes as it is sent; no row where they are no longer to be emailed.
create function app.emailed_landlord(at timestamptz, landlord uuid) returns table (name text, email text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.name, l.email from app.emailed_landlords(at) l where l.user_id = landlord;
end;
grant execute on function app.take_notice_emails(timestamptz, text, date, integer), app.emailed_landlord(timestamptz, uuid) to tenure_app;
