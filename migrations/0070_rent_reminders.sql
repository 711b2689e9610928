-- Up Migration
-- Reminders of rent by email to tenants (decision 38): what a landlord wants, and every email with what became of it.

create table public.reminder_settings (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  -- In days from the day on which rent is due.
  steps smallint[] not null check (cardinality(steps) between 1 and 8 and -14 <= all (steps) and 60 >= all (steps)),
  active boolean not null default false,
  -- Since when the landlord knows what tenants read.
  previewed_at timestamptz(3),
  check (not active or previewed_at is not null)
);
select app.own_rows('public.reminder_settings');
grant select, insert (steps, active, previewed_at), update (steps, active, previewed_at) on public.reminder_settings to tenure_app;

alter table public.tenancies add column reminded boolean not null default true;
grant update (reminded) on public.tenancies to tenure_app;

create table public.rent_emails (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- The rent that it reminds of, and so many days from then.
  due_on date not null,
  step smallint not null,
  recipient text not null,
  subject text not null,
  body text not null,
  -- sent: the mail server took it; what became of it there nobody knows. withdrawn: it was paid, or the day was over, before it went out.
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'withdrawn')),
  reason text,
  queued_at timestamptz(3) not null default app.instant(),
  -- One email of a step to one address, whatever happens.
  unique (tenancy_id, due_on, step, recipient),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_emails (user_id, tenancy_id, queued_at desc);
create index on public.rent_emails (user_id, queued_at);
create index on public.rent_emails (user_id) where state = 'queued';
select app.own_rows('public.rent_emails');
grant select, insert (tenancy_id, due_on, step, recipient, subject, body), update (state, reason) on public.rent_emails to tenure_app;

create function app.tell_of_email() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.notify_live(new.user_id, 'rent', new.tenancy_id, null);
  return null;
end $$;
create trigger tell_of_email after insert or update on public.rent_emails for each row execute function app.tell_of_email();

-- Whose tenants may be reminded now: who wants it, has confirmed their address, and has a trial or a plan that runs.
create function app.landlords_reminding(at timestamptz) returns table (user_id uuid, status text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.user_id, st.status
  from public.reminder_settings s join auth.users u on u.id = s.user_id and u.email_verified
  join app.standing(landlords_reminding.at) st on st.user_id = s.user_id
  where s.active and st.status <> 'expired'
  order by s.user_id;
end;
grant execute on function app.landlords_reminding(timestamptz) to tenure_jobs;
