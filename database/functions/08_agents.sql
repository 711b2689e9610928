create function app.landlords_auto_matching() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct user_id from public.tenancies where auto_match order by user_id;
end;

grant execute on function app.landlords_auto_matching() to tenure_jobs;

select app.keep_search('public.agents', 'rent.see');
select app.keep_record('public.agents', 'agent', 'name', more => $more$
  perform app.bank_rows_changed(user_id) from (select distinct user_id from {rows} m) landlords;$more$);
grant select, insert (name, fee_percent, fee_fixed, vat), update (name, fee_percent, fee_fixed, vat), delete on public.agents to
  tenure_app;
