-- Files of an import's certificates, from a zip: url by plain name.
alter table public.imports add column files jsonb not null default '{}';
