-- Up Migration
-- Whether the landlord has said that a tenancy is an agreement of its own beside others of its property (decision 36). Until then they are
-- offered for joining.

alter table public.tenancies add column separate boolean not null default false;
grant update (separate) on public.tenancies to tenure_app;
create index on public.tenancies (user_id, property_id) include (ended_on, separate, property_name) where property_id is not null;
drop index public.tenancies_user_id_property_id_idx;
