-- Up Migration
-- What a list says of a property's compliance, kept with the property: a page of fifty reads one column more.

alter table public.property_compliance add column deposit_protection_protection_date date;
grant insert (deposit_protection_protection_date), update (deposit_protection_protection_date) on public.property_compliance to tenure_app;

-- As src/features/property/compliance/compliance.ts sums it up, by item, or by the id of a certificate that proves none: the day on which
-- it ends, the day on which it was recorded, the field that is missing, the reason why it does not apply.
alter table public.properties add column compliance_items jsonb not null
  default '{"ends": {}, "recorded": {}, "incomplete": {}, "notApplicable": {}}';
grant update (compliance_items) on public.properties to tenure_app;

-- It follows from the parts of the property: nobody who has it open on a form needs to hear of it, nor does the history.
drop trigger next_version on public.properties;
create trigger next_version before update on public.properties for each row
  when (old.compliance_items is not distinct from new.compliance_items) execute function app.next_version();
drop trigger log_added on public.properties;
drop trigger log_changed on public.properties;
drop trigger log_removed on public.properties;
select app.log_activity_of('public.properties', 'property', 'address', secret => '{key_code}', derived => '{compliance_items}');

-- The summary of what is kept already.
with facts as (
  select p.id, item, reason,
    case when reason is not null then 'notApplicable'
      when not (recorded or proof.linked) then null
      when coalesce(proof.day, items.day) is null or item = 'tenancyAgreement' and not completed then 'incomplete'
      when expires then 'ends' else 'recorded' end as state,
    coalesce(proof.day, items.day) as day, field
  from public.properties p
  left join public.property_compliance c on c.property_id = p.id
  cross join lateral (values
    ('gasSafety', 'expiryDate', true, c.gas_safety_not_applicable, c.gas_safety_completed, c.gas_safety_expiry_date, null),
    ('energyPerformance', 'expiryDate', true, c.energy_performance_not_applicable, c.energy_performance_completed, c.energy_performance_expiry_date, c.energy_performance_rating),
    ('electricalSafety', 'expiryDate', true, c.electrical_safety_not_applicable, c.electrical_safety_completed, c.electrical_safety_expiry_date, null),
    ('alarms', 'lastChecked', false, c.alarms_not_applicable, c.alarms_completed, c.alarms_last_checked, null),
    ('depositProtection', 'protectionDate', false, c.deposit_protection_not_applicable, c.deposit_protection_completed, c.deposit_protection_protection_date, coalesce(c.deposit_protection_scheme, c.deposit_protection_reference)),
    ('hhsrs', 'lastInspection', false, c.hhsrs_not_applicable, c.hhsrs_completed, c.hhsrs_last_inspection, null),
    ('propertyLicensing', 'expiryDate', true, c.property_licensing_not_applicable, c.property_licensing_completed, c.property_licensing_expiry_date, c.property_licensing_number),
    ('tenancyAgreement', 'agreementDate', false, c.tenancy_agreement_not_applicable, c.tenancy_agreement_completed, c.tenancy_agreement_agreement_date, null),
    ('landlordInsurance', 'expiryDate', true, c.landlord_insurance_not_applicable, c.landlord_insurance_completed, c.landlord_insurance_expiry_date, coalesce(c.landlord_insurance_provider, c.landlord_insurance_policy_number))
  ) items (item, field, expires, reason, completed, day, said)
  cross join lateral (
    select count(*) > 0 as linked, max(expiration_date) as day
    from public.property_certificates where property_id = p.id and compliance_item = item) proof
  cross join lateral (select coalesce(completed, false) or items.day is not null or said is not null as recorded) any_field
), certificates as (
  select distinct on (property_id, lower(btrim(name))) id::text as item, property_id,
    case when expiration_date is null then 'recorded' else 'ends' end as state,
    coalesce(expiration_date, issue_date)::text as day
  from public.property_certificates where compliance_item is null
  order by property_id, lower(btrim(name)), expiration_date desc nulls last, seq desc
), said as (
  select id, item, state, case state when 'notApplicable' then reason
    when 'incomplete' then case when day is null then field else 'completed' end else day::text end as words
  from facts where state is not null
  union all select property_id, item, state, coalesce(day, '') from certificates
), grouped as (
  select id, state, jsonb_object_agg(item, words) as items from said group by id, state
)
update public.properties p set compliance_items = p.compliance_items || summary.items
from (select id, jsonb_object_agg(state, items) as items from grouped group by id) summary
where summary.id = p.id;

-- The history of a property names the suppliers that were linked to it; a link keeps the name of then.
alter table public.supplier_properties add column supplier_name text;
create function app.name_supplier() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select name into new.supplier_name from public.suppliers where id = new.supplier_id and user_id = new.user_id;
  return new;
end $$;
create trigger name_supplier before insert on public.supplier_properties for each row execute function app.name_supplier();
drop trigger log_added on public.supplier_properties;
drop trigger log_changed on public.supplier_properties;
drop trigger log_removed on public.supplier_properties;
select app.log_activity_of('public.supplier_properties', 'supplier link', 'supplier_name', about => 'property_id', derived => '{supplier_name}');
alter table public.supplier_properties disable trigger next_version;
update public.supplier_properties link set supplier_name = s.name from public.suppliers s where s.id = link.supplier_id;
alter table public.supplier_properties enable trigger next_version;
