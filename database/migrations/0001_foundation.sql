-- Schemas, rights, and the functions on which columns and indexes depend.
-- Roles (created before the first migration, src/server/db/roles.server.ts): tenure_owner runs migrations and owns everything;
-- tenure_auth sees the sign-in tables only; tenure_app serves landlords and owns nothing; tenure_jobs is a member of tenure_app that works
-- for no landlord.
create schema auth;
revoke all on schema public from public;
grant usage on schema public, app to tenure_app;
grant usage on schema auth to tenure_auth;
alter default privileges revoke execute on functions from public;

-- As people sort: '2 Mill Lane' before '14 Chandos Terrace', 'Éclair' beside 'Eclair'. Never in an index: its rules change with ICU's version.
create collation app.natural (provider = icu, locale = 'en-GB-u-kn-true');

-- The key with which `app.mark` proves who is asking.
create table app.entry_key (key bytea not null);
insert into app.entry_key
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Defaults, generated columns and indexes call these functions. Their results are stored in rows, so they do not change: another result
-- needs another name.
-- What proves in this transaction that a function of the owner has said `said`. No other transaction begins at the same instant on the
-- same connection, and no setting is seen on another.
create function app.mark(said text) returns text language plpgsql stable parallel safe as $$
declare
  own bytea;
begin
  select key into own from app.entry_key;
  return encode(sha256(own || sha256(own || timestamptz_send(now()) || convert_to(said, 'UTF8'))), 'hex');
end $$;

-- The landlord this transaction works for; null outside a landlord's transaction, so that row-level security shows nothing.
create function app.user_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.user_id', true);
begin
  if said <> '' and current_setting('app.user_mark', true) = app.mark(said) then
    return said::uuid;
  end if;
  return null;
end $$;

-- The server's clock (SQL is told the instant); the database's own only where the server is not asking.
create function app.instant() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('app.instant', true), '')::timestamptz, now());

-- An id that sorts by when it was given (UUID version 7, RFC 9562), so that what was entered last on a day stands first.
create function app.next_id() returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from app.instant()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

-- Whether this transaction loads it.
create function app.loads_sample() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.loads_sample', true) = 'yes', false);

-- What names are sorted by, without case and accents: 'Éclair' beside 'Eclair'. With collation "C" it never changes, so it may be indexed.
-- src/shared/text.ts does the same in the browser.
create function app.sort_key(name text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'));

-- Letters and signs by which texts are compared, whatever their case, accents and apostrophes. src/shared/fold.ts does the same in the
-- browser, and test/fold.test.ts compares the two. Immutable, unlike `unaccent`, whose rules differ between releases of PostgreSQL.
create function app.fold_letters(body text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(translate(app.sort_key(body), 'łøđðħŧıς', 'loddhtiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

create function app.fold_text(body text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts are ASCII: a fifth of the time.
  if octet_length(body) = length(body) then
    return ' ' || translate(lower(body), E' \t\n\r,;:()[]"#''`', '             ');
  end if;
  return ' ' || translate(app.fold_letters(body),
    E' \t\n\r,;:()[]"#\u00a0\u2009\u202f\u3000\u00a3\u20ac\u00ab\u00bb\u201c\u201d\u201e\u2026\u00b7\u2022\u2010\u2011\u2012\u2013\u2014\u2015\u2212''`\u00b4\u00ad\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07\u200b\u200c\u200d\u200e\u200f',
    '                           -------');
end $$;

-- What a record is found by: its texts folded, a blank before each word, and umlauts spelled as two letters, too ('Müller' as 'mueller').
create function app.search_text(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text;
  spelled text;
begin
  if octet_length(body) = length(body) then
    return app.fold_text(body);
  end if;
  plain := lower(normalize(body, nfd));
  spelled := replace(replace(replace(replace(replace(plain,
    E'a\u0308', 'ae'), E'o\u0308', 'oe'), E'u\u0308', 'ue'), E'a\u030a', 'aa'), 'ø', 'oe');
  return app.fold_text(case when spelled = plain then body else body || ' ' || spelled end);
end $$;

-- The digits of a phone number as dialled in the UK, so that '07700 900417', '+44 (0)7700 900417' and '900-417' find one another.
create function app.phone_key(phone text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '^\s*(\+|00)44[\s.-]*(\(0\))?', '0'), '\D', '', 'g');

-- Text of any length is found within a million rows by the three-letter windows it consists of, each marked with its landlord, so that a
-- landlord's search reads windows of their own texts only. An index of our own making, as pg_trgm's finds nothing shorter than three
-- letters and knows no landlords. Two landlords may share a mark: what is found is looked at again.
create function app.window_mark(owner uuid) returns text language sql immutable strict parallel safe return left(owner::text, 6);

-- The three-letter windows of a text. A loop takes 8 µs a row; a query in an SQL function, restarted for each row, took 26.
create function app.windows(owner uuid, body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  mark constant text := app.window_mark(owner);
  padded constant text := body || '  ';
  found text[] := '{}';
begin
  for n in 1 .. length(body) loop
    found[n] := mark || substr(padded, n, 3);
  end loop;
  return array_to_tsvector(found);
end $$;

-- When the certificates of a property end, which is first, and how many items are not recorded: stored, as reading the summaries of 5,000
-- takes 17 ms.
create function app.end_days(items jsonb) returns text[] language sql immutable strict parallel safe
  return (select array_agg(value order by value collate "C") from jsonb_each_text(items -> 'ends'));

create function app.first_end(items jsonb) returns text language sql immutable strict parallel safe
  return (select min(value collate "C") from jsonb_each_text(items -> 'ends'));

-- Of the items that a property needs (src/features/property/compliance/compliance.ts); what is incomplete is not recorded.
create function app.not_recorded(items jsonb) returns smallint language sql immutable strict parallel safe
  return (select count(*) from unnest('{gasSafety,energyPerformance,electricalSafety,alarms,depositProtection,hhsrs,propertyLicensing,tenancyAgreement,landlordInsurance}'::text[]) item
    where not ((items -> 'ends') || (items -> 'recorded') || (items -> 'notApplicable')) ? item);

grant execute on function app.user_id(), app.instant(), app.next_id(), app.loads_sample(), app.sort_key(text), app.fold_letters(text),
  app.fold_text(text), app.search_text(text), app.phone_key(text), app.window_mark(uuid), app.windows(uuid, text), app.end_days(jsonb), app.first_end(jsonb),
  app.not_recorded(jsonb) to tenure_app;
-- The mark by which they stay when database/functions is applied again.
do $$
declare
  kept regprocedure;
begin
  for kept in select oid from pg_proc where pronamespace = 'app'::regnamespace loop
    execute format('comment on function %s is %L', kept, 'frozen');
  end loop;
end $$;

-- Attempts at signing in and the like (rate-limiter-flexible's own layout).
create table app.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- What still lies in the store and belongs to nobody any more. A job takes the bytes away, then the line.
create table app.file_removals (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  sizes text[] not null
);

-- What the sandbox bank keeps, so that several workers answer alike: invented consents, accounts and errors on demand. No landlord's rows:
-- it knows no landlord, as a real bank would not. Whatever is old is cleared away when a consent is added.
create table app.sandbox_bank (
  -- 'requisition/{uuid}', 'account/{uuid}' …
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_bank (expires_at);

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

-- A provider's messages that have come, each once. They name nobody.
create table app.payment_events (
  provider text not null,
  id text not null check (char_length(id) <= 200),
  type text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index on app.payment_events (received_at);
