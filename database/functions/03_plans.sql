create function app.notify_standing() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    perform app.notify_live(new.user_id, 'session', null, null);
  end if;
  return null;
end $$;

-- The account's subscription. Only owners get `seats_due`, `card` and `managed`.
create function app.own_subscription(out plan text, out state text, out paid_until timestamptz, out ends_at timestamptz,
  out owed_since timestamptz, out seats_due date, out card jsonb, out managed boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.plan, s.state, s.paid_until, s.ends_at, s.owed_since, case when app.may('owner') then s.seats_due end,
    case when s.card_last4 is not null and app.may('owner') then jsonb_build_object('brand', s.card_brand, 'last4', s.card_last4) end,
    s.customer_id is not null and app.may('owner')
  from public.subscriptions s where s.user_id = app.user_id();
end;

-- Starts a checkout. The same choice within 12 hours returns the same idempotency key, with its checkout as `same`.
-- `other` is an earlier checkout, to be closed.
create function app.begin_checkout(payment_provider text, chosen_plan text, out key uuid, out same text, out other text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stored public.subscriptions;
begin
  insert into public.subscriptions (user_id) values (app.user_id()) on conflict do nothing;
  select * into stored from public.subscriptions where user_id = app.user_id() for update;
  if stored.checkout_key is not null and stored.checkout_wish = chosen_plan
     and app.instant() between stored.checkout_at - interval '12 hours' and stored.checkout_at + interval '12 hours' then
    key := stored.checkout_key;
    same := stored.checkout_id;
  else
    key := gen_random_uuid();
    other := stored.checkout_id;
    update public.subscriptions set provider = payment_provider, checkout_id = null, checkout_wish = chosen_plan, checkout_key = key, checkout_at = app.instant()
    where user_id = app.user_id();
  end if;
end $$;

-- Saves the provider's checkout id, or cancels the checkout if null. Returns null if another checkout has replaced it.
create function app.save_checkout(key uuid, id text) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.subscriptions set checkout_id = id, checkout_key = case when id is null then null else checkout_key end
  where user_id = app.user_id() and checkout_key = key
  returning true;
end;

-- The stored `readings` counter, which app.save_subscription compares to detect a concurrent update; -1 if unknown.
create function app.subscription_readings(payment_provider text, subscription text) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return coalesce((select s.readings from public.subscriptions s where s.provider = payment_provider and s.subscription_id = subscription), -1);

-- Saves a subscription as read from the provider.
-- Outcomes: 'kept' (saved), 'again' (concurrent update), 'unknown' (no such landlord), 'other' (superseded).
-- `surplus` is a subscription to cancel, `account` the landlord of a saved subscription.
create function app.save_subscription(readings_before bigint, at timestamptz, payload jsonb, out outcome text, out surplus text, out account uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  message record;
  stored public.subscriptions;
  -- Whether the message is about a subscription that ended before the open checkout, so that the checkout stays open.
  keeps_checkout boolean;
  ranks constant text[] := '{ended, unpaid_yet, paused, past_due, active}';
begin
  select * into message from jsonb_to_record(payload) as message (provider text, id text, "customerId" text, "landlordId" text, plan text, state text,
    "providerState" text, "paidUntil" timestamptz, "endsAt" timestamptz, "owedSince" timestamptz, card jsonb);
  select * into stored from public.subscriptions where provider = message.provider and subscription_id = message.id for update;
  if found then
    if stored.readings <> readings_before then
      outcome := 'again';
      return;
    end if;
  else
    insert into public.subscriptions (user_id) select id from public.profiles where id::text = message."landlordId" on conflict do nothing;
    select * into stored from public.subscriptions where user_id::text = message."landlordId" for update;
    if not found then
      outcome := 'unknown';
      return;
    end if;
    if stored.provider = message.provider and stored.subscription_id = message.id then
      outcome := 'again';
      return;
    end if;
    if stored.subscription_id is not null and stored.state <> 'ended' then
      if array_position(ranks, stored.state) >= array_position(ranks, message.state) then
        outcome := 'other';
        surplus := case when message.state <> 'ended' then message.id end;
        return;
      end if;
      surplus := stored.subscription_id;
    end if;
  end if;
  keeps_checkout := message.state = 'ended' and stored.subscription_id = message.id;
  update public.subscriptions set provider = message.provider, customer_id = message."customerId", subscription_id = message.id, plan = message.plan,
    state = message.state, provider_state = message."providerState", paid_until = message."paidUntil", ends_at = message."endsAt",
    owed_since = message."owedSince", card_brand = message.card ->> 'brand', card_last4 = message.card ->> 'last4',
    read_at = at, readings = readings + 1,
    checkout_id = case when keeps_checkout then stored.checkout_id end, checkout_key = case when keeps_checkout then stored.checkout_key end,
    checkout_wish = case when keeps_checkout then stored.checkout_wish end, checkout_at = case when keeps_checkout then stored.checkout_at end
  where user_id = stored.user_id;
  outcome := 'kept';
  account := stored.user_id;
end $$;

-- Records a webhook message of the provider. Returns null for a duplicate.
create function app.record_payment_event(provider text, id text, type text, at timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.payment_events values (provider, id, type, at) on conflict do nothing returning true;
end;

-- Deletes expired checkouts and messages, and returns open checkouts and subscriptions to read: those not read for a
-- day, or for an hour if not active or due to renew or end.
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

-- The customer's current subscription, for messages with only a customer id.
create function app.subscription_of(payment_provider text, customer text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select s.subscription_id from public.subscriptions s where s.provider = payment_provider and s.customer_id = customer and s.state <> 'ended' limit 1);

grant execute on function app.own_subscription(), app.begin_checkout(text, text), app.save_checkout(uuid, text), app.record_payment_event(text, text, text,
  timestamptz) to tenure_app;
grant execute on function app.subscription_readings(text, text), app.save_subscription(bigint, timestamptz, jsonb),
  app.due_payment_work(timestamptz), app.subscription_of(text, text) to tenure_jobs;

grant select, insert, update, delete on app.sandbox_payments to tenure_app;

create trigger notify_added after insert on public.subscriptions for each row when (new.state is not null)
  execute function app.notify_standing();
create trigger notify_changed after update on public.subscriptions for each row
  when ((old.plan, old.state, old.paid_until, old.ends_at, old.owed_since, old.card_brand, old.card_last4, old.seats_due)
    is distinct from (new.plan, new.state, new.paid_until, new.ends_at, new.owed_since, new.card_brand, new.card_last4, new.seats_due))
  execute function app.notify_standing();
grant select on public.subscriptions to tenure_app;
grant update (seats_due, seats_emailed, seats_total) on public.subscriptions to tenure_jobs;
