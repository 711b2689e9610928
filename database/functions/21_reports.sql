-- Members who may receive emails of reports that they saved.
create function app.report_readers(at timestamptz) returns table (member_id uuid, user_id uuid, name text, email text)
  language sql stable
begin atomic
  select m.id, m.user_id, u.name, u.email
  from public.members m join auth.users u on u.id = m.person_id join app.standing(report_readers.at) st on st.user_id = m.user_id
  join public.profiles p on p.id = m.user_id and not p.sample
  where m.state = 'active' and (m.ends_on is null or m.ends_on >= (report_readers.at at time zone 'Europe/London')::date)
    and app.role_may(m.role, 'reports.see') and u.email_verified and st.status <> 'expired';
end;

-- Marks reports as emailed for a month and returns them, so that each is emailed once.
create function app.claim_report_emails(at timestamptz, month date, max_rows integer) returns table (user_id uuid, member_id uuid, report_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with due as (
    select r.id from public.saved_reports r join app.report_readers(claim_report_emails.at) m on m.member_id = r.member_id and m.user_id = r.user_id
    where r.monthly and (r.emailed_for is null or r.emailed_for < month) and (r.date_added at time zone 'Europe/London')::date < month
    order by r.id limit max_rows for update of r
  )
  update public.saved_reports r set emailed_for = month from due
  where r.id = due.id and (r.emailed_for is null or r.emailed_for < month) returning r.user_id, r.member_id, r.id;
end;

-- The recipient at the time of sending; no row if the emails have been turned off.
create function app.report_reader(at timestamptz, member uuid, saved uuid) returns table (name text, email text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.name, m.email from app.report_readers(report_reader.at) m join public.saved_reports r on r.member_id = m.member_id and r.user_id = m.user_id
  where m.member_id = member and r.id = saved and r.monthly;
end;

create function app.stop_report_emails(saved uuid) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.saved_reports set monthly = false where id = saved and monthly;
end;

grant execute on function app.claim_report_emails(timestamptz, date, integer), app.report_reader(timestamptz, uuid, uuid), app.stop_report_emails(uuid) to tenure_jobs;

select app.keep_search('public.saved_reports', 'reports.see');
select app.keep_record('public.saved_reports', 'saved report', 'name', derived => '{emailed_for}');
-- Sending an email does not change the version.
create or replace trigger next_version before update on public.saved_reports for each row
  when (old.emailed_for is not distinct from new.emailed_for) execute function app.next_version();
grant select, insert (name, report, query, monthly), update (name, report, query, monthly), delete on public.saved_reports to tenure_app;
grant select, insert (property_id, value), update (value), delete on public.property_values to tenure_app;

select app.open_to_members('public.saved_reports', 'reports', 'true', false),
  app.open_to_members('public.property_values', 'reports', 'property_id in (select app.my_properties())', false);
