-- A guest with chosen tax years reads the rows of those years only, and a guest without payers no activity of rows.
do $$
declare
  target text;
  condition text;
begin
  for target, condition in values
    ('public.transactions', '(select app.my_days()) is null or date <@ (select app.my_days())'),
    ('public.journeys', '(select app.my_days()) is null or day <@ (select app.my_days())'),
    ('public.tax_updates', 'app.sees_year(year)'),
    ('public.tax_quarters', 'app.sees_year(year)'),
    ('public.tax_estimates', 'app.sees_year(year)'),
    ('public.tax_update_rows', '(select app.my_days()) is null or update_id in (select id from public.tax_updates)'),
    ('public.activity', $c$noun <> 'transaction' or not (select app.hides_payers()) and (select app.my_days()) is null$c$),
    ('app.transaction_totals', '(select app.sees_totals())'),
    ('app.transaction_days', '(select app.sees_totals())'),
    ('app.tax_totals', '(select app.sees_totals())')
  loop
    execute format('create policy guest_limits on %s as restrictive for select to tenure_member, tenure_jobs using (%s)', target, condition);
  end loop;
end $$;
