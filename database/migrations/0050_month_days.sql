-- The day of the month that the landlord chose, from 29 to 31 later than the day in a shorter month.
alter table public.repair_plans add column month_day smallint check (month_day between 1 and 31);
alter table public.own_deadlines add column month_day smallint check (month_day between 1 and 31);
update public.repair_plans set month_day = extract(day from next_on);
update public.own_deadlines set month_day = extract(day from day);
