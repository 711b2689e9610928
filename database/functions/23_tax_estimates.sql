create function app.log_tax_estimate() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  facts constant public.tax_estimates := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_setting(facts.user_id, 'tax estimate', 'changed', replace(facts.year, '-', '–'));
  perform app.notify_live(facts.user_id, 'tax', null, null);
  return null;
end $$;

create trigger log_estimate after insert or update or delete on public.tax_estimates for each row execute function app.log_tax_estimate();
grant select, insert (owner_id, year, other_income, savings, dividends, losses_brought_forward, finance_brought_forward, put_aside, nation, choice),
  update (other_income, savings, dividends, losses_brought_forward, finance_brought_forward, put_aside, nation, choice) on public.tax_estimates to tenure_app;

-- Estimates contain a person's whole income, so only members with all properties see them.
select app.open_to_members('public.tax_estimates', 'tax', null, false);
