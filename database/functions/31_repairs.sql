-- Equals MOVES in src/features/repair/rules/moves.ts. Only functions write a repair's state and story.
create function app.may_move(was text, target text, side text) returns boolean language sql immutable parallel safe
  return exists (select from (values
    ('reported', 'accepted', '{landlord}'::text[]), ('reported', 'declined', '{landlord}'), ('reported', 'on-hold', '{landlord}'),
    ('reported', 'cancelled', '{landlord,tenant}'),
    ('accepted', 'quoting', '{landlord}'), ('accepted', 'booked', '{landlord,tenant,supplier}'), ('accepted', 'in-progress', '{landlord}'),
    ('accepted', 'done', '{landlord}'), ('accepted', 'on-hold', '{landlord}'), ('accepted', 'cancelled', '{landlord}'),
    ('quoting', 'accepted', '{landlord}'), ('quoting', 'booked', '{landlord,tenant,supplier}'), ('quoting', 'on-hold', '{landlord}'),
    ('quoting', 'cancelled', '{landlord}'),
    ('booked', 'booked', '{landlord,tenant,supplier}'), ('booked', 'accepted', '{landlord,supplier}'), ('booked', 'in-progress', '{landlord,supplier}'),
    ('booked', 'done', '{landlord,supplier}'), ('booked', 'on-hold', '{landlord}'), ('booked', 'cancelled', '{landlord}'),
    ('in-progress', 'done', '{landlord,supplier}'), ('in-progress', 'booked', '{landlord}'), ('in-progress', 'on-hold', '{landlord}'),
    ('in-progress', 'cancelled', '{landlord}'),
    ('done', 'closed', '{landlord}'), ('done', 'in-progress', '{landlord,tenant}'),
    ('closed', 'accepted', '{landlord,tenant}'),
    ('on-hold', 'accepted', '{landlord}'), ('on-hold', 'declined', '{landlord}'), ('on-hold', 'cancelled', '{landlord}'),
    ('declined', 'accepted', '{landlord}')) moves (was, target, sides)
    where moves.was = may_move.was and moves.target = may_move.target and may_move.side = any (moves.sides));

-- Numbers the account's repairs consecutively, serialised by an advisory lock.
create function app.set_repair_number() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('repair ' || new.user_id, 0));
  new.number := 1 + coalesce((select max(number) from public.repairs where user_id = new.user_id), 0);
  return new;
end $$;

create function app.keep_repair_events() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{version,document_id}'::text[] is distinct from to_jsonb(old) - '{version,document_id}'::text[] then
    raise exception 'the story of a repair is not changed' using errcode = 'restrict_violation', table = 'repair_events';
  end if;
  return new;
end $$;

create function app.add_repair_event(r public.repairs, side text, who text, kind text, words text default '', was text default null,
  is_now text default null, tenant_sees boolean default false, suppliers_see boolean default false, supplier_sees uuid default null,
  document uuid default null, taken timestamptz default null) returns uuid language sql volatile
begin atomic
  insert into public.repair_events (user_id, repair_id, side, person_id, name, kind, text, was, is_now, tenant_sees, suppliers_see, supplier_sees,
    document_id, taken_at)
  values (r.user_id, r.id, side, case side when 'landlord' then app.person_id() end, coalesce(who, ''), kind, coalesce(words, ''), was, is_now,
    tenant_sees, suppliers_see, supplier_sees, document, taken)
  returning id;
end;

-- TN428: the repair's state does not allow the action; the detail is the state.
create function app.refuse_move(state text) returns void language plpgsql as $$
begin
  raise exception 'not in this state' using errcode = 'TN428', detail = state;
end $$;

-- Moves a locked repair to another state, and returns the event's id.
-- `details`: from, until, reason, heldUntil, text, supplierId, and `was`, the state that the caller saw.
-- TN428: the move is not allowed. TN429: a booking has no time.
create function app.apply_move(r public.repairs, side text, who text, target text, details jsonb) returns uuid language plpgsql as $$
declare
  starts timestamptz := (details ->> 'from')::timestamptz;
  ends timestamptz := (details ->> 'until')::timestamptz;
  words constant text := coalesce(details ->> 'reason', details ->> 'text', '');
begin
  if not app.may_move(r.state, target, side) or coalesce(details ->> 'was', r.state) <> r.state
    or r.unconfirmed and target not in ('declined', 'cancelled')
    or r.state = 'closed' and r.closed_at < app.instant() - interval '30 days'
    or side = 'supplier' and r.supplier_id is distinct from (details ->> 'supplierId')::uuid
  then
    perform app.refuse_move(r.state);
  end if;
  if target = 'booked' then
    -- Tenants and suppliers can only confirm the exact time that was proposed to them.
    if side <> 'landlord' and (r.proposed_by is null or r.proposed_by = side or (starts, ends) is distinct from (r.proposed_from, r.proposed_until)) then
      perform app.refuse_move(r.state);
    end if;
    if starts is null or ends is null then
      raise exception 'a time is needed' using errcode = 'TN429';
    end if;
  end if;
  update public.repairs set state = target,
    state_reason = case when target in ('on-hold', 'declined', 'cancelled') then nullif(words, '') end,
    held_until = case target when 'on-hold' then (details ->> 'heldUntil')::date end,
    booked_from = case target when 'booked' then starts when 'accepted' then null else booked_from end,
    booked_until = case target when 'booked' then ends when 'accepted' then null else booked_until end,
    proposed_from = case when target in ('quoting', 'in-progress') then proposed_from end,
    proposed_until = case when target in ('quoting', 'in-progress') then proposed_until end,
    proposed_by = case when target in ('quoting', 'in-progress') then proposed_by end,
    accepted_at = case target when 'accepted' then coalesce(accepted_at, app.instant()) else accepted_at end,
    done_at = case target when 'done' then app.instant() when 'in-progress' then null when 'accepted' then null else done_at end,
    closed_at = case target when 'closed' then app.instant() when 'accepted' then null else closed_at end
  where id = r.id;
  return app.add_repair_event(r, side, who, 'moved', words, r.state, target, tenant_sees => true, supplier_sees => r.supplier_id);
end $$;

-- Assigns the job to a supplier, and closes the other suppliers' quotes. Returns the events' ids.
create function app.apply_gift(r public.repairs, side text, who text, supplier uuid) returns uuid[] language plpgsql as $$
declare
  quote public.repair_quotes;
  lost record;
  events uuid[];
begin
  update public.repair_quotes q set state = 'chosen' where q.repair_id = r.id and q.supplier_id = supplier returning * into quote;
  update public.repairs set supplier_id = supplier,
    proposed_from = quote.time_from, proposed_until = quote.time_until, proposed_by = case when quote.time_from is not null then 'supplier' end
  where id = r.id;
  events := array[app.add_repair_event(r, side, who, 'given', supplier_sees => supplier,
    is_now => (select name from public.suppliers s where s.id = supplier))];
  for lost in
    update public.repair_quotes q set state = 'lost' where q.repair_id = r.id and q.supplier_id <> supplier and q.state in ('asked', 'given', 'chosen')
    returning q.supplier_id, q.supplier_name
  loop
    events := events || app.add_repair_event(r, 'system', '', 'lost', is_now => lost.supplier_name, supplier_sees => lost.supplier_id);
  end loop;
  if r.state = 'quoting' then
    select * into r from public.repairs where id = r.id;
    events := events || app.apply_move(r, 'landlord', who, 'accepted', '{}');
  end if;
  return events;
end $$;

-- Proposes a time, which another side confirms. Returns the event's id.
create function app.apply_proposal(r public.repairs, side text, who text, details jsonb) returns uuid language plpgsql as $$
begin
  if r.state not in ('accepted', 'quoting', 'booked') or r.unconfirmed then
    perform app.refuse_move(r.state);
  end if;
  update public.repairs set proposed_by = side, proposed_from = (details ->> 'from')::timestamptz, proposed_until = (details ->> 'until')::timestamptz
  where id = r.id;
  return app.add_repair_event(r, side, who, 'proposed', coalesce(details ->> 'text', ''), is_now => details ->> 'from', was => details ->> 'until',
    tenant_sees => true, supplier_sees => r.supplier_id);
end $$;

-- Adds a stored upload to a repair as a document. Returns the event's id. TN430: a guest has added 10 files in a day.
create function app.apply_file(r public.repairs, side text, who text, details jsonb) returns uuid language plpgsql as $$
declare
  document uuid;
  supplier uuid := (details ->> 'supplierId')::uuid;
begin
  if side <> 'landlord' and (select count(*) from public.repair_events e where e.repair_id = r.id and e.kind = 'file' and e.side = apply_file.side
    and e.supplier_sees is not distinct from supplier and e.at > app.instant() - interval '1 day') >= 10
  then
    raise exception 'too many files' using errcode = 'TN430';
  end if;
  perform set_config('app.adds_document', 'on', true);
  insert into public.documents (user_id, title, type, day, added_by)
  values (r.user_id, details ->> 'title', details ->> 'type', app.today(), case side when 'landlord' then app.person_id() end) returning id into document;
  insert into public.document_versions (user_id, document_id, number, file_url, name, added_by)
  values (r.user_id, document, 1, details ->> 'url', details ->> 'name', case side when 'landlord' then app.person_id() end);
  insert into public.document_links (user_id, document_id, repair_id) values (r.user_id, document, r.id);
  perform set_config('app.adds_document', '', true);
  return app.add_repair_event(r, side, who, 'file', coalesce(details ->> 'text', ''),
    tenant_sees => coalesce((details ->> 'tenantSees')::boolean, false), suppliers_see => coalesce((details ->> 'suppliersSee')::boolean, false),
    supplier_sees => supplier, document => document, taken => (details ->> 'takenAt')::timestamptz);
end $$;

-- Locks a repair that the caller may change. no_data_found: not in reach.
create function app.repair_to_change(wanted uuid) returns public.repairs language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.repairs;
begin
  perform app.require('repairs.change', false);
  select * into r from public.repairs where id = wanted and user_id = app.user_id()
    and (app.sees_all() or property_id in (select app.my_properties())) for no key update;
  if not found then
    raise exception 'no such repair' using errcode = 'no_data_found';
  end if;
  return r;
end $$;

create function app.my_name() returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select name from public.members where id = app.member_id() and user_id = app.user_id());

-- Performs an action of the landlord: move, message, propose, give, ask, file, match, change, bill or recharge.
-- Returns the ids of the new events, whose emails the caller queues.
create function app.act_on_repair(repair uuid, what text, details jsonb) returns uuid[] language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.repairs := app.repair_to_change(repair);
  who constant text := app.my_name();
  supplier constant uuid := (details ->> 'supplierId')::uuid;
  events uuid[] := '{}';
  asked record;
begin
  if supplier is not null and not exists (select from public.suppliers s where s.id = supplier and s.user_id = r.user_id) then
    raise exception 'no such supplier' using errcode = 'foreign_key_violation', constraint = 'repairs_supplier_id_fkey';
  end if;
  case what
    when 'move' then
      if supplier is not null and supplier is distinct from r.supplier_id then
        events := app.apply_gift(r, 'landlord', who, supplier);
        select * into r from public.repairs where id = r.id;
        if details ->> 'to' = 'accepted' and r.state = 'accepted' then
          return events;
        end if;
        details := details - 'was';
      end if;
      return events || app.apply_move(r, 'landlord', who, details ->> 'to', details);
    when 'propose' then
      return array[app.apply_proposal(r, 'landlord', who, details)];
    when 'give' then
      if r.state not in ('accepted', 'quoting', 'booked', 'in-progress') or r.unconfirmed then
        perform app.refuse_move(r.state);
      end if;
      return app.apply_gift(r, 'landlord', who, supplier);
    when 'ask' then
      if r.state not in ('accepted', 'quoting') or r.unconfirmed then
        perform app.refuse_move(r.state);
      end if;
      update public.repairs set cost_limit = ((details ->> 'costLimit')::bigint / 100.0), first_gets_it = coalesce((details ->> 'firstGetsIt')::boolean, false)
      where id = r.id and (cost_limit, first_gets_it) is distinct from ((details ->> 'costLimit')::bigint / 100.0, coalesce((details ->> 'firstGetsIt')::boolean, false));
      if r.state = 'accepted' then
        events := array[app.apply_move(r, 'landlord', who, 'quoting', '{}')];
        select * into r from public.repairs where id = r.id;
      end if;
      for asked in
        insert into public.repair_quotes (user_id, repair_id, supplier_id, supplier_name, answer_by)
        select r.user_id, r.id, s.id, s.name, (details ->> 'answerBy')::date from public.suppliers s
        where s.user_id = r.user_id and s.id in (select jsonb_array_elements_text(details -> 'suppliers')::uuid) order by s.sort_name, s.id
        on conflict (repair_id, supplier_id) do update set state = 'asked', answer_by = excluded.answer_by, asked_at = app.instant(), answered_at = null,
          net = null, vat = null, time_from = null, time_until = null where repair_quotes.state in ('refused', 'lost')
        returning supplier_id, supplier_name
      loop
        events := events || app.add_repair_event(r, 'landlord', who, 'asked', coalesce(details ->> 'text', ''), is_now => asked.supplier_name,
          supplier_sees => asked.supplier_id);
      end loop;
      return events;
    when 'message' then
      return array[app.add_repair_event(r, 'landlord', who, 'message', details ->> 'text', tenant_sees => details ->> 'to' = 'tenant',
        supplier_sees => case details ->> 'to' when 'supplier' then supplier end)];
    when 'file' then
      return array[app.apply_file(r, 'landlord', who, details)];
    when 'match' then
      if not r.unconfirmed then
        perform app.refuse_move(r.state);
      end if;
      update public.repairs set unconfirmed = false, tenant_id = (details ->> 'tenantId')::uuid,
        tenancy_id = (select t.tenancy_id from public.tenants t where t.id = (details ->> 'tenantId')::uuid and t.user_id = r.user_id)
      where id = r.id;
      return array[app.add_repair_event(r, 'landlord', who, 'matched',
        is_now => (select name from public.tenants t where t.id = (details ->> 'tenantId')::uuid and t.user_id = r.user_id))];
    when 'change' then
      select array_agg(app.add_repair_event(r, 'landlord', who, 'changed', c.key, c.value ->> 0, c.value ->> 1)) into events
      from jsonb_each(details -> 'changes') c;
      return coalesce(events, '{}');
    when 'bill', 'recharge' then
      return array[app.add_repair_event(r, 'landlord', who, case what when 'bill' then 'billed' else 'recharged' end, coalesce(details ->> 'text', ''),
        details ->> 'was', details ->> 'isNow', tenant_sees => what = 'recharge')];
  end case;
end $$;

-- Adds the first event of a repair that the landlord reported, and returns its id; null if the repair has events.
create function app.report_own_repair(repair uuid) returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.repairs := app.repair_to_change(repair);
begin
  if r.reported_by = 'landlord' and not exists (select from public.repair_events e where e.repair_id = r.id) then
    return app.add_repair_event(r, 'landlord', app.my_name(), 'reported', tenant_sees => true);
  end if;
  return null;
end $$;

-- The street of an address, without house number or name; empty if uncertain.
create function app.street_of(address text) returns text language sql immutable parallel safe
begin atomic
  with parts as (
    select trim(part) as part, place from regexp_split_to_table(address, ',') with ordinality as p (part, place)
  ), last as (select part, (select count(*) from parts) as count from parts order by place desc limit 1),
  bare as (select regexp_replace(part, '^(?:(?:flat|apartment|apt|unit|room|no\.?)\s+)?\S*\d\S*(?:\s*[-–/]\s*\S*\d\S*)?\s+', '', 'i') as street, part, count from last)
  select case when street ~ '\d' or street = part and count = 1 then '' else street end from bare;
end;

-- Returns a link and counts its use. Null if unknown, expired or revoked, or over 90 days after its tenant moved out.
create function app.use_repair_link(token text, at timestamptz) returns public.guest_links language plpgsql as $$
declare
  link public.guest_links;
begin
  perform set_config('app.instant', at::text, true);
  update public.guest_links l set times_used = times_used + 1, last_used_at = use_repair_link.at
  where l.token_hash = token and l.kind in ('tenant', 'poster', 'supplier') and l.revoked_at is null and l.expires_at > use_repair_link.at
    and (l.kind <> 'tenant' or exists (select from public.tenants t where t.id = l.tenant_id
      and (t.moved_out is null or t.moved_out >= app.today() - 90)))
  returning * into link;
  return link;
end $$;

-- Returns a link of the required kind; 'reporter' allows a tenant's or poster's link. no_data_found: no such link.
create function app.enter_repair_link(token text, at timestamptz, required_kind text) returns public.guest_links language plpgsql as $$
declare
  link public.guest_links := app.use_repair_link(token, at);
begin
  if link.id is null or link.kind <> required_kind and required_kind <> 'reporter' or required_kind = 'reporter' and link.kind = 'supplier' then
    raise exception 'no such link' using errcode = 'no_data_found';
  end if;
  return link;
end $$;

create function app.utc_text(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Former tenants can read their repairs for 90 days after moving out, but cannot report or change any.
create function app.is_former_tenant(tenant uuid) returns boolean language sql stable
  return exists (select from public.tenants t where t.id = tenant and t.moved_out < app.today());

-- Files of a repair that a side may see, oldest first. `side` is qualified, as events have a column of that name.
create function app.repair_files(repair uuid, side text, supplier uuid) returns jsonb language sql stable
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'name', v.name, 'contentType', f.content_type, 'bytes', f.bytes, 'by', e.side, 'text', e.text,
      'at', app.utc_text(e.at), 'takenAt', app.utc_text(e.taken_at)) order by e.seq)
    from public.repair_events e join public.document_versions v on v.document_id = e.document_id join public.files f on f.url = v.file_url
    where e.repair_id = repair and e.kind = 'file' and f.stored
      and case repair_files.side when 'tenant' then e.tenant_sees else e.suppliers_see or e.supplier_sees = supplier end), '[]');

create function app.repair_story(repair uuid, side text, supplier uuid) returns jsonb language sql stable
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'at', app.utc_text(e.at), 'by', e.side, 'name', case when e.side = repair_story.side then e.name
      when e.side = 'landlord' then (select coalesce(p.account_name, p.name) from public.profiles p where p.id = e.user_id) else '' end,
      'kind', e.kind, 'text', e.text, 'was', e.was, 'isNow', e.is_now) order by e.seq)
    from public.repair_events e
    where e.repair_id = repair and e.kind <> 'file'
      and case repair_story.side when 'tenant' then e.tenant_sees else e.suppliers_see or e.supplier_sees = supplier end), '[]');

-- The content of a link's first page; null for an invalid link.
create function app.repairs_of_link(token text, at timestamptz) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link public.guest_links := app.use_repair_link(token, at);
begin
  if link.id is null then
    return null;
  end if;
  return jsonb_build_object('kind', link.kind, 'landlord', (select coalesce(p.account_name, p.name) from public.profiles p where p.id = link.user_id))
    || case link.kind
      when 'supplier' then '{}'::jsonb
      when 'poster' then jsonb_build_object('address', (select concat_ws(', ', address, city) from public.properties where id = link.property_id))
      else jsonb_build_object('recipient', link.recipient, 'former', app.is_former_tenant(link.tenant_id),
        'address', (select coalesce(y.property_name, t.property_name) from public.tenants t left join public.tenancies y on y.id = t.tenancy_id where t.id = link.tenant_id),
        'repairs', coalesce((
          select jsonb_agg(jsonb_build_object('number', r.number, 'title', r.title, 'category', r.category, 'room', r.room, 'state', r.state,
            'reportedAt', app.utc_text(r.reported_at)) order by r.reported_at desc, r.id)
          from (select * from public.repairs where tenant_id = link.tenant_id and user_id = link.user_id order by reported_at desc, id limit 100) r), '[]'))
    end;
end $$;

-- A tenant's repair; null if the link is invalid or the repair is another tenant's.
create function app.repair_of_tenant(token text, at timestamptz, number integer) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link public.guest_links := app.use_repair_link(token, at);
begin
  return (
    select jsonb_build_object('number', r.number, 'title', r.title, 'description', r.description, 'category', r.category, 'urgency', r.urgency,
      'room', r.room, 'state', r.state, 'reason', r.state_reason, 'reportedAt', app.utc_text(r.reported_at), 'doneAt', app.utc_text(r.done_at),
      'closedAt', app.utc_text(r.closed_at), 'bookedFrom', app.utc_text(r.booked_from), 'bookedUntil', app.utc_text(r.booked_until),
      'proposedFrom', app.utc_text(r.proposed_from), 'proposedUntil', app.utc_text(r.proposed_until), 'proposedBy', r.proposed_by,
      'landlord', (select coalesce(p.account_name, p.name) from public.profiles p where p.id = link.user_id),
      'former', app.is_former_tenant(link.tenant_id),
      'files', app.repair_files(r.id, 'tenant', null), 'story', app.repair_story(r.id, 'tenant', null))
    from public.repairs r where r.user_id = link.user_id and r.tenant_id = link.tenant_id and r.number = repair_of_tenant.number and link.kind = 'tenant');
end $$;

-- Reports a repair once for each idempotency key; a retry returns the same number. no_data_found: no such link.
-- TN431: 20 reports in a day at this property. TN432: the tenant has moved out.
create function app.report_repair(token text, at timestamptz, input jsonb, out number integer, out event_id uuid, out user_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link constant public.guest_links := app.enter_repair_link(token, at, 'reporter');
  home constant uuid := coalesce(link.property_id, (select coalesce(y.property_id, t.property_id) from public.tenants t
    left join public.tenancies y on y.id = t.tenancy_id where t.id = link.tenant_id));
  r public.repairs;
begin
  user_id := link.user_id;
  if app.is_former_tenant(link.tenant_id) then
    raise exception 'moved out' using errcode = 'TN432';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('repair ' || link.user_id, 0));
  select * into r from public.repairs earlier where earlier.link_id = link.id and earlier.report_key = (input ->> 'key')::uuid;
  if found then
    number := r.number;
    return;
  end if;
  if (select count(*) from public.repairs earlier where earlier.user_id = link.user_id and earlier.property_id is not distinct from home
    and earlier.reported_by in ('tenant', 'poster') and earlier.reported_at > report_repair.at - interval '1 day') >= 20
  then
    raise exception 'too many reports' using errcode = 'TN431';
  end if;
  insert into public.repairs (user_id, property_id, tenancy_id, tenant_id, reported_by, reporter_name, reporter_email, reporter_phone, unconfirmed,
    title, description, category, urgency, room, access_note, suiting_times, pets, vulnerable, link_id, report_key)
  values (link.user_id, home, (select t.tenancy_id from public.tenants t where t.id = link.tenant_id), link.tenant_id, link.kind,
    case link.kind when 'poster' then input ->> 'name' end, case link.kind when 'poster' then nullif(input ->> 'email', '') end,
    case link.kind when 'poster' then nullif(input ->> 'phone', '') end, link.kind = 'poster', input ->> 'title', input ->> 'description',
    input ->> 'category', input ->> 'urgency', input ->> 'room', input ->> 'accessNote', input -> 'times', (input ->> 'pets')::boolean,
    (input ->> 'vulnerable')::boolean, link.id, (input ->> 'key')::uuid)
  returning * into r;
  number := r.number;
  event_id := app.add_repair_event(r, 'tenant', case link.kind when 'poster' then input ->> 'name' else link.recipient end, 'reported', tenant_sees => true);
end $$;

-- Locks the repair that a guest may change: a tenant's by `number`, the one just reported through a poster by the
-- form's `key`, or that of a supplier's link. no_data_found: no such repair. TN432: the tenant has moved out.
create function app.repair_for_guest(token text, at timestamptz, details jsonb, out r public.repairs, out side text, out who text, out supplier uuid)
  language plpgsql as $$
declare
  link constant public.guest_links := app.use_repair_link(token, at);
begin
  side := case link.kind when 'poster' then 'tenant' else link.kind end;
  supplier := link.supplier_id;
  select * into r from public.repairs candidate where candidate.user_id = link.user_id and case link.kind
    when 'tenant' then candidate.tenant_id = link.tenant_id and candidate.number = (details ->> 'number')::integer
    when 'poster' then candidate.link_id = link.id and candidate.report_key = (details ->> 'key')::uuid
    else candidate.id = link.repair_id end
  for no key update;
  if not found then
    raise exception 'no such repair' using errcode = 'no_data_found';
  end if;
  who := case link.kind when 'poster' then r.reporter_name else link.recipient end;
  if app.is_former_tenant(link.tenant_id) then
    raise exception 'moved out' using errcode = 'TN432';
  end if;
end $$;

-- The account in which a link's guest may upload files; null if the link is invalid or its tenant has moved out.
create function app.account_of_repair_link(token text, at timestamptz) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select l.user_id from public.guest_links l left join public.tenants t on t.id = l.tenant_id
  where l.token_hash = token and l.kind in ('tenant', 'poster', 'supplier') and l.revoked_at is null and l.expires_at > account_of_repair_link.at
    and (l.kind <> 'tenant' or t.moved_out is null or t.moved_out >= (account_of_repair_link.at at time zone 'Europe/London')::date);
end;

-- Performs an action of a tenant: move, message, propose or file. Returns the ids of the new events.
create function app.act_as_tenant(token text, at timestamptz, what text, details jsonb) returns uuid[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  guest record := app.repair_for_guest(token, at, details);
begin
  if guest.side <> 'tenant' or what <> 'file' and (guest.r).unconfirmed then
    raise exception 'not a tenant' using errcode = 'no_data_found';
  end if;
  return array[case what
    when 'move' then app.apply_move(guest.r, 'tenant', guest.who, details ->> 'to', details)
    when 'propose' then app.apply_proposal(guest.r, 'tenant', guest.who, details)
    when 'message' then app.add_repair_event(guest.r, 'tenant', guest.who, 'message', details ->> 'text', tenant_sees => true)
    when 'file' then app.apply_file(guest.r, 'tenant', guest.who, details || '{"tenantSees": true, "suppliersSee": true, "supplierId": null}')
  end];
end $$;

-- A supplier's view of a repair; null for an invalid link. Only a supplier with the job sees the full address, the
-- tenants' contacts and the access note.
create function app.job_of_supplier(token text, at timestamptz) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link constant public.guest_links := app.use_repair_link(token, at);
  r public.repairs;
  quote public.repair_quotes;
  has_job boolean;
begin
  if link.id is null or link.kind <> 'supplier' then
    return null;
  end if;
  select * into r from public.repairs where id = link.repair_id;
  select * into quote from public.repair_quotes q where q.repair_id = r.id and q.supplier_id = link.supplier_id;
  has_job := r.supplier_id = link.supplier_id and r.state not in ('closed', 'declined', 'cancelled');
  if r.supplier_id is distinct from link.supplier_id and (quote.id is null or quote.state = 'lost' or r.supplier_id is not null
    or r.state in ('closed', 'declined', 'cancelled'))
  then
    return jsonb_build_object('recipient', link.recipient, 'number', r.number, 'title', r.title, 'gone', true);
  end if;
  return jsonb_build_object('recipient', link.recipient, 'number', r.number, 'title', r.title, 'description', r.description, 'category', r.category,
      'urgency', r.urgency, 'room', r.room, 'times', r.suiting_times, 'pets', r.pets, 'state', r.state, 'hasJob', r.supplier_id is not distinct from link.supplier_id,
      'gone', false, 'reportedAt', app.utc_text(r.reported_at),
      'landlord', (select coalesce(p.account_name, p.name) from public.profiles p where p.id = r.user_id),
      'street', (select app.street_of(p.address) from public.properties p where p.id = r.property_id),
      'town', (select p.city from public.properties p where p.id = r.property_id),
      'bookedFrom', app.utc_text(r.booked_from), 'bookedUntil', app.utc_text(r.booked_until),
      'proposedFrom', app.utc_text(r.proposed_from), 'proposedUntil', app.utc_text(r.proposed_until), 'proposedBy', r.proposed_by,
      'canAccept', r.first_gets_it and r.supplier_id is null and r.state = 'quoting', 'limit', case when r.first_gets_it then (r.cost_limit * 100)::bigint end,
      'quote', case when quote.id is not null then jsonb_build_object('state', quote.state, 'answerBy', quote.answer_by, 'net', (quote.net * 100)::bigint,
        'vat', (quote.vat * 100)::bigint, 'note', quote.note, 'validUntil', quote.valid_until, 'from', app.utc_text(quote.time_from),
        'until', app.utc_text(quote.time_until)) end,
      'bills', coalesce((select jsonb_agg(jsonb_build_object('number', b.number, 'net', (b.net * 100)::bigint, 'vat', (b.vat * 100)::bigint, 'due', b.due,
          'state', b.state) order by b.received_at, b.id)
        from public.repair_bills b where b.repair_id = r.id and b.supplier_id = link.supplier_id), '[]'),
      'files', app.repair_files(r.id, 'supplier', link.supplier_id), 'story', app.repair_story(r.id, 'supplier', link.supplier_id))
    || case when has_job then jsonb_build_object('accessNote', r.access_note, 'address', (
        select concat_ws(', ', p.address, p.city, p.zipcode) from public.properties p where p.id = r.property_id),
      'tenants', coalesce((select jsonb_agg(jsonb_build_object('name', t.name, 'phone', t.phone) order by t.sort_name, t.id) from public.tenants t
        where t.user_id = r.user_id and (t.id = r.tenant_id or r.tenant_id is null and t.tenancy_id = r.tenancy_id) and (t.moved_out is null or t.moved_out >= app.today())), '[]'))
    else '{}' end;
end $$;

-- Performs an action of a supplier: accept, refuse, quote, message, propose, move, file or bill.
-- Returns the ids of the new events. TN433: another supplier has the job.
create function app.act_as_supplier(token text, at timestamptz, what text, details jsonb) returns uuid[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  guest record := app.repair_for_guest(token, at, details);
  r public.repairs := guest.r;
  quote public.repair_quotes;
  events uuid[];
  has_job boolean;
begin
  if guest.side <> 'supplier' then
    raise exception 'not a supplier' using errcode = 'no_data_found';
  end if;
  details := details || jsonb_build_object('supplierId', guest.supplier);
  has_job := coalesce(r.supplier_id = guest.supplier, false);
  select * into quote from public.repair_quotes q where q.repair_id = r.id and q.supplier_id = guest.supplier for no key update;
  if not has_job and (r.supplier_id is not null or quote.id is null or quote.state = 'lost') then
    raise exception 'somebody else has the job' using errcode = 'TN433';
  end if;
  if not has_job and r.state <> 'quoting' or r.state in ('closed', 'declined', 'cancelled') and what not in ('bill', 'file') then
    perform app.refuse_move(r.state);
  end if;
  case what
    when 'accept' then
      if has_job then
        return array[app.add_repair_event(r, 'supplier', guest.who, 'message', coalesce(details ->> 'text', ''), supplier_sees => guest.supplier)];
      end if;
      if not r.first_gets_it then
        perform app.refuse_move(r.state);
      end if;
      return app.apply_gift(r, 'supplier', guest.who, guest.supplier);
    when 'refuse' then
      events := '{}';
      if has_job then
        if r.state = 'booked' then
          events := array[app.apply_move(r, 'supplier', guest.who, 'accepted', jsonb_build_object('supplierId', guest.supplier))];
        end if;
        update public.repairs set supplier_id = null, proposed_by = null, proposed_from = null, proposed_until = null where id = r.id;
      end if;
      update public.repair_quotes set state = 'refused', answered_at = app.instant() where id = quote.id;
      return events || array[app.add_repair_event(r, 'supplier', guest.who, 'refused', coalesce(details ->> 'text', ''), supplier_sees => guest.supplier)];
    when 'quote' then
      update public.repair_quotes set state = 'given', answered_at = app.instant(), net = (details ->> 'net')::bigint / 100.0, vat = (details ->> 'vat')::bigint / 100.0,
        note = coalesce(details ->> 'text', ''), valid_until = (details ->> 'validUntil')::date, time_from = (details ->> 'from')::timestamptz,
        time_until = (details ->> 'until')::timestamptz, document_id = (select e.document_id from public.repair_events e
          where e.id = (details ->> 'eventId')::uuid and e.repair_id = r.id and e.side = 'supplier' and e.supplier_sees = guest.supplier)
      where id = quote.id returning * into quote;
      events := array[app.add_repair_event(r, 'supplier', guest.who, 'quoted', coalesce(details ->> 'text', ''), is_now => (quote.net + quote.vat)::text,
        supplier_sees => guest.supplier)];
      if r.first_gets_it and not has_job and quote.net + quote.vat <= r.cost_limit then
        events := events || app.apply_gift(r, 'supplier', guest.who, guest.supplier);
      end if;
      return events;
    when 'message' then
      return array[app.add_repair_event(r, 'supplier', guest.who, 'message', details ->> 'text', supplier_sees => guest.supplier)];
    when 'file' then
      return array[app.apply_file(r, 'supplier', guest.who, details || jsonb_build_object('tenantSees', false, 'suppliersSee', false))];
    when 'propose' then
      if not has_job then
        perform app.refuse_move(r.state);
      end if;
      return array[app.apply_proposal(r, 'supplier', guest.who, details)];
    when 'move' then
      return array[app.apply_move(r, 'supplier', guest.who, details ->> 'to', details)];
    when 'bill' then
      if not has_job then
        raise exception 'somebody else has the job' using errcode = 'TN433';
      end if;
      insert into public.repair_bills (user_id, repair_id, supplier_id, sender, number, net, vat, due, document_id)
      values (r.user_id, r.id, guest.supplier, guest.who, details ->> 'billNumber', (details ->> 'net')::bigint / 100.0, (details ->> 'vat')::bigint / 100.0,
        (details ->> 'due')::date, (select e.document_id from public.repair_events e where e.id = (details ->> 'eventId')::uuid and e.repair_id = r.id
          and e.side = 'supplier' and e.supplier_sees = guest.supplier));
      return array[app.add_repair_event(r, 'supplier', guest.who, 'billed', coalesce(details ->> 'text', ''), is_now => details ->> 'billNumber',
        supplier_sees => guest.supplier)];
  end case;
end $$;

create function app.repair_file_of_link(token text, at timestamptz, event uuid)
  returns table (bucket text, path text, name text, "contentType" text, bytes bigint, sha256 text, sizes text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.bucket, f.path, v.name, f.content_type, f.bytes, f.sha256, f.sizes
  from public.guest_links l join public.repairs r on r.user_id = l.user_id
    and case l.kind when 'tenant' then r.tenant_id = l.tenant_id when 'supplier' then r.id = l.repair_id else false end
  join public.repair_events e on e.repair_id = r.id and e.kind = 'file'
  join public.document_versions v on v.document_id = e.document_id join public.files f on f.url = v.file_url
  where l.token_hash = token and l.revoked_at is null and l.expires_at > repair_file_of_link.at and e.id = event and f.stored
    and not exists (select from public.tenants t where t.id = l.tenant_id and l.kind = 'tenant'
      and t.moved_out < (repair_file_of_link.at at time zone 'Europe/London')::date - 90)
    and case l.kind when 'tenant' then e.tenant_sees else (e.suppliers_see or e.supplier_sees = l.supplier_id) and (r.supplier_id is not distinct from l.supplier_id
      or r.supplier_id is null and r.state = 'quoting' and exists (select from public.repair_quotes q where q.repair_id = r.id and q.supplier_id = l.supplier_id and q.state <> 'lost')) end;
end;

grant execute on function app.repairs_of_link(text, timestamptz), app.repair_of_tenant(text, timestamptz, integer), app.report_repair(text, timestamptz, jsonb),
  app.account_of_repair_link(text, timestamptz), app.act_as_tenant(text, timestamptz, text, jsonb), app.job_of_supplier(text, timestamptz),
  app.act_as_supplier(text, timestamptz, text, jsonb), app.repair_file_of_link(text, timestamptz, uuid), app.street_of(text) to tenure_app;
grant execute on function app.act_on_repair(uuid, text, jsonb), app.report_own_repair(uuid), app.utc_text(timestamptz) to tenure_app, tenure_member;

create trigger set_number before insert on public.repairs for each row execute function app.set_repair_number();
create trigger keep_events before update on public.repair_events for each row execute function app.keep_repair_events();

grant insert (repair_id, supplier_id) on public.guest_links to tenure_app, tenure_member;

select app.keep_search('public.repairs', 'repairs.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.repairs', 'repair', 'title', about => 'property_id', secret => '{description,access_note,reporter_name,reporter_email,reporter_phone}',
  derived => '{property_address,link_id,report_key,plan_id,plan_day}');
grant select, insert (property_id, tenancy_id, tenant_id, reported_by, title, description, category, urgency, room, access_note, suiting_times, pets, vulnerable,
  cost_limit, previous_id), update (title, description, category, urgency, room, access_note, suiting_times, pets, vulnerable, cost_limit), delete
  on public.repairs to tenure_app;
select app.open_to_members('public.repairs', 'repairs', 'property_id in (select app.my_properties())');

-- Events are the story of a repair, so they are not logged as well. Live changes name the repairs instead.
select app.keep_record('public.repair_events', 'repair event', '', logged => 'false', live => '', more => $more$
  perform app.notify_live(user_id, 'repairs', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
grant select on public.repair_events to tenure_app;
select app.open_to_members('public.repair_events', 'repairs', 'repair_id in (select id from public.repairs)');

select app.keep_record('public.repair_quotes', 'repair quote', 'supplier_name', logged => 'false', live => '', more => $more$
  perform app.notify_live(user_id, 'repairs', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
grant select on public.repair_quotes to tenure_app;
select app.open_to_members('public.repair_quotes', 'repairs', 'repair_id in (select id from public.repairs)');

select app.keep_record('public.repair_bills', 'repair invoice', 'number', derived => '{document_id}', live => '', more => $more$
  perform app.notify_live(user_id, 'repairs', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
grant select, insert (repair_id, supplier_id, sender, number, net, vat, due, state, document_id, transaction_id), update (state, transaction_id)
  on public.repair_bills to tenure_app;
select app.open_to_members('public.repair_bills', 'repairs', 'repair_id in (select id from public.repairs)');

create trigger log_targets after insert or update or delete on public.repair_targets for each row execute function app.log_choice('repair targets', 'urgency');
grant select, insert (urgency, hours), update (hours), delete on public.repair_targets to tenure_app;
select app.open_to_members('public.repair_targets', 'repairs', 'true', false);
