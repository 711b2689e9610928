create function app.log_purchase() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.log_setting(new.user_id, 'tax purchase', 'changed',
    (select address || ', ' || city from public.properties p where p.id = new.property_id and p.user_id = new.user_id));
  perform app.notify_live(new.user_id, 'tax', null, null);
  return null;
end $$;

create function app.log_domestic_item() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.log_setting(new.user_id, 'tax domestic item', 'changed',
    (select description from public.transactions t where t.id = new.transaction_id and t.user_id = new.user_id));
  perform app.notify_live(new.user_id, 'tax', null, null);
  return null;
end $$;

-- Rejects a transaction of another account, which a foreign key would accept.
create function app.require_own_transaction() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.transactions where id = new.transaction_id and user_id = new.user_id) then
    raise exception 'another account' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

create trigger log_purchase after insert or update on public.tax_purchases for each row execute function app.log_purchase();
create trigger log_domestic_item after insert or update on public.tax_domestic_items for each row execute function app.log_domestic_item();
create trigger require_own_transaction before insert on public.tax_domestic_items for each row execute function app.require_own_transaction();

grant select, insert (transaction_id, kind, equivalent, incidental, proceeds), update (kind, equivalent, incidental, proceeds)
  on public.tax_domestic_items to tenure_app;
grant select, insert (property_id, bought_on, price, stamp_duty, legal_fees, other_costs), update (bought_on, price, stamp_duty, legal_fees, other_costs)
  on public.tax_purchases to tenure_app;
grant select, delete on public.agent_day_reviews to tenure_app;

select app.open_to_members('public.tax_domestic_items', 'tax', 'transaction_id in (select id from public.transactions)', false);
select app.open_to_members('public.tax_purchases', 'tax', 'property_id in (select app.my_properties())', false);
select app.open_to_members('public.agent_day_reviews', 'money', 'transaction_id in (select id from public.transactions)', true);
