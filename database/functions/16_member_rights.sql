-- Members other than owners connect as tenure_member (decision 59), which needs a grant for each table and function.

create function app.seen_areas() returns setof text language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  role constant text := app.actor(3);
begin
  return query select area from unnest('{properties,people,rent,money,suppliers,tax,reports,repairs}'::text[]) area
    where coalesce(app.role_may(role, area || '.see'), session_user <> 'tenure_member');
end $$;

-- An SQL condition: the caller has the right `required` and, if their reach is limited, the row meets `place`.
-- A null `required` needs no right. A null `place` excludes callers with limited reach.
create function app.reach_rule(required text, place text) returns text language sql immutable
  return case when required is null then '(select app.sees_all())' || coalesce(' or (' || place || ')', '')
    else format('(select app.reach(%L)) = ''all''', required) || coalesce(' or (select app.reach(' || quote_literal(required) || ')) = ''some'' and (' || place || ')', '') end;

-- Grants tenure_member the rights of tenure_app on a table, restricted by the rights of `area` and by reach.
-- A null `area` is for tables that every member uses. `place` is an SQL condition for reach; null hides all rows from
-- limited members. `changes` lets limited members change rows in reach.
-- The policies also apply to jobs that act for a member.
create function app.open_to_members(target regclass, area text, place text default null, changes boolean default true) returns void
  language plpgsql as $$
declare
  seen constant text := app.reach_rule(area || '.see', place);
  changed constant text := app.reach_rule(area || '.change', case when changes then place end);
  granted record;
begin
  for granted in
    select privilege_type as privilege, null as columns from pg_class, aclexplode(relacl) where oid = target and grantee = 'tenure_app'::regrole
    union all
    select privilege_type, string_agg(quote_ident(attname), ', ') from pg_attribute, aclexplode(attacl)
    where attrelid = target and grantee = 'tenure_app'::regrole group by privilege_type
  loop
    execute format('grant %s %s on %s to tenure_member', granted.privilege, '(' || granted.columns || ')', target);
  end loop;
  execute format('alter policy own_rows on %s to tenure_app, tenure_member', target);
  execute format('create policy member_sees on %s as restrictive for select to tenure_member, tenure_jobs using (%s)', target, seen);
  execute format('create policy member_adds on %s as restrictive for insert to tenure_member, tenure_jobs with check (%s)', target, changed);
  execute format('create policy member_changes on %s as restrictive for update to tenure_member, tenure_jobs using (%s) with check (%s)', target, seen, changed);
  execute format('create policy member_removes on %s as restrictive for delete to tenure_member, tenure_jobs using (%s)', target, changed);
end $$;

-- The area of a noun in the activity; null for owners only.
create function app.area_of(noun text) returns text language sql immutable parallel safe
  return case
    when noun in ('property', 'certificate', 'compliance', 'invoice', 'licence', 'own deadline', 'deadline mark',
      'deadline reminders') then 'properties'
    when noun in ('tenant', 'tenancy', 'occupier', 'right to rent check', 'request', 'document', 'document version', 'document link',
      'document retention', 'served paper', 'papers request', 'guest link') then 'people'
    when noun in ('rent', 'rent charge', 'payment', 'agent', 'reminders', 'base rate') then 'rent'
    when noun in ('transaction', 'receipt', 'bank account') then 'money'
    when noun in ('supplier', 'supplier link') then 'suppliers'
    when noun in ('repair', 'repair event', 'repair quote', 'repair invoice', 'repair targets', 'repair plan', 'inspection',
      'inspection template', 'inspection room', 'inspection photo', 'inspection comment') then 'repairs'
    when noun in ('tax category', 'tax domestic item', 'tax estimate', 'tax purchase', 'tax letting', 'tax update', 'owner', 'shares') then 'tax'
    when noun = 'saved report' then 'reports'
    when noun in ('loan', 'loan statement', 'journey', 'mileage rate') then 'tax'
  end;

do $$
declare
  opened record;
begin
  for opened in
    select * from (values
      ('public.properties', 'properties', 'id in (select app.my_properties())', true),
      ('public.property_certificates', 'properties', 'property_id in (select app.my_properties())', true),
      ('public.property_compliance', 'properties', 'property_id in (select app.my_properties())', true),
      ('public.property_invoices', 'properties', 'property_id in (select app.my_properties())', true),
      ('public.tenants', 'people', 'property_id in (select app.my_properties())', true),
      ('public.tenancies', 'people', 'property_id in (select app.my_properties())', true),
      ('public.tenancy_rents', 'people', 'tenancy_id in (select id from public.tenancies)', true),
      ('public.ledger_entries', 'rent', 'tenancy_id in (select id from public.tenancies)', true),
      ('public.rent_allocations', 'rent', 'tenancy_id in (select id from public.tenancies)', true),
      ('public.chosen_allocations', 'rent', 'tenancy_id in (select id from public.tenancies)', true),
      ('public.rent_emails', 'rent', 'tenancy_id in (select id from public.tenancies)', true),
      -- The account shares agents, which limited members can change, and settings, which they can only see.
      ('public.agents', 'rent', 'true', true),
      ('public.base_rates', 'rent', 'true', false),
      ('public.reminder_settings', 'rent', 'true', false),
      ('public.transactions', 'money', 'property_id in (select app.my_properties())', true),
      ('app.transaction_undo', 'money', null, true),
      -- Stored sums cover the whole account. Limited members' sums are calculated from rows.
      ('app.transaction_totals', 'money', null, true),
      ('app.transaction_days', 'money', null, true),
      ('app.tax_totals', 'tax', null, true),
      ('app.tax_account_totals', 'tax', null, true),
      ('public.tax_choices', 'tax', 'true', false),
      ('public.tax_lettings', 'tax', 'property_id in (select app.my_properties())', false),
      ('public.bank_accounts', 'money', null, true),
      ('public.bank_connections', 'banks', null, true),
      ('public.bank_feeds', 'banks', null, true),
      ('public.statement_imports', 'banks', null, true),
      ('public.statement_lines', 'banks', null, true),
      ('public.statement_mappings', 'banks', null, true),
      ('public.bank_entries', 'banks', null, true),
      ('public.pending_bank_rows', 'banks', null, true),
      ('public.duplicate_suggestions', 'banks', null, true),
      ('public.dismissed_matches', 'banks', null, true),
      ('public.payer_rules', 'banks', null, true),
      ('app.bank_rows', 'banks', null, true),
      ('app.bank_rows_computed', 'banks', null, true),
      ('app.bank_row_changes', 'banks', null, true),
      -- The account shares suppliers. A supplier link is in reach if its property is.
      ('public.suppliers', 'suppliers', 'true', true),
      ('public.supplier_properties', 'suppliers', 'property_id in (select app.my_properties())', true),
      ('app.idempotency_keys', null, 'true', true),
      ('public.notice_states', null, 'true', true),
      ('public.calendar_feeds', null, 'true', true)
    ) tables (name, area, place, changes)
  loop
    perform app.open_to_members(opened.name::regclass, opened.area, opened.place, opened.changes);
  end loop;
end $$;

-- 'rent.change' covers a tenancy's reminders, agent, automatic matches and ledger start, but no other columns.
alter policy member_changes on public.tenancies with check (((select app.may('people.change')) or (select app.may('rent.change')))
  and ((select app.sees_all()) or property_id in (select app.my_properties())));

create function app.require_people() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require('people.change', false);
  return null;
end $$;

-- Omits generated columns, as every update changes them.
do $$
begin
  execute (
    select format('create trigger require_people before update of %s on public.tenancies for each statement
      when (session_user = ''tenure_member'') execute function app.require_people()', string_agg(quote_ident(attname), ', '))
    from pg_attribute where attrelid = 'public.tenancies'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all ('{agent_id,auto_match,charged_to,charges_from,reminded}'));
end $$;
-- Changes to transactions and tenants affect linked tenancies and invoices, which must therefore be in reach too.
create policy member_links on public.transactions as restrictive to tenure_member using (true) with check ((select app.sees_all())
  or (tenancy_id is null or tenancy_id in (select id from public.tenancies))
  and (invoice_id is null or invoice_id in (select id from public.property_invoices)));
create policy member_links on public.tenants as restrictive to tenure_member using (true) with check ((select app.sees_all())
  or tenancy_id is null or tenancy_id in (select id from public.tenancies));

create policy member_adds_no_property on public.properties as restrictive for insert to tenure_member with check ((select app.sees_all()));

-- Counts cover the whole account and all years, and require the right of their noun's area.
grant select on app.row_counts to tenure_member;
alter policy own_rows on app.row_counts to tenure_app, tenure_member;
create policy member_sees on app.row_counts as restrictive for select to tenure_member, tenure_jobs using ((select app.sees_totals())
  and app.area_of(noun) in (select app.seen_areas()));

-- Sums in the caller's reach: stored sums for the whole account, or else sums of the visible rows.
create view app.totals_in_reach with (security_invoker = true) as
  select property_id, category, type, status, count, amount from app.transaction_totals where (select app.sees_totals())
  union all
  select coalesce(property_id, app.no_property()), category, type, status, count(*), sum(amount)
  from public.transactions where not (select app.sees_totals()) group by 1, 2, 3, 4;
create view app.days_in_reach with (security_invoker = true) as
  select day, category, type, status, count, amount from app.transaction_days where (select app.sees_totals())
  union all
  select date, category, type, status, count(*), sum(amount)
  from public.transactions where not (select app.sees_totals()) group by 1, 2, 3, 4;
create view app.taxes_of_rows with (security_invoker = true) as
  select app.tax_bucket(date) as bucket, coalesce(property_id, former_property_id, app.no_property()) as property_id, category, type, refund,
    coalesce(tax_line, '') as line, abs(amount) >= 1000 as large, count(*), sum(amount) as amount
  from public.transactions where not (select app.sees_totals()) and status = 'completed' group by 1, 2, 3, 4, 5, 6, 7;
create view app.taxes_in_reach with (security_invoker = true) as
  select bucket, property_id, category, type, refund, line, large, count, amount from app.tax_totals where (select app.sees_totals())
  union all
  select * from app.taxes_of_rows;
-- Tax sums with the residential percentage. Commercial and mixed properties have separate rows, and are subtracted
-- from the account's sums.
create view app.let_taxes_in_reach with (security_invoker = true) as
  select bucket, null::uuid as property_id, 100 as residential_percent, category, type, refund, line, large, count, amount
  from app.tax_account_totals where (select app.sees_totals())
  union all
  select bucket, case when sign > 0 then property_id end, case when sign > 0 then residential_percent else 100 end,
    category, type, refund, line, large, sign * count, sign * amount
  from public.tax_lettings join app.tax_totals using (property_id) cross join (values (-1), (1)) signs (sign)
  where (select app.sees_totals())
  union all
  select bucket, case when residential_percent < 100 then property_id end, coalesce(residential_percent, 100),
    category, type, refund, line, large, count, amount
  from app.taxes_of_rows left join public.tax_lettings using (property_id);
grant select on app.totals_in_reach, app.days_in_reach, app.taxes_of_rows, app.taxes_in_reach, app.let_taxes_in_reach to tenure_app, tenure_member;

-- Members see the activity of areas and properties that they can see. Suppliers need no property in reach.
grant select on public.activity to tenure_member;
alter policy own_rows on public.activity to tenure_app, tenure_member;
create policy member_sees on public.activity as restrictive for select to tenure_member, tenure_jobs using (
  (app.area_of(noun) in (select app.seen_areas()))
  and ((select app.sees_all()) or app.area_of(noun) = 'suppliers' and about is null
    or coalesce(about, case when noun = 'property' then record_id end) in (select app.my_properties())));

-- Every member can read the account's name and state, and the details of its members.
grant select on public.profiles to tenure_member;
alter policy own_profile on public.profiles to tenure_app, tenure_member;
-- app.standing reads these columns of a subscription.
grant select (user_id, state, paid_until, ends_at, owed_since) on public.subscriptions to tenure_member;
alter policy own_rows on public.subscriptions to tenure_app, tenure_member;
grant select (id, user_id, person_id, name, email, role, whole, tax_years, sees_payers, ends_on, state, invited_at, expires_at, joined_at, email_notifications, seats_when_paused, version),
  update (email_notifications) on public.members to tenure_member;
alter policy own_rows on public.members to tenure_app, tenure_member;
create policy member_changes on public.members as restrictive for update to tenure_member using (id = (select app.member_id()));
grant select, update (dark_mode, key_shortcuts) on public.people to tenure_member;
alter policy own_person on public.people to tenure_app, tenure_member;
grant select on public.tenant_leases, app.monthly_rents to tenure_member;

-- A file is in reach if a record in reach uses the file. Unused uploads belong to their uploader.
grant select, insert (bucket, path, name, content_type, bytes, sha256, sizes, taken_at), update (stored), delete on public.files to tenure_member;
alter policy own_rows on public.files to tenure_app, tenure_member;
create policy member_sees on public.files as restrictive for select to tenure_member, tenure_jobs using (
  (select app.sees_all() and app.may('properties.change') and app.may('people.change'))
  or uploaded_by = (select app.person_id()) and clear_at is not null
  or url in (
    select image_url from public.properties union all select image_url from public.tenants union all select image_url from public.suppliers
    union all select file_url from public.property_certificates union all select file_url from public.property_invoices
    union all select proof_url from public.served union all select file_url from public.transaction_files union all select file_url from public.document_versions
    union all select url from public.inspection_photos));

-- Jobs execute these too, as tenure_jobs is a member of tenure_app.
grant execute on function app.area_of(text), app.seen_areas() to tenure_app;

create policy member_changes on public.files as restrictive for update to tenure_member using (uploaded_by = (select app.person_id()));
create policy member_removes on public.files as restrictive for delete to tenure_member using (uploaded_by = (select app.person_id()));

grant usage on schema public, app to tenure_member;
grant execute on function
  -- The signed actor with their rights and reach, the instant, and new ids.
  app.user_id(), app.person_id(), app.member_id(), app.instant(), app.today(), app.next_id(), app.uuid_at(timestamptz),
  app.may(text), app.sees_all(), app.hides_payers(), app.names_payer(text, uuid, numeric), app.my_days(), app.sees_year(text), app.sees_totals(), app.reach(text), app.seen_areas(), app.my_properties(), app.area_of(text),
  -- Functions that read no tables.
  app.sort_key(text), app.fold_letters(text), app.fold_text(text), app.search_text(text), app.phone_key(text), app.window_mark(uuid),
  app.windows(uuid, text), app.end_days(jsonb), app.first_end(jsonb), app.not_recorded(jsonb), app.search_words(text), app.first_word(text),
  app.other_words(text), app.tax_bucket(date), app.plan_ends(text, timestamptz, timestamptz, timestamptz), app.periods_per_year(text), app.no_property(),
  app.saves_tenant(integer), app.is_written_before(xid, pg_snapshot),
  -- The caller's session and login.
  app.authenticate(text, timestamptz, boolean, uuid, text), app.renew_session(text, text), app.is_session(text, timestamptz), app.own_email(),
  app.own_sessions(text), app.end_other_sessions(text, uuid), app.replace_password(text, text, boolean), app.save_profile(text, text, text, text), app.leave_account(),
  -- Account data, which policies or the functions restrict.
  app.standing(timestamptz), app.own_subscription(), app.is_shared(), app.lease_terms(uuid),
  -- Security definers that bypass the policies, and check right and reach themselves.
  app.lock_account(), app.import_lines(uuid, text, text, text, uuid, jsonb), app.update_lines(jsonb), app.import_entry(uuid, text, boolean),
  app.merge_payment(uuid, uuid, uuid), app.separate_payments(uuid), app.attach_transactions(uuid, text, integer),
  app.detach_transactions(uuid, integer), app.save_for_undo(uuid, uuid[], text), app.undo_transactions(uuid),
  app.add_chosen_payment(uuid, jsonb, jsonb), app.log_lease(uuid, jsonb), app.notify_bank_rows(),
  -- Searches within the caller's reach.
  app.find_suppliers(text), app.find_tenants(text), app.find_transactions(text),
  -- Limited results from outside the caller's reach and areas.
  app.total_properties(), app.tenant_contacts(uuid), app.let_properties()
  to tenure_member;
