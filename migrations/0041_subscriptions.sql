-- Up Migration
-- Paid plans. Whether somebody is on one is worked out from dates and from what the provider says, and never written down.

-- A landlord's subscription as the provider said last, and the checkout that may lead to one. Only the functions below write it.
create table public.subscriptions (
  user_id uuid primary key references public.profiles on delete cascade,
  -- Null where the operator has given the plan by hand.
  provider text,
  customer_id text check (char_length(customer_id) <= 200),
  subscription_id text check (char_length(subscription_id) <= 200),
  plan text,
  -- As src/outside/payments/payments.ts has it; null before the first subscription.
  state text check (state in ('unpaid_yet', 'active', 'past_due', 'paused', 'ended')),
  provider_state text,
  paid_until timestamptz(3),
  ends_at timestamptz(3),
  owed_since timestamptz(3),
  read_at timestamptz(3),
  -- How often it was read: of two readings at once the one that is stored later is made again, whatever clocks say.
  readings bigint not null default 0,
  -- The checkout under way: the provider's id of it, what it is for, and the key by which a repeated wish makes no second one.
  checkout_id text check (char_length(checkout_id) <= 200),
  checkout_wish text,
  checkout_key uuid,
  checkout_at timestamptz(3),
  unique (provider, subscription_id)
);
select app.own_rows('public.subscriptions');
grant select on public.subscriptions to tenure_app;

-- A provider's messages that have come, each once. They name nobody.
create table app.payment_events (
  provider text not null,
  id text not null check (char_length(id) <= 200),
  type text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index on app.payment_events (received_at);

-- Until when a subscription opens everything; null where it never does. After a payment that failed, or of which nothing was heard, that is 14 days.
create function app.plan_ends(state text, paid_until timestamptz, ends_at timestamptz, owed_since timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case state
    when 'active' then coalesce(ends_at, paid_until + interval '336 hours', 'infinity')
    when 'past_due' then least(ends_at, coalesce(owed_since, paid_until) + interval '336 hours')
  end;

-- How landlords stand at an instant. No definer, so that it is inlined into the statements it stands in.
create function app.standing(at timestamptz) returns table (user_id uuid, status text, plan_ends timestamptz)
  language sql stable
begin atomic
  select p.id,
    case when e.plan_ends > standing.at then 'active' when p.trial_end_date > standing.at then 'trialing' else 'expired' end,
    e.plan_ends
  from public.profiles p left join public.subscriptions s on s.user_id = p.id
  cross join lateral (select app.plan_ends(s.state, s.paid_until, s.ends_at, s.owed_since) as plan_ends) e;
end;
grant execute on function app.plan_ends(text, timestamptz, timestamptz, timestamptz), app.standing(timestamptz) to tenure_app;

-- As before, by how the landlord stands.
create or replace function app.enter(session_token text, at timestamptz, guarded boolean) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord record;
begin
  select st.user_id as id, st.status into landlord
  from auth.sessions s join app.standing(at) st on st.user_id = s.user_id
  where s.token = session_token and s.expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  if guarded and landlord.status = 'expired' then
    raise exception 'trial over' using errcode = 'TN402';
  end if;
  perform set_config('app.user_id', landlord.id::text, true), set_config('app.instant', at::text, true);
  return landlord.id;
end $$;

create or replace function app.due_leases(at timestamptz)
  returns table (tenant_id uuid, user_id uuid, lease_end date)
  language sql stable
begin atomic
  select t.id, t.user_id, t.lease_end
  from public.tenants t join public.profiles p on p.id = t.user_id join auth.users u on u.id = t.user_id
  join app.standing(due_leases.at) st on st.user_id = t.user_id
  cross join (select (due_leases.at at time zone 'Europe/London')::date as day) today
  where t.lease_end >= today.day and t.lease_end < today.day + 30
    and (t.moved_out is null or t.moved_out > today.day)
    and p.email_notifications and u.email_verified
    and st.status <> 'expired';
end;

create or replace function auth.welcome() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.profiles (id, name, email, trial_start_date, trial_end_date, updated_at)
  values (new.id, new.name, new.email, new.created_at, new.created_at + interval '168 hours', new.created_at);
  return null;
end $$;

-- Plans that an operator has given by hand stay.
insert into public.subscriptions (user_id, plan, state) select id, plan, 'active' from public.profiles where subscription_status = 'active';
drop function app.settle_trial();
alter table public.profiles drop column subscription_status, drop column plan;

-- Open pages ask again how their landlord stands.
create function app.notify_standing() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    perform pg_notify('tenure_live', json_build_object('landlord', new.user_id, 'noun', 'session', 'id', null, 'version', null)::text);
  end if;
  return null;
end $$;
create trigger notify_added after insert on public.subscriptions for each row when (new.state is not null)
  execute function app.notify_standing();
create trigger notify_changed after update on public.subscriptions for each row
  when ((old.plan, old.state, old.paid_until, old.ends_at, old.owed_since) is distinct from (new.plan, new.state, new.paid_until, new.ends_at, new.owed_since))
  execute function app.notify_standing();

-- Begins a checkout of the asking landlord. The same wish within 12 hours has the same key; an earlier checkout for anything else is
-- answered as `other`, to be closed.
create function app.begin_checkout(payer text, wish text, out key uuid, out same text, out other text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept public.subscriptions;
begin
  insert into public.subscriptions (user_id) values (app.user_id()) on conflict do nothing;
  select * into kept from public.subscriptions where user_id = app.user_id() for update;
  if kept.checkout_key is not null and kept.checkout_wish = wish
     and app.instant() between kept.checkout_at - interval '12 hours' and kept.checkout_at + interval '12 hours' then
    key := kept.checkout_key;
    same := kept.checkout_id;
  else
    key := gen_random_uuid();
    other := kept.checkout_id;
    update public.subscriptions set provider = payer, checkout_id = null, checkout_wish = wish, checkout_key = key, checkout_at = app.instant()
    where user_id = app.user_id();
  end if;
end $$;

-- Keeps the provider's id of a checkout, or gives the checkout up where there is none. False where another was begun meanwhile.
create function app.keep_checkout(key uuid, id text) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.subscriptions set checkout_id = id, checkout_key = case when id is null then null else checkout_key end
  where user_id = app.user_id() and checkout_key = key
  returning true;
end;

-- Before the provider is asked: how often the subscription was read, -1 for one that is not known here.
create function app.readings_of(payer text, subscription text) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return coalesce((select s.readings from public.subscriptions s where s.provider = payer and s.subscription_id = subscription), -1);

-- Keeps what the provider said of a subscription. 'kept'; 'again' where another reading has come between; 'unknown' where it is of no
-- landlord here; 'other' where the landlord has one that counts. `surplus` is one too many, to be ended at the provider.
create function app.keep_subscription(readings_before bigint, at timestamptz, given jsonb, out outcome text, out surplus text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  told record;
  kept public.subscriptions;
  ranks constant text[] := '{ended, unpaid_yet, paused, past_due, active}';
begin
  select * into told from jsonb_to_record(given) as told (provider text, id text, "customerId" text, "landlordId" text, plan text, state text,
    "providerState" text, "paidUntil" timestamptz, "endsAt" timestamptz, "owedSince" timestamptz);
  select * into kept from public.subscriptions where provider = told.provider and subscription_id = told.id for update;
  if found then
    if kept.readings <> readings_before then
      outcome := 'again';
      return;
    end if;
  else
    insert into public.subscriptions (user_id) select id from public.profiles where id::text = told."landlordId" on conflict do nothing;
    select * into kept from public.subscriptions where user_id::text = told."landlordId" for update;
    if not found then
      outcome := 'unknown';
      return;
    end if;
    if kept.subscription_id is not null and kept.state <> 'ended' then
      if array_position(ranks, kept.state) >= array_position(ranks, told.state) then
        outcome := 'other';
        surplus := case when told.state <> 'ended' then told.id end;
        return;
      end if;
      surplus := kept.subscription_id;
    end if;
  end if;
  update public.subscriptions set provider = told.provider, customer_id = told."customerId", subscription_id = told.id, plan = told.plan,
    state = told.state, provider_state = told."providerState", paid_until = told."paidUntil", ends_at = told."endsAt",
    owed_since = told."owedSince", read_at = at, readings = readings + 1,
    checkout_id = null, checkout_key = null, checkout_wish = null, checkout_at = null
  where user_id = kept.user_id;
  outcome := 'kept';
end $$;

-- Notes a message of the provider. False where it has come before.
create function app.take_payment_event(provider text, id text, type text, at timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.payment_events values (provider, id, type, at) on conflict do nothing returning true;
end;

-- What the provider is to be asked without being told: checkouts that were begun, and subscriptions that were not read for a day, or an
-- hour where a payment or an end is due. Clears checkouts that can be paid no more, and messages that no provider repeats.
create function app.due_payment_work(at timestamptz, out payer text, out subscription text, out checkout text)
  returns setof record
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from app.payment_events where received_at < at - interval '30 days';
  update public.subscriptions set checkout_id = null, checkout_wish = null, checkout_key = null, checkout_at = null
  where checkout_at <= at - interval '2 days';
  select s.provider, s.subscription_id, s.checkout_id
  from public.subscriptions s
  where s.checkout_id is not null
    or s.subscription_id is not null and s.state <> 'ended'
       and s.read_at not between at - case when s.state <> 'active' or s.paid_until <= at or s.ends_at <= at then interval '1 hour' else interval '1 day' end and at;
end;

grant execute on function app.begin_checkout(text, text), app.keep_checkout(uuid, text), app.readings_of(text, text),
  app.keep_subscription(bigint, timestamptz, jsonb), app.take_payment_event(text, text, text, timestamptz),
  app.due_payment_work(timestamptz) to tenure_app;
