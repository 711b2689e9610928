-- Up Migration
-- What the sandbox bank keeps, so that several workers answer alike: invented consents, accounts and errors on demand. No landlord's rows:
-- it knows no landlord, as a real bank would not. Whatever is old is cleared away when a consent is added.
create table app.sandbox_bank (
  -- 'requisition/{uuid}', 'account/{uuid}' …
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_bank (expires_at);
grant select, insert, update, delete on app.sandbox_bank to tenure_app;
