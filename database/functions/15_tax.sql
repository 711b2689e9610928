create function app.log_tax_choice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  choice constant public.tax_choices := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_setting(choice.user_id, 'tax category', case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    choice.category);
  perform app.notify_live(choice.user_id, 'tax', null, null);
  return null;
end $$;

create function app.log_tax_letting() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  letting constant public.tax_lettings := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_setting(letting.user_id, 'tax letting', 'changed',
    (select address || ', ' || city from public.properties p where p.id = letting.property_id and p.user_id = letting.user_id));
  perform app.notify_live(letting.user_id, 'tax', null, null);
  return null;
end $$;

create trigger log_letting after insert or update or delete on public.tax_lettings for each row execute function app.log_tax_letting();
create trigger log_choice after insert or update or delete on public.tax_choices for each row execute function app.log_tax_choice();
grant select, insert (category, line), update (line), delete on public.tax_choices to tenure_app;
grant select, insert (property_id, residential_percent), update (residential_percent), delete on public.tax_lettings to tenure_app;
grant select on app.tax_totals, app.tax_account_totals to tenure_app;
