-- Certificate files from an imported zip: URLs by normalised name.
alter table public.imports add column files jsonb not null default '{}';
