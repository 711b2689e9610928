-- A restored download could otherwise raise the trial's limit of emails.
alter table public.guest_links add check (emails >= 0);
