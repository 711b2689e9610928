-- Roles (src/server/db/roles.server.ts): tenure_owner owns all objects and runs migrations; tenure_auth has only the
-- schema auth. tenure_app serves accounts; tenure_jobs, a member of tenure_app, runs jobs.
create schema auth;
revoke all on schema public from public;
grant usage on schema public, app to tenure_app;
grant usage on schema auth to tenure_auth;
alter default privileges revoke execute on functions from public;

-- Sorts '2 Mill Lane' before '14 Chandos Terrace', and 'Éclair' like 'Eclair'.
-- Not for indexes, as the order depends on ICU's version.
create collation app.natural (provider = icu, locale = 'en-GB-u-kn-true');

create table app.signing_key (key bytea not null);
insert into app.signing_key
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The functions of this file are frozen, as indexes and columns store results of some. Other results need a new name.

-- Signs a setting for this transaction, so that callers can neither forge nor replay the setting.
create function app.sign(said text) returns text language plpgsql stable parallel safe as $$
declare
  own bytea;
begin
  select key into own from app.signing_key;
  return encode(sha256(own || sha256(own || timestamptz_send(now()) || convert_to(said, 'UTF8'))), 'hex');
end $$;

-- The account of this transaction, or null, so that row-level security hides all rows.
create function app.user_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.user_id', true);
begin
  if said <> '' and current_setting('app.user_mark', true) = app.sign(said) then
    return said::uuid;
  end if;
  return null;
end $$;

-- The server's clock for this transaction; otherwise the database's.
create function app.instant() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('app.instant', true), '')::timestamptz, now());

-- A UUID version 7 (RFC 9562), which sorts by time.
create function app.next_id() returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from app.instant()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

create function app.loads_sample() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.loads_sample', true) = 'yes', false);

-- A sort key without case and accents, like src/shared/text.ts. Indexable with the collation "C", which is stable.
create function app.sort_key(name text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'));

-- Folds case and accents like src/shared/fold.ts (test/fold.test.ts compares both). `unaccent` is not immutable.
create function app.fold_letters(body text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(translate(app.sort_key(body), 'łøđðħŧıς', 'loddhtiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

create function app.fold_text(body text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts are ASCII, and this path takes a fifth of the time.
  if octet_length(body) = length(body) then
    return ' ' || translate(lower(body), E' \t\n\r,;:()[]"#''`', '             ');
  end if;
  return ' ' || translate(app.fold_letters(body),
    E' \t\n\r,;:()[]"#\u00a0\u2009\u202f\u3000\u00a3\u20ac\u00ab\u00bb\u201c\u201d\u201e\u2026\u00b7\u2022\u2010\u2011\u2012\u2013\u2014\u2015\u2212''`\u00b4\u00ad\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07\u200b\u200c\u200d\u200e\u200f',
    '                           -------');
end $$;

-- The search text of a record: folded, a space before each word, umlauts also as two letters ('Müller' as 'mueller').
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

-- The digits of a phone number as dialled in the UK: '07700 900417' and '+44 (0)7700 900417' are equal.
create function app.phone_key(phone text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '^\s*(\+|00)44[\s.-]*(\(0\))?', '0'), '\D', '', 'g');

-- The prefix of a landlord's trigrams. Unlike with pg_trgm, a search finds short words and reads only the landlord's
-- trigrams. Prefixes may collide, so searches filter their matches again.
create function app.window_mark(owner uuid) returns text language sql immutable strict parallel safe return left(owner::text, 6);

-- The trigrams of a text, with prefixes. A loop takes 8 µs a row, an SQL query 26 µs.
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

-- Results of the following functions are stored, as calculating 5,000 takes 17 ms.
create function app.end_days(items jsonb) returns text[] language sql immutable strict parallel safe
  return (select array_agg(value order by value collate "C") from jsonb_each_text(items -> 'ends'));

create function app.first_end(items jsonb) returns text language sql immutable strict parallel safe
  return (select min(value collate "C") from jsonb_each_text(items -> 'ends'));

-- The number of compliance items (src/features/compliance/compliance.ts) without an end date, a recorded date
-- or a reason why they do not apply.
create function app.not_recorded(items jsonb) returns smallint language sql immutable strict parallel safe
  return (select count(*) from unnest('{gasSafety,energyPerformance,electricalSafety,alarms,depositProtection,hhsrs,propertyLicensing,tenancyAgreement,landlordInsurance}'::text[]) item
    where not ((items -> 'ends') || (items -> 'recorded') || (items -> 'notApplicable')) ? item);

grant execute on function app.user_id(), app.instant(), app.next_id(), app.loads_sample(), app.sort_key(text), app.fold_letters(text),
  app.fold_text(text), app.search_text(text), app.phone_key(text), app.window_mark(uuid), app.windows(uuid, text), app.end_days(jsonb), app.first_end(jsonb),
  app.not_recorded(jsonb) to tenure_app;
-- Freezes the functions above, which stay when database/functions is reapplied.
do $$
declare
  kept regprocedure;
begin
  for kept in select oid from pg_proc where pronamespace = 'app'::regnamespace loop
    execute format('comment on function %s is %L', kept, 'frozen');
  end loop;
end $$;

-- Rate limits, in the layout of rate-limiter-flexible.
create table app.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Files that a job deletes from the store.
create table app.file_removals (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  sizes text[] not null
);

-- State of the sandbox bank, shared by workers, with fictitious data only. Deleted by age.
create table app.sandbox_bank (
  -- For example 'requisition/{uuid}' or 'account/{uuid}'.
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_bank (expires_at);

-- State of the payment sandbox, shared by workers, with fictitious data only. Deleted by age.
create table app.sandbox_payments (
  -- For example 'checkout/{id}' or 'subscription/{id}'.
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_payments (expires_at);
create index on app.sandbox_payments ((value ->> 'customer'));

-- Messages from the contact form, possibly of visitors without an account.
create table app.enquiries (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  message text not null check (char_length(message) between 1 and 5000),
  -- Null until emailed to the operator.
  mailed_at timestamptz(3)
);
create index on app.enquiries (at) where mailed_at is null;

-- Processed messages of the payment provider, without personal data.
create table app.payment_events (
  provider text not null,
  id text not null check (char_length(id) <= 200),
  type text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index on app.payment_events (received_at);
