-- Documents in the reach of a member without all properties: linked to a record in reach, or added by them and
-- unlinked.
-- Links to suppliers do not count, as the account shares suppliers.
create function app.my_documents() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.document_id from public.document_links l
  left join public.tenants t on t.id = l.tenant_id
  left join public.tenancies y on y.id = l.tenancy_id
  left join public.property_certificates c on c.id = l.certificate_id
  left join public.transactions x on x.id = l.transaction_id
  left join public.deadlines d on d.id = l.deadline_id
  left join public.repairs r on r.id = l.repair_id
  where l.user_id = app.user_id()
    and coalesce(l.property_id, t.property_id, y.property_id, c.property_id, x.property_id, d.property_id, r.property_id) in (select app.my_properties())
  union all
  select id from public.documents own
  where user_id = app.user_id() and added_by = app.person_id()
    and not exists (select from public.document_links l where l.document_id = own.id);
end;

create function app.deadline_property(deadline uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select property_id from public.deadlines where id = deadline and user_id = app.user_id());

create function app.is_linked(document uuid) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.document_links where document_id = document and user_id = app.user_id());

-- A full-text query: words match by stem and prefix, numbers exactly but with any separators. Null without words.
create function app.document_query(account uuid, search_term text) returns tsquery language plpgsql stable parallel safe as $$
declare
  code constant text := lower(regexp_replace(search_term, '[^[:alnum:]]', '', 'g'));
  words constant text := (
    select string_agg(case when word ~ '[0-9]' then quote_literal(word) else quote_literal(word) || ':*' end, ' & ')
    from regexp_split_to_table(lower(search_term), '[^[:alnum:]]+') word where word <> '');
  query tsquery := to_tsquery('english', words);
begin
  if code ~ '[0-9]' and length(code) between 4 and 60 then
    query := coalesce(query || quote_literal(code)::tsquery, quote_literal(code)::tsquery);
  end if;
  return case when numnode(query) > 0 then quote_literal('account:' || account)::tsquery && query end;
end $$;

-- Up to 300 characters of a text around the first match, for a search result. Null if only the title matches.
create function app.text_around(body text, search_term text) returns text language plpgsql stable parallel safe as $$
declare
  place integer;
  word text;
begin
  for word in
    select w from regexp_split_to_table(lower(search_term), '[^[:alnum:]]+') w
    -- Short numbers are often parts of an amount or a code, which is searched below.
    where length(w) > 1 and not (w ~ '[0-9]' and length(w) < 4) order by length(w) desc limit 4
  loop
    place := strpos(lower(body), word);
    if place = 0 and word !~ '[0-9]' then
      place := strpos(lower(body), coalesce(nullif((ts_lexize('english_stem', word))[1], ''), word));
    end if;
    exit when place > 0;
  end loop;
  if coalesce(place, 0) = 0 and search_term ~ '[0-9]' then
    word := left(regexp_replace(search_term, '[^[:alnum:]]', '', 'g'), 60);
    place := regexp_instr(body, regexp_replace(word, '(?<=.)(?=.)', '[-/., ]?', 'g'), 1, 1, 0, 'i');
  end if;
  return case when place > 0 then substring(body, greatest(1, place - 120), 300) end;
end $$;

-- Documents by title or by the text of their latest version.
create function app.find_documents(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select d.id from public.documents d
  where d.user_id = app.user_id() and d.area in (select app.seen_areas())
    and ((select app.my_days()) is null or d.area <> 'money' or d.day <@ (select app.my_days()))
    and ((select app.sees_all()) or d.id in (select app.my_documents()))
    and (strpos(d.search, (select app.first_word(search_term))) > 0 and d.search like all ((select app.other_words(search_term))::text[])
      or d.id in (
        select v.document_id from public.document_versions v
        where v.words @@ (select app.document_query(app.user_id(), search_term)) and v.user_id = (select app.user_id())
          and not exists (select from public.document_versions later where later.document_id = v.document_id and later.number > v.number)));
end;

-- Recipients of served documents, except struck-out and refused entries. Names require 'people.see'.
create function app.given_documents() returns table (id uuid, document_id uuid, document_version_id uuid, recipient text, served_at timestamptz, confirmed boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.document_id, s.document_version_id, case when app.may('people.see') then s.recipient else '' end, s.served_at, s.state = 'confirmed'
  from public.served s
  where s.user_id = app.user_id() and s.struck_at is null and s.state <> 'refused';
end;

-- Whether a file belongs to a right-to-rent document, which only a route that logs views may open.
create function app.is_hidden_file(named text) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.document_versions v join public.documents d on d.id = v.document_id
    where v.file_url = named and d.type = 'right-to-rent');

create function app.log_document_view(document uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require('people.see', not app.sees_all() and document not in (select app.my_documents()));
  insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
  select d.user_id, app.person_id(), app.instant(), 'document', 'viewed', d.id, app.document_property(d.id), 1, d.title
  from public.documents d where d.id = document and d.user_id = app.user_id();
end $$;

-- The first property that a document is linked to, for the activity.
create function app.document_property(document uuid) returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select coalesce(l.property_id, t.property_id, y.property_id, r.property_id) from public.document_links l
    left join public.tenants t on t.id = l.tenant_id left join public.tenancies y on y.id = l.tenancy_id left join public.repairs r on r.id = l.repair_id
    where l.document_id = document and coalesce(l.property_id, t.property_id, y.property_id, r.property_id) is not null order by l.id limit 1);

-- Rejects a link to a transaction of another account.
create function app.check_transaction_of_link() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.transactions where id = new.transaction_id and user_id = new.user_id) then
    raise exception 'no such transaction' using errcode = 'foreign_key_violation', constraint = 'document_links_transaction_id_fkey';
  end if;
  return null;
end $$;

create function app.remove_links_of_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    delete from public.document_links l using gone g where l.transaction_id = g.id and l.user_id = g.user_id;
  end if;
  return null;
end $$;

-- Up to 200 document versions with unread text, oldest first; or only the version `requested`, of any age.
create function app.unread_documents(requested uuid, before timestamptz)
  returns table (id uuid, user_id uuid, bucket text, path text, content_type text, bytes bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select v.id, v.user_id, f.bucket, f.path, f.content_type, f.bytes
  from public.document_versions v join public.documents d on d.id = v.document_id join public.files f on f.url = v.file_url
  where v.reading is null and d.type <> 'right-to-rent'
    and f.content_type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    and case when requested is null then v.date_added < before else v.id = requested end
  order by v.date_added, v.id limit 200;
end;

-- Stores a version's text and how it was read. `codes` are the text's numbers without separators.
create function app.save_document_text(read_version uuid, how text, pages integer, body text, codes text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := (select user_id from public.document_versions where id = read_version);
  lexemes tsvector := '';
begin
  if body is not null then
    begin
      lexemes := to_tsvector('english', body);
    exception when program_limit_exceeded then
      lexemes := strip(to_tsvector('english', left(body, 200000)));
    end;
    lexemes := lexemes || array_to_tsvector(codes || ('account:' || landlord));
  end if;
  update public.document_versions v
  set reading = how, pages = save_document_text.pages, text = body, words = case when body is null then null else lexemes end
  where v.id = read_version and v.user_id = landlord
    -- The document's type may have changed since the job was queued.
    and exists (select from public.documents d where d.id = v.document_id and d.type <> 'right-to-rent');
end $$;

-- Deletes the text of a document that becomes a right-to-rent document.
create function app.forget_document_text() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.document_versions set text = null, words = null, reading = null where document_id = new.id and reading is not null;
  return null;
end $$;

select app.keep_record('public.documents', 'document', 'title', derived => '{added_by}');
grant select, insert (title, type, day, valid_until, note), update (title, type, day, valid_until, note, withdrawn_at), delete
  on public.documents to tenure_app;
create trigger forget_text after update of type on public.documents for each row
  when (new.type = 'right-to-rent' and old.type <> 'right-to-rent') execute function app.forget_document_text();

-- Parts that are added with their document are not logged separately. Live changes name the documents instead.
select app.keep_record('public.document_versions', 'document version', 'name', live => '', derived => '{pages,reading,words,text,added_by}',
  logged => $$coalesce(current_setting('app.adds_document', true), '') = ''$$, more => $more$
  perform app.notify_live(user_id, 'documents', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
select app.track_files_of('public.document_versions', 'file_url');
grant select, insert (document_id, number, file_url, name), delete on public.document_versions to tenure_app;

select app.keep_record('public.document_links', 'document link', '', about => 'property_id', live => '',
  logged => $$coalesce(current_setting('app.adds_document', true), '') = ''$$, more => $more$
  perform app.notify_live(user_id, 'documents', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
create trigger check_transaction after insert on public.document_links
  for each row when (new.transaction_id is not null) execute function app.check_transaction_of_link();
create trigger remove_document_links after delete on public.transactions referencing old table as gone
  for each statement execute function app.remove_links_of_transactions();
grant select, insert (document_id, property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id, repair_id), delete
  on public.document_links to tenure_app;

create trigger log_retention after insert or update or delete on public.document_retention for each row execute function app.log_choice('document retention', 'type');
grant select, insert (type, months), update (months), delete on public.document_retention to tenure_app;

-- Changing a document requires the right of its area.
do $$
declare
  seen constant text := $see$(area in (select app.seen_areas())) and ((select app.my_days()) is null or area <> 'money' or day <@ (select app.my_days()))
    and ((select app.sees_all()) or id in (select app.my_documents()) or added_by = (select app.person_id()) and not app.is_linked(id))$see$;
  changed constant text := $change$case area when 'properties' then (select app.may('properties.change')) when 'money' then (select app.may('money.change'))
    else (select app.may('people.change')) end$change$;
  of_document constant text := 'exists (select from public.documents d where d.id = document_id)';
  in_reach constant text := $reach$(select app.may('properties.change')) and ((select app.sees_all())
    or property_id in (select app.my_properties()) or tenant_id in (select id from public.tenants) or tenancy_id in (select id from public.tenancies)
    or supplier_id is not null or certificate_id in (select id from public.property_certificates)
    or transaction_id in (select id from public.transactions) or app.deadline_property(deadline_id) in (select app.my_properties())
    or repair_id in (select id from public.repairs))$reach$;
begin
  grant select, insert (title, type, day, valid_until, note), update (title, type, day, valid_until, note, withdrawn_at), delete
    on public.documents to tenure_member;
  grant select, insert (document_id, number, file_url, name), delete on public.document_versions to tenure_member;
  grant select, insert (document_id, property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id, repair_id), delete
    on public.document_links to tenure_member;
  alter policy own_rows on public.documents to tenure_app, tenure_member;
  alter policy own_rows on public.document_versions to tenure_app, tenure_member;
  alter policy own_rows on public.document_links to tenure_app, tenure_member;
  execute format('create policy member_sees on public.documents as restrictive for select to tenure_member, tenure_jobs using (%s)', seen);
  execute format('create policy member_adds on public.documents as restrictive for insert to tenure_member, tenure_jobs with check (%s)', changed);
  execute format('create policy member_changes on public.documents as restrictive for update to tenure_member, tenure_jobs using (%s) with check (%1$s)', changed);
  execute format('create policy member_removes on public.documents as restrictive for delete to tenure_member, tenure_jobs using (%s)', changed);
  execute format('create policy member_sees on public.document_versions as restrictive for select to tenure_member, tenure_jobs using (%s)', of_document);
  execute format('create policy member_adds on public.document_versions as restrictive for insert to tenure_member, tenure_jobs with check (%s and (select app.may(''properties.change'')))', of_document);
  execute format('create policy member_removes on public.document_versions as restrictive for delete to tenure_member, tenure_jobs using (%s and (select app.may(''properties.change'')))', of_document);
  execute format('create policy member_sees on public.document_links as restrictive for select to tenure_member, tenure_jobs using (%s)', of_document);
  execute format('create policy member_adds on public.document_links as restrictive for insert to tenure_member, tenure_jobs with check (%s and %s)', of_document, in_reach);
  execute format('create policy member_removes on public.document_links as restrictive for delete to tenure_member, tenure_jobs using (%s)', in_reach);
end $$;
select app.open_to_members('public.document_retention', 'properties', 'true', false);

grant execute on function app.my_documents(), app.is_linked(uuid), app.deadline_property(uuid), app.document_query(uuid, text), app.text_around(text, text), app.find_documents(text),
  app.given_documents(), app.is_hidden_file(text), app.log_document_view(uuid) to tenure_app, tenure_member;
grant execute on function app.unread_documents(uuid, timestamptz), app.save_document_text(uuid, text, integer, text, text[]) to tenure_jobs;
