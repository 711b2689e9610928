-- Up Migration
-- What becomes of a reminder is told whatever happens while it is sent, and what a landlord sets for rent stands in the activity (decision 38).

alter table public.rent_emails drop constraint rent_emails_state_check;
-- handed: on its way to the mail server, which has not answered; it stays so where the server that sent it stopped, and is not sent again.
alter table public.rent_emails add constraint rent_emails_state_check check (state in ('queued', 'handed', 'sent', 'refused', 'withdrawn'));
-- An email is written as things stand when it is handed over; one to an address that is refused again and again is not sent at all.
grant insert (state, reason), update (subject, body) on public.rent_emails to tenure_app;
-- What was sent stays as it was read.
create function app.keep_sent_email() returns trigger language plpgsql as $$
begin
  raise exception 'this email was sent' using errcode = 'check_violation';
end $$;
create trigger keep_sent before update on public.rent_emails for each row
  when (old.state <> 'queued' and (old.subject, old.body, old.recipient) is distinct from (new.subject, new.body, new.recipient))
  execute function app.keep_sent_email();

-- What waits since an earlier day of London's goes nowhere, also where its landlord may not write any more.
create function app.withdraw_late_reminders(at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.rent_emails set state = 'withdrawn', reason = 'The day was over before it could be sent.'
  where state = 'queued' and queued_at < date_trunc('day', at at time zone 'Europe/London') at time zone 'Europe/London';
end;
grant execute on function app.withdraw_late_reminders(timestamptz) to tenure_jobs;

create function app.log_rent_setting(landlord uuid, noun text, action text, label text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into public.activity (user_id, actor_id, at, noun, action, record_count, label)
  select landlord, app.user_id(), app.instant(), noun, action, 1, label where not app.leaving();
end;
create function app.log_reminders() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.log_rent_setting(new.user_id, 'reminders', 'changed', case when new.active then 'on' else 'off' end);
  return null;
end $$;
create trigger log_changed after update on public.reminder_settings for each row
  when ((old.active, old.steps) is distinct from (new.active, new.steps)) execute function app.log_reminders();
create function app.log_base_rate() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rate constant public.base_rates := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_rent_setting(rate.user_id, 'base rate', case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    trim_scale(rate.percent) || '% from ' || to_char(rate.starts_on, 'DD Mon YYYY'));
  return null;
end $$;
create trigger log_added after insert on public.base_rates for each row execute function app.log_base_rate();
create trigger log_changed after update on public.base_rates for each row when (old.percent <> new.percent) execute function app.log_base_rate();
create trigger log_removed after delete on public.base_rates for each row execute function app.log_base_rate();
