-- Up Migration
-- Whether letters alone do something, as 'A' then 'P' adds a property: a landlord can switch that off (WCAG 2.1.4).
alter table public.profiles add column key_shortcuts boolean not null default true;
grant update (key_shortcuts) on public.profiles to tenure_app;
