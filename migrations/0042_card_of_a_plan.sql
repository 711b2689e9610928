-- Up Migration
-- The card that a plan is paid with, as its owner knows it: brand and last four digits. The number and all else stay with the provider.
alter table public.subscriptions
  add column card_brand text check (char_length(card_brand) <= 40),
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
create index on public.subscriptions (customer_id);

-- A customer's running subscription, for a message that names the customer alone.
create function app.subscription_of(payer text, customer text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select s.subscription_id from public.subscriptions s where s.provider = payer and s.customer_id = customer and s.state <> 'ended' limit 1);
grant execute on function app.subscription_of(text, text) to tenure_app;

-- As before, with the card.
create or replace function app.keep_subscription(readings_before bigint, at timestamptz, given jsonb, out outcome text, out surplus text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  told record;
  kept public.subscriptions;
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
    owed_since = told."owedSince", card_brand = told.card ->> 'brand', card_last4 = told.card ->> 'last4',
    read_at = at, readings = readings + 1,
    checkout_id = null, checkout_key = null, checkout_wish = null, checkout_at = null
  where user_id = kept.user_id;
  outcome := 'kept';
end $$;

drop trigger notify_changed on public.subscriptions;
create trigger notify_changed after update on public.subscriptions for each row
  when ((old.plan, old.state, old.paid_until, old.ends_at, old.owed_since, old.card_brand, old.card_last4)
    is distinct from (new.plan, new.state, new.paid_until, new.ends_at, new.owed_since, new.card_brand, new.card_last4))
  execute function app.notify_standing();
