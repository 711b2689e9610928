-- The date of the payment that is split, as parts may have other dates (decision 67).
alter table public.transactions add split_date date;
update public.transactions part set split_date = whole.date
from (select split_id, max(date) as date from public.transactions where split_id is not null group by 1) whole
where part.split_id = whole.split_id;
alter table public.transactions add check ((split_id is null) = (split_date is null));
