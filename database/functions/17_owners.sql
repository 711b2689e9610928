-- Ensures that the shares of a property sum to exactly 1 from each day on which they change.
create function app.check_shares() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed constant record := case tg_op when 'DELETE' then old else new end;
  share record;
  numerator numeric := 0;
  denominator numeric := 1;
begin
  if app.is_deleting_account() or not exists (select from public.ownerships o where o.user_id = changed.user_id
    and o.property_id = changed.property_id and o.starts_on = changed.starts_on) then
    return null;
  end if;
  for share in select s.numerator, s.denominator from public.shares s where s.user_id = changed.user_id
    and s.property_id = changed.property_id and s.starts_on = changed.starts_on
  loop
    numerator := numerator * share.denominator + share.numerator * denominator;
    denominator := denominator * share.denominator;
  end loop;
  if numerator <> denominator then
    raise exception 'shares that do not add up' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function app.log_ownership() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ownership constant public.ownerships := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_setting(ownership.user_id, 'shares', case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    case when ownership.property_id = app.no_property() then 'all properties' else
      (select address || ', ' || city from public.properties p where p.id = ownership.property_id and p.user_id = ownership.user_id) end);
  perform app.notify_live(ownership.user_id, 'tax', null, null);
  return null;
end $$;

select app.keep_search('public.owners', 'tax.see');
select app.keep_record('public.owners', 'owner', 'name', secret => '{nino,nino_end}');
grant select, insert (name, kind, nation), update (name, kind, nation, nino, nino_end, closed_at), delete on public.owners to tenure_app;

create trigger log_ownership after insert or update or delete on public.ownerships for each row execute function app.log_ownership();
create constraint trigger check_shares after insert or update on public.ownerships deferrable initially deferred
  for each row execute function app.check_shares();
create constraint trigger check_shares after insert or update or delete on public.shares deferrable initially deferred
  for each row execute function app.check_shares();
grant select, insert (property_id, starts_on, spouses, signed_on, received_on), update (spouses, signed_on, received_on), delete on
  public.ownerships to tenure_app;
grant select, insert (property_id, starts_on, owner_id, numerator, denominator), update (numerator, denominator), delete on
  public.shares to tenure_app;

-- Limited members see the general shares and those of their properties, but cannot change shares.
select app.open_to_members('public.owners', 'tax', 'true', false),
  app.open_to_members('public.ownerships', 'tax', 'property_id = app.no_property() or property_id in (select app.my_properties())', false),
  app.open_to_members('public.shares', 'tax', 'property_id = app.no_property() or property_id in (select app.my_properties())', false);
