-- Limits of guests, such as an accountant (decision 67).
alter table public.members
  -- Null for all tax years.
  add tax_years text[] check (cardinality(tax_years) between 1 and 20 and array_to_string(tax_years, ' ') ~ '^20\d\d-\d\d( 20\d\d-\d\d)*$'),
  -- Whether a guest can read the descriptions of rent and deposits, which may contain tenants' names.
  add sees_payers boolean not null default false,
  add check (role = 'guest' or tax_years is null);
