select app.keep_search('public.journeys', 'tax.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.journeys', 'journey', 'to_place', about => 'property_id');
grant select, insert (property_id, owner_id, day, miles, return_journey, from_place, to_place, purpose, vehicle, vehicle_name, extra_kind, extra),
  update (property_id, owner_id, day, miles, return_journey, from_place, to_place, purpose, vehicle, vehicle_name, extra_kind, extra), delete
  on public.journeys to tenure_app;

create trigger log_choice after insert or update on public.mileage_choices for each row execute function app.log_choice('mileage rate', 'rate', 'journeys');
grant select, insert (rate), update (rate), delete on public.mileage_choices to tenure_app;

select app.open_to_members('public.journeys', 'tax', 'property_id in (select app.my_properties())');
select app.open_to_members('public.mileage_choices', 'tax', 'true', false);
