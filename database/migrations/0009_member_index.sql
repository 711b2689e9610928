-- The overview counts its account's members, including former ones.
create index on public.members (user_id);
