-- Counts for the overview read these indexes alone, without the rows.
drop index public.deadlines_user_id_day_id_idx;
create index on public.deadlines (user_id, day, id) include (state, typed, property_id) where day is not null;
drop index public.tenancy_rents_user_id_tenancy_id_starts_on_idx;
create index on public.tenancy_rents (user_id, tenancy_id, starts_on desc) include (amount);
drop index public.tenancies_user_id_coalesce_id_start_date_end_date_idx;
create index on public.tenancies (user_id, (coalesce(end_date, 'infinity')), id) include (start_date, end_date, periodic_declined);
