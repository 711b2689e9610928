create function app.find_agents(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.agents where user_id = app.user_id() and (select app.may('rent.see')) and strpos(search, (select app.first_word(search_term))) > 0
    and search like all ((select app.other_words(search_term))::text[]);
end;

create function app.landlords_auto_matching() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct user_id from public.tenancies where auto_match order by user_id;
end;

grant execute on function app.find_agents(text) to tenure_app;
grant execute on function app.landlords_auto_matching() to tenure_jobs;

select app.keep_record('public.agents', 'agent', 'name', more => $more$
  perform app.bank_rows_changed(user_id) from (select distinct user_id from {rows} m) landlords;$more$);
grant select, insert (name, fee_percent, fee_fixed, vat), update (name, fee_percent, fee_fixed, vat), delete on public.agents to
  tenure_app;
