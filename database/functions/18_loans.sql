create function app.lock_loan_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    -- Locks in id order, like bulk changes, to avoid deadlock.
    perform from public.transactions where loan_id = old.id and user_id = old.user_id order by id for update;
  end if;
  return old;
end $$;

select app.keep_search('public.loans', 'tax.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.loans', 'loan', 'lender', about => 'property_id', derived => '{property_name}');
create or replace trigger next_version before update on public.loans for each row
  when (pg_trigger_depth() = 0 or old.property_id is distinct from new.property_id) execute function app.next_version();
create trigger set_property_name before insert or update of property_id on public.loans for each row execute function app.set_property_name();
create trigger lock_loan_transactions before delete on public.loans for each row execute function app.lock_loan_transactions();
grant select, insert (property_id, lender, amount, opened, months, kind, rates, fixed_until, value_when_let, capital_added, limit_confirmed),
  update (property_id, lender, amount, opened, months, kind, rates, fixed_until, value_when_let, capital_added, limit_confirmed), delete
  on public.loans to tenure_app;

select app.keep_record('public.loan_statements', 'loan statement', 'from_day', live => '', more => $more$
  perform app.notify_live(user_id, 'loans', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
grant select, insert (loan_id, from_day, to_day, interest), update (from_day, to_day, interest), delete on public.loan_statements to tenure_app;

grant insert (loan_id), update (loan_id) on public.transactions to tenure_app, tenure_member;

select app.open_to_members('public.loans', 'tax', 'property_id in (select app.my_properties())');
select app.open_to_members('public.loan_statements', 'tax', 'loan_id in (select id from public.loans)');
create policy member_links_loan on public.transactions as restrictive to tenure_member using (true) with check ((select app.sees_all())
  or loan_id is null or loan_id in (select id from public.loans));
