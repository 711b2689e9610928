create table public.repairs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Consecutive within the account.
  number integer not null check (number >= 1),
  property_id uuid,
  -- Only set for a deleted property.
  property_address text,
  tenancy_id uuid,
  -- The tenant who reported the repair.
  tenant_id uuid,
  reported_by text not null check (reported_by in ('landlord', 'tenant', 'poster', 'inspection', 'plan')),
  -- Entered on a poster's page. `unconfirmed` until the landlord matches the reporter with a tenant.
  reporter_name text check (char_length(reporter_name) between 1 and 200),
  reporter_email text check (char_length(reporter_email) <= 254),
  reporter_phone text check (char_length(reporter_phone) <= 50),
  unconfirmed boolean not null default false check (not unconfirmed or reported_by = 'poster'),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 5000),
  category text not null check (category in ('water', 'heating', 'electrics', 'gas', 'damp', 'appliance', 'door', 'roof', 'pests', 'floor',
    'walls', 'garden', 'cleaning', 'other')),
  urgency text not null default 'normal' check (urgency in ('emergency', 'urgent', 'normal', 'passing')),
  room text not null default '' check (char_length(room) <= 100),
  access_note text not null default '' check (char_length(access_note) <= 1000),
  -- Times that suit the tenant: [{"day": "2027-01-14", "from": "09:00", "until": "12:00"}].
  suiting_times jsonb not null default '[]' check (jsonb_typeof(suiting_times) = 'array' and jsonb_array_length(suiting_times) <= 6),
  pets boolean not null default false,
  -- Whether a resident is young, old, ill or pregnant.
  vulnerable boolean not null default false,
  state text not null default 'reported' check (state in ('reported', 'accepted', 'quoting', 'booked', 'in-progress', 'done', 'closed',
    'on-hold', 'declined', 'cancelled')),
  -- Why the repair is on hold, declined or cancelled.
  state_reason text check (char_length(state_reason) <= 1000),
  held_until date check (held_until is null or state = 'on-hold'),
  -- The supplier with the job.
  supplier_id uuid,
  booked_from timestamptz(3),
  booked_until timestamptz(3) check (booked_until > booked_from),
  -- A proposed time, until another side confirms it.
  proposed_from timestamptz(3),
  proposed_until timestamptz(3) check (proposed_until > proposed_from),
  proposed_by text check (proposed_by in ('landlord', 'tenant', 'supplier')),
  reported_at timestamptz(3) not null default app.instant(),
  accepted_at timestamptz(3),
  done_at timestamptz(3),
  closed_at timestamptz(3),
  -- The maximum of an automatically accepted quote, including VAT.
  cost_limit numeric(12, 2) check (cost_limit > 0),
  -- Whether the first supplier with a quote up to the limit gets the job.
  first_gets_it boolean not null default false check (not first_gets_it or cost_limit is not null),
  -- An earlier repair of the same problem, closed more than 30 days before.
  previous_id uuid,
  -- The link of a guest's report, and the form's idempotency key.
  link_id uuid,
  report_key uuid,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(number::text || ' ' || title || ' ' || coalesce(property_address, '') || ' ' || description)) stored,
  unique (id, user_id),
  unique (user_id, number),
  unique (link_id, report_key),
  check ((proposed_from is null) = (proposed_by is null) and (proposed_from is null) = (proposed_until is null)),
  check ((booked_from is null) = (booked_until is null)),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete set null (tenancy_id),
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete set null (tenant_id),
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete set null (supplier_id),
  foreign key (previous_id, user_id) references public.repairs (id, user_id) on delete set null (previous_id),
  foreign key (link_id, user_id) references public.guest_links (id, user_id) on delete set null (link_id)
);
create index on public.repairs (user_id, state, reported_at desc, id);
create index on public.repairs (user_id, reported_at desc, id);
create index on public.repairs (user_id, property_id, reported_at desc);
create index on public.repairs (user_id) include (id, search);
create index on public.repairs (supplier_id, reported_at desc) where supplier_id is not null;
create index on public.repairs (tenancy_id) where tenancy_id is not null;
create index on public.repairs (tenant_id) where tenant_id is not null;
create index on public.repairs (previous_id) where previous_id is not null;

-- The append-only story of a repair.
create table public.repair_events (
  id uuid primary key default gen_random_uuid(),
  -- Orders the story, including events of one transaction.
  seq bigint not null generated always as identity,
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  repair_id uuid not null,
  at timestamptz(3) not null default app.instant(),
  side text not null check (side in ('landlord', 'tenant', 'supplier', 'system')),
  person_id uuid,
  -- The name at the time of the event.
  name text not null default '' check (char_length(name) <= 200),
  kind text not null check (kind in ('reported', 'moved', 'message', 'file', 'changed', 'asked', 'quoted', 'refused', 'given', 'lost',
    'proposed', 'matched', 'billed', 'recharged')),
  text text not null default '' check (char_length(text) <= 5000),
  -- Values before and after, such as the state.
  was text,
  is_now text,
  -- The landlord sees all events; the tenant, all suppliers or one supplier see only those marked here.
  tenant_sees boolean not null default false,
  suppliers_see boolean not null default false,
  supplier_sees uuid,
  document_id uuid,
  -- When a photo was taken, according to its camera.
  taken_at timestamptz(3),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (repair_id, user_id) references public.repairs (id, user_id) on delete cascade,
  foreign key (document_id, user_id) references public.documents (id, user_id) on delete set null (document_id)
);
create index on public.repair_events (repair_id, seq);
create index on public.repair_events (document_id) where document_id is not null;
create index on public.repair_events (user_id);

-- Requests for a quote, with the supplier's answer.
create table public.repair_quotes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  repair_id uuid not null,
  supplier_id uuid,
  -- The name when the quote was requested.
  supplier_name text not null check (char_length(supplier_name) between 1 and 200),
  state text not null default 'asked' check (state in ('asked', 'given', 'refused', 'chosen', 'lost')),
  answer_by date,
  net numeric(12, 2) check (net > 0),
  vat numeric(12, 2) check (vat >= 0),
  note text not null default '' check (char_length(note) <= 2000),
  valid_until date,
  time_from timestamptz(3),
  time_until timestamptz(3) check (time_until > time_from),
  document_id uuid,
  asked_at timestamptz(3) not null default app.instant(),
  answered_at timestamptz(3),
  version integer not null default 1,
  unique (id, user_id),
  unique (repair_id, supplier_id),
  check ((net is null) = (vat is null)),
  check ((time_from is null) = (time_until is null)),
  foreign key (repair_id, user_id) references public.repairs (id, user_id) on delete cascade,
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete set null (supplier_id),
  foreign key (document_id, user_id) references public.documents (id, user_id) on delete set null (document_id)
);
create index on public.repair_quotes (user_id, repair_id);
create index on public.repair_quotes (supplier_id) where supplier_id is not null;
create index on public.repair_quotes (document_id) where document_id is not null;

-- A supplier's invoice, which becomes a transaction when the landlord accepts it.
create table public.repair_bills (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  repair_id uuid not null,
  supplier_id uuid,
  -- The supplier's name when the invoice was added.
  sender text not null check (char_length(sender) between 1 and 200),
  number text not null check (char_length(number) between 1 and 100),
  -- Negative for a credit note.
  net numeric(12, 2) not null check (net <> 0),
  vat numeric(12, 2) not null,
  due date,
  state text not null default 'received' check (state in ('received', 'accepted', 'refused')),
  document_id uuid,
  -- Not a foreign key, so that undoing a deletion restores the link.
  transaction_id uuid,
  received_at timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  check (transaction_id is null or state = 'accepted'),
  foreign key (repair_id, user_id) references public.repairs (id, user_id) on delete cascade,
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete set null (supplier_id),
  foreign key (document_id, user_id) references public.documents (id, user_id) on delete set null (document_id)
);
create index on public.repair_bills (user_id, repair_id);
create index on public.repair_bills (document_id) where document_id is not null;
create index on public.repair_bills (transaction_id) where transaction_id is not null;
-- Prevents adding the same invoice twice.
create unique index repair_bills_number_key on public.repair_bills (supplier_id, lower(number)) where state <> 'refused';

-- The landlord's hours until a repair is late, by urgency. Without a row, the code's defaults apply.
create table public.repair_targets (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  urgency text not null check (urgency in ('emergency', 'urgent', 'normal')),
  hours integer not null check (hours between 1 and 8760),
  version integer not null default 1,
  primary key (user_id, urgency)
);

alter table public.guest_links drop constraint guest_links_kind_check,
  add constraint guest_links_kind_check check (kind in ('papers', 'tenant', 'poster', 'supplier')),
  add repair_id uuid,
  add supplier_id uuid,
  add foreign key (repair_id, user_id) references public.repairs (id, user_id) on delete cascade,
  add foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete cascade,
  add check ((kind = 'supplier') = (repair_id is not null)),
  add check (case kind when 'tenant' then tenant_id is not null when 'poster' then property_id is not null
    when 'supplier' then supplier_id is not null else true end);
create unique index guest_links_supplier_key on public.guest_links (repair_id, supplier_id) where kind = 'supplier' and revoked_at is null;
create unique index guest_links_tenant_key on public.guest_links (tenant_id) where kind = 'tenant' and revoked_at is null;
create unique index guest_links_poster_key on public.guest_links (property_id) where kind = 'poster' and revoked_at is null;

do $$
begin
  execute (select format('alter table public.document_links drop constraint %I', conname) from pg_constraint
    where conrelid = 'public.document_links'::regclass and contype = 'u' and array_length(conkey, 1) > 2);
end $$;
alter table public.document_links add repair_id uuid,
  drop constraint document_links_check,
  add constraint document_links_check check (num_nonnulls(property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id,
    repair_id) = 1),
  add constraint document_links_record_key unique nulls not distinct (document_id, property_id, tenant_id, tenancy_id, supplier_id, certificate_id,
    transaction_id, deadline_id, repair_id),
  add foreign key (repair_id, user_id) references public.repairs (id, user_id) on delete cascade;
create index on public.document_links (repair_id) where repair_id is not null;

-- Photos of repairs require 'properties.see'.
alter table public.documents drop constraint documents_type_check,
  add constraint documents_type_check check (type in ('agreement', 'written-statement', 'notice', 'gas', 'electrical', 'epc', 'inventory',
    'inspection', 'deposit', 'right-to-rent', 'reference', 'licence', 'insurance', 'invoice', 'letter', 'photo', 'other')),
  drop column area,
  add area text not null generated always as (case
    when type in ('gas', 'electrical', 'epc', 'inventory', 'inspection', 'licence', 'insurance', 'photo') then 'properties'
    when type = 'invoice' then 'money' else 'people' end) stored;
