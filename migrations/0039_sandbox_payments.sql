-- Up Migration
-- What the sandbox of payments keeps, so that several workers answer alike: invented checkouts, subscriptions and portals. No landlord reads it:
-- it stands for what a payment provider keeps. Whatever is old is cleared away when a checkout is begun.
create table app.sandbox_payments (
  -- 'checkout/{id}', 'subscription/{id}' …
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_payments (expires_at);
create index on app.sandbox_payments ((value ->> 'customer'));
grant select, insert, update, delete on app.sandbox_payments to tenure_app;
