-- Occupiers have no property column, so the tenancy's property decides whether they are in reach.
create function app.find_occupiers(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.id from public.occupiers o join public.tenancies t on t.id = o.tenancy_id
  where o.user_id = app.user_id() and (select app.may('people.see')) and ((select app.sees_all()) or t.property_id in (select app.my_properties()))
    and strpos(o.search, (select app.first_word(search_term))) > 0 and o.search like all ((select app.other_words(search_term))::text[]);
end;

grant execute on function app.find_occupiers(text) to tenure_app, tenure_member;

select app.keep_search('public.requests', 'people.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.requests', 'request', 'what', about => 'property_id');
grant select, insert (property_id, tenancy_id, kind, what, asked_on, more_asked_on, replied_on, answered_on, answer, reason, last_day),
  update (property_id, tenancy_id, kind, what, asked_on, more_asked_on, replied_on, answered_on, answer, reason, last_day), delete
  on public.requests to tenure_app;
select app.open_to_members('public.requests', 'people', 'property_id in (select app.my_properties())');

select app.keep_record('public.occupiers', 'occupier', 'name');
grant select, insert (tenancy_id, name, moved_in, moved_out), update (name, moved_in, moved_out), delete on public.occupiers to tenure_app;
select app.open_to_members('public.occupiers', 'people', 'tenancy_id in (select id from public.tenancies)');

-- Checks are immutable. The activity shows who checked and when, but not the outcome.
select app.keep_record('public.right_to_rent_checks', 'right to rent check', '',
  secret => '{leave_ends,document_ends,unlimited,way}', live => 'right-to-rent');
grant select, insert (tenancy_id, tenant_id, occupier_id, way, checked_on, checked_by, unlimited, leave_ends, document_ends),
  delete on public.right_to_rent_checks to tenure_app;
select app.open_to_members('public.right_to_rent_checks', 'people', 'tenancy_id in (select id from public.tenancies)');

-- Logs that the caller viewed the checks of a tenancy, which the screen hides at first. no_data_found: not in reach.
create function app.log_right_to_rent_view(viewed_tenancy uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require('people.see', false);
  insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
  select t.user_id, app.person_id(), app.instant(), 'right to rent check', 'viewed', t.id, t.property_id, 1, t.names
  from public.tenancies t where t.id = viewed_tenancy and t.user_id = app.user_id()
    and (app.sees_all() or t.property_id in (select app.my_properties()));
  if not found then
    raise exception 'no such tenancy' using errcode = 'no_data_found';
  end if;
end $$;
grant execute on function app.log_right_to_rent_view(uuid) to tenure_app, tenure_member;
