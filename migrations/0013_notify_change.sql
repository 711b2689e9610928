-- Live changes carry the version of the record, so that a browser knows which of them it has already.
drop trigger tell_added on public.transactions;
drop trigger tell_changed on public.transactions;
drop trigger tell_removed on public.transactions;
drop trigger tell_added on public.bank_accounts;
drop trigger tell_changed on public.bank_accounts;
drop trigger tell_removed on public.bank_accounts;
drop function app.tell_of(regclass);
drop function app.tell();

-- Notifies every listening server of a changed record, whatever changed it. Of a statement over 100 rows it says so once for each
-- landlord, without ids. Its argument is the noun as the API names it.
create function app.notify_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  many boolean;
  seen text := case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end;
begin
  if app.leaving() then
    return null;
  end if;
  execute format('select count(*) > 100 from (select from %I limit 101) few', seen) into many;
  execute format(
    $sql$select pg_notify('tenure_live', json_build_object('landlord', user_id, 'noun', %L, 'id', %s, 'version', %s)::text)
    from (select %s from %I) changed$sql$,
    tg_argv[0],
    case when many then 'null' else 'id' end,
    case when many or tg_op = 'DELETE' then 'null' else 'version' end,
    case when many then 'distinct user_id' else '*' end,
    seen);
  return null;
end $$;

create function app.notify_changes_of(target regclass, noun text) returns void language plpgsql as $$
begin
  execute format('create trigger notify_added after insert on %s referencing new table as new_rows for each statement execute function app.notify_change(%L)', target, noun);
  execute format('create trigger notify_changed after update on %s referencing new table as new_rows for each statement execute function app.notify_change(%L)', target, noun);
  execute format('create trigger notify_deleted after delete on %s referencing old table as old_rows for each statement execute function app.notify_change(%L)', target, noun);
end $$;
select app.notify_changes_of('public.transactions', 'transactions');
select app.notify_changes_of('public.bank_accounts', 'bank-accounts');
