-- State of the sandbox tax authority, shared by workers: invented grants, businesses and errors. Deleted by age.
create table app.sandbox_tax (
  -- For example 'grant/{id}' or 'business/{id}'.
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_tax (expires_at);
