-- An account always has an active owner. Locks the account, so that two owners who remove each other leave one.
create function app.require_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  perform from public.profiles where id = old.user_id for no key update;
  if found and not exists (select from public.members where user_id = old.user_id and role = 'owner' and state = 'active') then
    raise exception 'last owner' using errcode = 'TN410';
  end if;
  -- The account is named after the owner of longest standing.
  update public.profiles p set owner_id = next.person_id, name = next.name, email = next.email
  from (select person_id, name, email from public.members where user_id = old.user_id and role = 'owner' and state = 'active'
    order by joined_at, id limit 1) next
  where p.id = old.user_id and not exists (select from public.members m
    where m.user_id = p.id and m.person_id = p.owner_id and m.role = 'owner' and m.state = 'active');
  return null;
end $$;

create constraint trigger require_owner after update or delete on public.members deferrable initially immediate
  for each row when (old.role = 'owner' and old.state = 'active') execute function app.require_owner();
