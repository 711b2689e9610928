-- Up Migration
-- Messages from the contact form of the front page. They are nobody's of the landlords: a visitor need not have an account.
create table app.enquiries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  message text not null check (char_length(message) between 1 and 5000),
  -- Null until the operator has it by email.
  mailed_at timestamptz(3)
);
create index on app.enquiries (at) where mailed_at is null;
grant select, delete, insert (at, name, email, message), update (mailed_at) on app.enquiries to tenure_app;
