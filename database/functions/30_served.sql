-- Sets document and hash from the document version, so that callers cannot choose them.
create function app.set_served_version() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select v.document_id, f.sha256 into new.document_id, new.sha256
  from public.document_versions v join public.files f on f.url = v.file_url and f.user_id = v.user_id
  where v.id = new.document_version_id and v.user_id = new.user_id;
  if not found then
    raise exception 'no such version' using errcode = 'foreign_key_violation', constraint = 'served_document_version_id_fkey';
  end if;
  return new;
end $$;

-- Makes served papers immutable evidence: state, confirmation and striking out only move forward, and references are
-- only cleared. The link can change. Rows are deleted only with the account.
create function app.keep_served() returns trigger language plpgsql as $$
declare
  moves constant text[] := '{sending handed-over,sending refused,sending confirmed,recorded confirmed,handed-over confirmed}';
  states constant text[] := '{version,link_id,tenancy_id,property_id,tenant_id,state,state_note,served_at,arrival,confirmed_at,confirmed_name,confirmed_from,struck_at,struck_by,struck_reason}';
begin
  if tg_op = 'DELETE' then
    if app.is_deleting_account() then
      return old;
    end if;
    raise exception 'a served paper is kept' using errcode = 'restrict_violation', table = 'served';
  end if;
  if to_jsonb(new) - states is distinct from to_jsonb(old) - states
    or new.tenancy_id <> old.tenancy_id or old.tenancy_id is null and new.tenancy_id is not null
    or new.property_id <> old.property_id or old.property_id is null and new.property_id is not null
    or new.tenant_id <> old.tenant_id or old.tenant_id is null and new.tenant_id is not null
    or new.state <> old.state and old.state || ' ' || new.state <> all (moves)
    or (new.served_at, new.arrival, new.state_note) is distinct from (old.served_at, old.arrival, old.state_note) and old.state <> 'sending'
    or (new.confirmed_at, new.confirmed_name, new.confirmed_from) is distinct from (old.confirmed_at, old.confirmed_name, old.confirmed_from)
      and old.confirmed_at is not null
    or (new.struck_at, new.struck_by, new.struck_reason) is distinct from (old.struck_at, old.struck_by, old.struck_reason) and old.struck_at is not null
  then
    raise exception 'a served paper is not changed' using errcode = 'restrict_violation', table = 'served';
  end if;
  return new;
end $$;

-- Prevents the deletion of served documents and versions, which can only be withdrawn.
create function app.keep_served_document() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() and exists (
    select from public.served s where case tg_table_name when 'documents' then s.document_id else s.document_version_id end = old.id
      and s.user_id = old.user_id)
  then
    raise exception 'a served document is kept' using errcode = 'foreign_key_violation', table = 'served';
  end if;
  return old;
end $$;

-- Returns a link's papers by its token's hash, and counts the use. Null if unknown, expired, revoked or without papers.
create function app.link_papers(token text, at timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link public.guest_links;
  papers jsonb;
begin
  perform set_config('app.instant', at::text, true);
  select * into link from public.guest_links l
  where l.token_hash = token and l.kind = 'papers' and l.revoked_at is null and l.expires_at > link_papers.at;
  select jsonb_agg(jsonb_build_object('id', s.id, 'title', d.title, 'name', v.name, 'contentType', f.content_type, 'bytes', f.bytes,
    'sha256', s.sha256, 'confirmedAt', s.confirmed_at) order by s.served_at, d.title, s.id) into papers
  from public.served s join public.documents d on d.id = s.document_id join public.document_versions v on v.id = s.document_version_id
  join public.files f on f.url = v.file_url
  where s.link_id = link.id and s.user_id = link.user_id and s.struck_at is null and s.state <> 'refused';
  if papers is null then
    return null;
  end if;
  update public.guest_links set times_used = times_used + 1, last_used_at = link_papers.at where id = link.id;
  return (select jsonb_build_object('recipient', link.recipient, 'landlord', coalesce(p.account_name, p.name), 'property', (
      select concat_ws(', ', address, city) from public.properties where id = link.property_id), 'papers', papers)
    from public.profiles p where p.id = link.user_id);
end $$;

create function app.link_paper_file(token text, at timestamptz, paper uuid)
  returns table (bucket text, path text, name text, "contentType" text, bytes bigint, sha256 text, sizes text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.bucket, f.path, v.name, f.content_type, f.bytes, f.sha256, f.sizes
  from public.guest_links l join public.served s on s.link_id = l.id and s.user_id = l.user_id
  join public.document_versions v on v.id = s.document_version_id join public.files f on f.url = v.file_url
  where l.token_hash = token and l.kind = 'papers' and l.revoked_at is null and l.expires_at > link_paper_file.at
    and s.id = paper and s.struck_at is null and s.state <> 'refused' and f.stored;
end;

-- Confirms a link's unconfirmed papers. Returns false if the link is unknown, expired or revoked.
create function app.confirm_papers(token text, at timestamptz, who text, network_address text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link public.guest_links;
begin
  perform set_config('app.instant', at::text, true);
  -- Locks the link, so that the second of two concurrent confirmations finds confirmed papers.
  select * into link from public.guest_links l
  where l.token_hash = token and l.kind = 'papers' and l.revoked_at is null and l.expires_at > confirm_papers.at for no key update;
  if not found then
    return false;
  end if;
  update public.served s
  set state = 'confirmed', confirmed_at = confirm_papers.at, confirmed_name = who, confirmed_from = network_address
  where s.link_id = link.id and s.user_id = link.user_id and s.struck_at is null and s.state in ('recorded', 'sending', 'handed-over');
  return true;
end $$;

-- Up to 1,000 links whose email has been pending since `before`, such as after a crash or a restored backup.
create function app.waiting_link_emails(before timestamptz) returns table (user_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.user_id, l.id from public.guest_links l
  where l.email_state = 'sending' and coalesce(l.tried_at, l.date_added) <= before order by l.date_added, l.id limit 1000;
end;

-- Counts each email of a link, including those that are sent again.
create function app.count_link_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.email_state <> 'sending' then
    new.emails := case when new.emailed_on = app.today() then new.emails else 0 end + 1;
    new.emailed_on := app.today();
  end if;
  return new;
end $$;

-- The account's emails of links today, also of properties that a member does not see.
create function app.link_emails_today() returns bigint language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(sum(emails), 0) from public.guest_links where user_id = app.user_id() and emailed_on = app.today();
end;

grant execute on function app.link_emails_today() to tenure_app, tenure_member;
grant execute on function app.link_papers(text, timestamptz), app.link_paper_file(text, timestamptz, uuid),
  app.confirm_papers(text, timestamptz, text, text) to tenure_app;
grant execute on function app.waiting_link_emails(timestamptz) to tenure_jobs;

create trigger set_version before insert on public.served for each row execute function app.set_served_version();
create trigger keep_served before update or delete on public.served for each row execute function app.keep_served();
create trigger keep_served before delete on public.documents for each row execute function app.keep_served_document();
create trigger keep_served before delete on public.document_versions for each row execute function app.keep_served_document();
create trigger count_link_email before insert or update of email_state on public.guest_links
  for each row when (new.email_state = 'sending') execute function app.count_link_email();
create trigger refuse_in_sample before insert or update of email_state on public.guest_links
  for each row when (new.email_state = 'sending') execute function app.refuse_in_sample();

select app.keep_record('public.served', 'served paper', 'recipient', about => 'property_id', secret => '{address,confirmed_from}',
  derived => '{link_id}');
select app.track_files_of('public.served', 'proof_url');
grant select, insert (document_version_id, tenancy_id, property_id, tenant_id, recipient, recipient_kind, method, method_note, address, served_at,
  timed, arrival, arrival_rule, remark, state, proof_url, link_id), update (link_id, state, state_note, served_at, arrival, struck_at, struck_by,
  struck_reason) on public.served to tenure_app;
select app.open_to_members('public.served', 'people', 'property_id in (select app.my_properties())');

-- Uses of a link are not logged, as mail scanners open links too.
select app.keep_record('public.guest_links', 'guest link', 'recipient', about => 'property_id', secret => '{token_hash,email,message}',
  derived => '{seed,email_note,tried_at,last_used_at,times_used,emailed_on,emails}', live => 'served');
grant select, insert (kind, tenancy_id, property_id, tenant_id, recipient, email, message, seed, token_hash, expires_at, email_state),
  update (seed, token_hash, expires_at, revoked_at, email, email_state, email_note, tried_at) on public.guest_links to tenure_app;
select app.open_to_members('public.guest_links', 'people', 'property_id in (select app.my_properties())');

select app.keep_record('public.bundle_requests', 'papers request', '', about => 'property_id', live => 'served');
grant select, insert (property_id, tenancy_id, asked_on), update (asked_on), delete on public.bundle_requests to tenure_app;
select app.open_to_members('public.bundle_requests', 'people', 'property_id in (select app.my_properties())');
