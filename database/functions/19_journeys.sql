create function app.find_journeys(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.journeys where user_id = app.user_id() and (select app.may('tax.see'))
    and ((select app.sees_all()) or property_id in (select app.my_properties()))
    and strpos(search, (select app.first_word(search_term))) > 0 and search like all ((select app.other_words(search_term))::text[]);
end;

create function app.log_mileage_choice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.log_setting(new.user_id, 'mileage rate', 'changed', new.rate);
  perform app.notify_live(new.user_id, 'journeys', null, null);
  return null;
end $$;

grant execute on function app.find_journeys(text) to tenure_app, tenure_member;

select app.keep_record('public.journeys', 'journey', 'to_place', about => 'property_id');
grant select, insert (property_id, owner_id, day, miles, return_journey, from_place, to_place, purpose, vehicle, vehicle_name, extra_kind, extra),
  update (property_id, owner_id, day, miles, return_journey, from_place, to_place, purpose, vehicle, vehicle_name, extra_kind, extra), delete
  on public.journeys to tenure_app;

create trigger log_choice after insert or update on public.mileage_choices for each row execute function app.log_mileage_choice();
grant select, insert (rate), update (rate), delete on public.mileage_choices to tenure_app;

select app.open_to_members('public.journeys', 'tax', 'property_id in (select app.my_properties())');
select app.open_to_members('public.mileage_choices', 'tax', 'true', false);
