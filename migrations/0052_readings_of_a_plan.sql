-- Up Migration
-- As before, with two mends. A late message of a subscription that has ended leaves the checkout under way: who came back from paying read
-- that they had no plan, until the message of the new one. And the second of two readings that begin before either has found the
-- subscription reads again: it took what the first had kept for another plan than its own, and cancelled the only one.
create or replace function app.keep_subscription(readings_before bigint, at timestamptz, given jsonb, out outcome text, out surplus text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  told record;
  kept public.subscriptions;
  -- Of the subscription before: what is bought now is another.
  late boolean;
  ranks constant text[] := '{ended, unpaid_yet, paused, past_due, active}';
begin
  select * into told from jsonb_to_record(given) as told (provider text, id text, "customerId" text, "landlordId" text, plan text, state text,
    "providerState" text, "paidUntil" timestamptz, "endsAt" timestamptz, "owedSince" timestamptz, card jsonb);
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
    if kept.provider = told.provider and kept.subscription_id = told.id then
      outcome := 'again';
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
  late := told.state = 'ended' and kept.subscription_id = told.id;
  update public.subscriptions set provider = told.provider, customer_id = told."customerId", subscription_id = told.id, plan = told.plan,
    state = told.state, provider_state = told."providerState", paid_until = told."paidUntil", ends_at = told."endsAt",
    owed_since = told."owedSince", card_brand = told.card ->> 'brand', card_last4 = told.card ->> 'last4',
    read_at = at, readings = readings + 1,
    checkout_id = case when late then kept.checkout_id end, checkout_key = case when late then kept.checkout_key end,
    checkout_wish = case when late then kept.checkout_wish end, checkout_at = case when late then kept.checkout_at end
  where user_id = kept.user_id;
  outcome := 'kept';
end $$;
