-- Opens the sample account (decision 60) of a session's person if there is none. The rest of the transaction acts as
-- its member with `role`. Returns whether the portfolio has been added. TN401: no session.
create function app.enter_sample(session_token text, role text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  account uuid;
begin
  select user_id into person from auth.sessions where token = session_token;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  -- Prevents two tabs from opening two sample accounts.
  perform from auth.users where id = person for no key update;
  select id into account from public.profiles where owner_id = person and sample;
  if not found then
    account := auth.open_account(person, app.instant(), true);
    insert into public.members (user_id, person_id, name, email, role, state, joined_at)
    values (account, gen_random_uuid(), 'Leila Haddad', 'leila@post.example', 'manager', 'active', app.instant()),
      (account, gen_random_uuid(), 'Martin Oakes', 'martin@post.example', 'bookkeeper', 'active', app.instant());
  end if;
  perform app.set_actor(account, concat_ws(' ', m.person_id, m.id, m.role, m.whole), app.instant())
  from public.members m where m.user_id = account and m.role = enter_sample.role and (m.role <> 'owner' or m.person_id = person);
  return exists (select from public.properties where user_id = account);
end $$;

create function app.open_sample(session_token text) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update auth.sessions s set account_id = p.id from public.profiles p
  where s.token = session_token and p.owner_id = s.user_id and p.sample;
end;

-- Deletes a person's sample accounts, and those that ended by `at`. Either argument may be null.
create function auth.delete_samples(person uuid, at timestamptz) returns void language plpgsql as $$
declare
  before constant text := current_setting('app.is_deleting_account', true);
begin
  perform set_config('app.is_deleting_account', app.sign('leaving'), true);
  delete from public.profiles where sample and (owner_id = person or trial_end_date <= at);
  perform set_config('app.is_deleting_account', coalesce(before, ''), true);
end $$;

create function app.remove_sample(session_token text) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select auth.delete_samples(auth.session_person(session_token), null);
end;

create function app.remove_ended_samples(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select auth.delete_samples(null, remove_ended_samples.at);
end;

-- TN424: a sample account cannot invite people, pay for a plan, connect a bank, add API keys or email tenants.
create function app.refuse_in_sample() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select sample from public.profiles where id = new.user_id) then
    raise exception 'a sample account' using errcode = 'TN424';
  end if;
  return new;
end $$;

create trigger refuse_in_sample before insert on public.members for each row when (new.state = 'invited') execute function app.refuse_in_sample();
create trigger refuse_in_sample before insert on public.subscriptions for each row execute function app.refuse_in_sample();
create trigger refuse_in_sample before insert on public.bank_connections for each row execute function app.refuse_in_sample();
create trigger refuse_in_sample before insert or update on public.reminder_settings for each row when (new.active) execute function app.refuse_in_sample();
create trigger refuse_in_sample before insert on public.rent_emails for each row execute function app.refuse_in_sample();

grant execute on function app.enter_sample(text, text), app.open_sample(text), app.remove_sample(text) to tenure_app;
grant execute on function app.remove_ended_samples(timestamptz) to tenure_jobs;
