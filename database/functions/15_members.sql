-- TN410: the change leaves no active owner. Locks the account, so that two owners cannot remove each other.
-- The longest-standing owner replaces an `owner_id` who is no longer an owner.
create function app.require_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_owner record;
begin
  if app.is_deleting_account() then
    return null;
  end if;
  perform from public.profiles where id = old.user_id for no key update;
  if not found then
    return null;
  end if;
  select person_id, name, email into next_owner from public.members
  where user_id = old.user_id and role = 'owner' and state = 'active' order by joined_at, id limit 1;
  if not found then
    raise exception 'last owner' using errcode = 'TN410';
  end if;
  update public.profiles p set owner_id = next_owner.person_id, name = next_owner.name, email = next_owner.email
  where p.id = old.user_id and not exists (select from public.members m
    where m.user_id = p.id and m.person_id = p.owner_id and m.role = 'owner' and m.state = 'active');
  return null;
end $$;

-- TN403: the caller changes another member, but has ceased to be an owner since the request began.
-- A change that leaves no owner raises TN410 in app.require_owner instead.
create function app.check_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.id <> app.member_id() then
    perform from public.profiles where id = old.user_id for no key update;
    if exists (select from public.members where user_id = old.user_id and id <> old.id and state = 'active' and role = 'owner')
      and not exists (select from public.members where id = app.member_id() and state = 'active' and role = 'owner') then
      raise exception 'not allowed' using errcode = 'TN403';
    end if;
  end if;
  return new;
end $$;

-- Deletes a former member's feeds, notice states and properties, and makes the account's tabs refetch their session.
create function app.end_membership() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  if new.state = 'left' then
    delete from public.calendar_feeds where member_id = new.id;
    delete from public.notice_states where member_id = new.id;
    delete from app.member_properties where member_id = new.id;
  end if;
  perform app.notify_live(new.user_id, 'session', null, null);
  return null;
end $$;

-- The invitation with a token's hash; no row for an unknown hash.
-- `properties` has up to 6 addresses: screens show 5, and a sixth means that there are more.
-- `found_state`: open, expired, used, revoked, or gone if the inviter is no longer an owner.
create function app.read_invitation(given_hash text, at timestamptz)
  returns table (account text, inviter text, email text, role text, whole boolean, properties text[], ends_on date, tax_years text[], sees_payers boolean,
    known boolean, found_state text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(p.account_name, p.name), coalesce(i.name, ''), m.email, m.role, m.whole,
    array(select a.address || ', ' || a.city from app.member_properties mp join public.properties a on a.id = mp.property_id
      where mp.member_id = m.id and m.state = 'invited' order by a.address, a.id limit 6),
    m.ends_on, m.tax_years, m.sees_payers, exists (select from auth.users u where u.email = lower(m.email)),
    case
      when m.state = 'revoked' then 'revoked'
      when m.state <> 'invited' then 'used'
      when i.id is null then 'gone'
      when m.expires_at <= read_invitation.at or m.ends_on < (read_invitation.at at time zone 'Europe/London')::date then 'expired'
      else 'open'
    end
  from public.members m join public.profiles p on p.id = m.user_id
  left join public.members i on i.user_id = m.user_id and i.person_id = m.invited_by and i.state = 'active' and i.role = 'owner'
  where m.token_hash = given_hash;
end;

-- Locks the account of an invitation, like other changes of its team, then the invitation. Null for an unknown hash.
create function app.lock_invitation(given_hash text) returns public.members language plpgsql as $$
declare
  invitation public.members;
begin
  perform from public.profiles p where p.id = (select m.user_id from public.members m where m.token_hash = given_hash) for no key update;
  select m.* into invitation from public.members m where m.token_hash = given_hash for update;
  return invitation;
end $$;

-- Joins an account by an invitation, and switches the session to it.
-- Outcomes: joined, member, wrong_email, too_many (20 accounts), or the invitation's `found_state`. TN401: no session.
-- Checks the session here, as the caller may have no account.
create function app.accept_invitation(session_token text, given_hash text, at timestamptz, out outcome text, out account uuid, out member uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person record;
  invitation public.members;
begin
  select u.id, u.name, u.email into person
  from auth.sessions s join auth.users u on u.id = s.user_id where s.token = session_token and s.expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  invitation := app.lock_invitation(given_hash);
  select r.found_state into outcome from app.read_invitation(given_hash, at) r;
  if outcome is distinct from 'open' then
    outcome := coalesce(outcome, 'expired');
    return;
  end if;
  account := invitation.user_id;
  if lower(invitation.email) <> lower(person.email) then
    outcome := 'wrong_email';
    return;
  end if;
  if exists (select from public.members m where m.user_id = account and m.person_id = person.id and m.state in ('active', 'paused')) then
    update public.members set state = 'revoked' where id = invitation.id;
    outcome := 'member';
    return;
  end if;
  if (select count(*) >= 20 from public.members m where m.person_id = person.id and m.state in ('active', 'paused')) then
    outcome := 'too_many';
    return;
  end if;
  update public.members m set person_id = person.id, name = person.name, email = person.email, state = 'active', joined_at = at,
    email_notifications = m.role in ('owner', 'manager')
  where id = invitation.id;
  update auth.users set email_verified = true where id = person.id and not email_verified;
  update auth.sessions set account_id = account where token = session_token;
  update public.people set last_account_id = account where id = person.id;
  perform app.notify_live(account, 'session', null, null);
  member := invitation.id;
  outcome := 'joined';
end $$;

-- Accepts one of app.session_invitations, and returns the outcome.
create function app.accept_own_invitation(session_token text, invitation uuid, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  given_hash text;
begin
  select m.token_hash into given_hash from public.members m
  join auth.users u on u.email = lower(m.email) and u.email_verified join auth.sessions s on s.user_id = u.id
  where m.id = invitation and m.state = 'invited' and s.token = session_token and s.expires_at > at;
  return (app.accept_invitation(session_token, given_hash, at)).outcome;
end $$;

-- Declines an open invitation. Returns the inviter, for an email; no row if the invitation is not open.
create function app.decline_invitation(given_hash text, at timestamptz) returns table (name text, email text, account text, invited text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.lock_invitation(given_hash);
  if (select r.found_state from app.read_invitation(given_hash, at) r) is distinct from 'open' then
    return;
  end if;
  return query
    with declined as (update public.members m set state = 'revoked' where m.token_hash = given_hash returning m.*)
    select u.name, u.email, coalesce(p.account_name, p.name), d.email
    from declined d join auth.users u on u.id = d.invited_by join public.profiles p on p.id = d.user_id;
end $$;

-- Records a request for a new link to replace an expired one, at most once a day. Returns the owners, for emails.
create function app.request_invitation(given_hash text, at timestamptz) returns table (name text, email text, account text, invited text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select r.found_state from app.read_invitation(given_hash, at) r) is distinct from 'expired' then
    return;
  end if;
  return query
    with asked as (update public.members m set asked_at = at where m.token_hash = given_hash
      and (m.asked_at is null or m.asked_at <= at - interval '1 day') returning m.*)
    select o.name, o.email, coalesce(p.account_name, p.name), a.email
    from asked a join public.profiles p on p.id = a.user_id
    join public.members o on o.user_id = a.user_id and o.role = 'owner' and o.state = 'active';
end $$;

-- The person of a session, who may have no membership, and the account they worked in last. All null without a session.
create function app.session_person(session_token text, at timestamptz, out id uuid, out name text, out email text, out own_account boolean,
  out last_account text, out paused boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.id, u.name, u.email, exists (select from public.members m join public.profiles p on p.id = m.user_id and not p.sample
      where m.person_id = u.id and m.role = 'owner' and m.state = 'active'),
    l.account, coalesce(l.paused, false)
  from auth.sessions s join auth.users u on u.id = s.user_id left join public.people o on o.id = u.id
  left join lateral (
    select coalesce(p.account_name, p.name) as account, m.state = 'paused' as paused
    from public.members m join public.profiles p on p.id = m.user_id
    where m.person_id = u.id and m.user_id = coalesce(s.account_id, o.last_account_id) order by m.joined_at desc limit 1
  ) l on true
  where s.token = session_token and s.expires_at > session_person.at;
end;

-- The accounts of a session's person, by name. `working` marks the session's current account.
create function app.session_accounts(session_token text, at timestamptz) returns table (id uuid, name text, role text, ends_on date, working boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.id, coalesce(p.account_name, p.name), m.role, m.ends_on,
    p.id = coalesce(s.account_id, auth.first_account(s.user_id, session_accounts.at))
  from auth.sessions s join public.members m on m.person_id = s.user_id and m.state = 'active'
    and (m.ends_on is null or m.ends_on >= (session_accounts.at at time zone 'Europe/London')::date)
  join public.profiles p on p.id = m.user_id
  where s.token = session_token and s.expires_at > session_accounts.at
  order by app.sort_key(coalesce(p.account_name, p.name)), p.id;
end;

-- Open invitations to the confirmed email address of a session's person.
create function app.session_invitations(session_token text, at timestamptz) returns table (id uuid, account text, inviter text, role text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select m.id, i.account, i.inviter, i.role
  from auth.sessions s join auth.users u on u.id = s.user_id and u.email_verified
  join public.members m on lower(m.email) = u.email and m.state = 'invited'
  cross join lateral app.read_invitation(m.token_hash, session_invitations.at) i
  where s.token = session_token and s.expires_at > session_invitations.at and i.found_state = 'open'
  order by m.invited_at, m.id;
end;

-- Switches the session to another account. Returns false if the caller is not an active member there.
create function app.switch_account(session_token text, new_account uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.session_accounts(session_token, at) a where a.id = new_account) then
    return false;
  end if;
  update auth.sessions set account_id = new_account where token = session_token;
  update public.people set last_account_id = new_account where id = (select user_id from auth.sessions where token = session_token);
  return true;
end $$;

-- Starts a person's own account, with a trial. Null if they own an account already, or belong to 20. TN401: no session.
create function app.start_account(session_token text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  account uuid;
begin
  select user_id into person from auth.sessions where token = session_token and expires_at > at for update;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  -- Prevents two tabs from starting two accounts.
  perform from auth.users where id = person for update;
  if exists (select from public.members m join public.profiles p on p.id = m.user_id
      where m.person_id = person and m.role = 'owner' and m.state in ('active', 'paused') and not p.sample)
    or (select count(*) >= 20 from public.members m where m.person_id = person and m.state in ('active', 'paused')) then
    return null;
  end if;
  account := auth.open_account(person, at);
  update auth.users set own_account = true where id = person;
  update auth.sessions set account_id = account where token = session_token;
  return account;
end $$;

-- Whether activity is shown with names, as the account has had several members or an API key.
create function app.is_shared() returns boolean language sql stable
begin atomic
  select count(*) > 1 or app.has_keys() from public.members where user_id = app.user_id() and joined_at is not null;
end;

-- Ends the caller's own membership. TN410: the caller is the last owner.
create function app.leave_account() returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.members set state = 'left' where id = app.member_id();
end;

-- Deletes a login and ends its memberships. Returns the person's email addresses.
-- TN401: no session. TN410: the person is the last owner of an account.
create function app.remove_person(session_token text, at timestamptz) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  select user_id into person from auth.sessions where token = session_token and expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  perform auth.delete_samples(person, null);
  update public.members set state = 'left' where person_id = person and state in ('active', 'paused');
  return query
    select email from auth.users where id = person
    union all
    select email from auth.email_changes where user_id = person;
  delete from auth.users where id = person;
end $$;

-- Clears a deleted person's email address in their memberships. Names remain, for the activity.
create function app.forget_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.members set email = '' where person_id = old.id;
  return null;
end $$;

-- Accounts that may have more people than seats, or members to resume.
create function app.accounts_with_seats() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.user_id from public.subscriptions s
  where s.seats_due is not null
    or (select count(*) > 1 from public.members m where m.user_id = s.user_id and m.state in ('invited', 'active', 'paused'));
end;

create trigger forget_person after delete on auth.users for each row execute function app.forget_person();
create trigger next_version before update on public.members for each row execute function app.next_version();
create trigger check_owner before update of role, whole, ends_on, state, tax_years, sees_payers on public.members for each row execute function app.check_owner();
create constraint trigger require_owner after update or delete on public.members deferrable initially immediate
  for each row when (old.role = 'owner' and old.state = 'active') execute function app.require_owner();
create trigger end_membership after update of state, role, whole, ends_on, tax_years, sees_payers on public.members
  for each row when ((old.state, old.role, old.whole, old.ends_on, old.tax_years, old.sees_payers)
    is distinct from (new.state, new.role, new.whole, new.ends_on, new.tax_years, new.sees_payers))
  execute function app.end_membership();

grant execute on function app.is_shared(), app.read_invitation(text, timestamptz), app.accept_invitation(text, text, timestamptz),
  app.accept_own_invitation(text, uuid, timestamptz), app.decline_invitation(text, timestamptz), app.request_invitation(text, timestamptz), app.session_person(text, timestamptz),
  app.session_accounts(text, timestamptz), app.session_invitations(text, timestamptz), app.switch_account(text, uuid, timestamptz),
  app.start_account(text, timestamptz), app.leave_account(), app.remove_person(text, timestamptz) to tenure_app;

grant execute on function app.accounts_with_seats() to tenure_jobs;

grant select, insert (email, role, whole, tax_years, sees_payers, ends_on, token_hash, invited_by, invited_at, expires_at),
  update (role, whole, tax_years, sees_payers, ends_on, state, token_hash, invited_by, invited_at, expires_at, email_notifications, seats_when_paused) on public.members to tenure_app;
grant select, insert (member_id, property_id), delete on app.member_properties to tenure_app;
