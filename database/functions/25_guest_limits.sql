-- Guests can be limited (decisions 67 and 70) to chosen tax years, and to texts without tenants' names.

create function app.is_limited_guest() returns boolean language sql stable parallel safe
  return app.hides_payers() or app.my_days() is not null;
grant execute on function app.is_limited_guest() to tenure_app, tenure_member;

do $$
declare
  target text;
  condition text;
begin
  for target, condition in values
    ('public.transactions', '(select app.my_days()) is null or date <@ (select app.my_days())'),
    -- Limited guests do not see the tray, as its files have no tax year yet.
    ('public.transaction_files', $c$not (select app.is_limited_guest()) or exists (
      select from public.transactions x where x.id = transaction_id
        and not ((select app.hides_payers()) and app.names_payer(x.category, x.tenancy_id, x.split_amount)))$c$),
    ('public.journeys', '(select app.my_days()) is null or day <@ (select app.my_days())'),
    ('public.loan_statements', $c$(select app.my_days()) is null or daterange(from_day, to_day, '[]') && (select app.my_days())$c$),
    ('public.tax_updates', 'app.sees_year(year)'),
    ('public.tax_quarters', 'app.sees_year(year)'),
    ('public.tax_estimates', 'app.sees_year(year)'),
    ('public.tax_update_rows', '(select app.my_days()) is null or update_id in (select id from public.tax_updates)'),
    -- Entries of the activity contain names and amounts, but no tax year.
    ('public.activity', $c$(noun <> all ('{transaction,receipt}') or not (select app.is_limited_guest()))
      and (noun <> all ('{journey,tax domestic item,tax estimate,tax update}') or (select app.my_days()) is null)$c$),
    ('app.transaction_undo', 'not (select app.is_limited_guest())'),
    ('app.transaction_totals', '(select app.sees_totals())'),
    ('app.transaction_days', '(select app.sees_totals())'),
    ('app.tax_totals', '(select app.sees_totals())'),
    ('app.tax_account_totals', '(select app.sees_totals())')
  loop
    execute format('create policy guest_limits on %s as restrictive for select to tenure_member, tenure_jobs using (%s)', target, condition);
  end loop;
end $$;

-- Shadows the table in statements of members and jobs. Guests see the category instead of texts that may contain a
-- tenant's name, and cannot search or sort by these texts. Statements that change them must name `public.transactions`.
do $$
declare
  hidden constant text := '(select app.hides_payers()) and app.names_payer(category, tenancy_id, split_amount)';
begin
  execute (
    select format('create view member.transactions with (security_invoker = true) as select %s from public.transactions', string_agg(
      case attname
        when 'description' then format('case when %s then upper(left(category, 1)) || substr(category, 2) else description end as description', hidden)
        when 'reference' then format('case when %s then null else reference end as reference', hidden)
        when 'search' then format($c$case when %s then '' else search end as search$c$, hidden)
        else quote_ident(attname)
      end, ', ' order by attnum))
    from pg_attribute where attrelid = 'public.transactions'::regclass and attnum > 0 and not attisdropped);
end $$;
grant usage on schema member to tenure_member, tenure_jobs;
grant select, update, delete on member.transactions to tenure_member, tenure_jobs;
