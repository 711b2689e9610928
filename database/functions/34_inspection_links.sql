-- Tenants' links allow reading and comments while an inspection is shared, and reading for 90 days after it is locked.

-- The link with a token's hash; null if the link is unknown, expired or revoked.
create function app.inspection_link(token text, at timestamptz) returns public.guest_links language sql stable
  return (
    select l from public.guest_links l join public.inspections i on i.id = l.inspection_id
    where l.token_hash = token and l.kind = 'inspection' and l.revoked_at is null and l.expires_at > inspection_link.at
      and i.shared_at is not null and (i.locked_at is null or i.locked_at > inspection_link.at - interval '90 days'));

-- Returns a link's inspection, and counts the use; null for an invalid link.
create function app.open_inspection_link(token text, at timestamptz) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link constant public.guest_links := app.inspection_link(token, at);
begin
  if link.id is null then
    return null;
  end if;
  perform set_config('app.instant', at::text, true);
  update public.guest_links set times_used = times_used + 1, last_used_at = open_inspection_link.at where id = link.id;
  return (
    select jsonb_build_object('userId', link.user_id, 'linkId', link.id, 'inspectionId', link.inspection_id, 'recipient', link.recipient,
      'landlord', coalesce(p.account_name, p.name))
    from public.profiles p where p.id = link.user_id);
end $$;

-- Whether a link shows an inspection's photos. A link to a move-out also shows the tenancy's move-ins.
create function app.shows_inspection(link public.guest_links, inspection uuid) returns boolean language sql stable
  return inspection = link.inspection_id or exists (
    select from public.inspections i join public.inspections b on b.user_id = i.user_id and b.tenancy_id = i.tenancy_id and b.kind = 'move-in'
    where i.id = link.inspection_id and i.kind = 'move-out' and b.id = inspection);

create function app.inspection_photo_of_link(token text, at timestamptz, photo uuid)
  returns table (bucket text, path text, name text, "contentType" text, bytes bigint, sha256 text, sizes text[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.bucket, f.path, f.name, f.content_type, f.bytes, f.sha256, f.sizes
  from app.inspection_link(token, at) link join public.inspection_photos p on p.user_id = link.user_id
  join public.inspection_rooms r on r.id = p.room_id join public.files f on f.url = p.url and f.user_id = p.user_id
  where p.id = photo and f.stored and app.shows_inspection(link, r.inspection_id);
end;

-- Adds and logs a tenant's comment once for each idempotency key. Comments within half an hour share an email.
-- Returns {userId, inspectionId, emailAt} for the first comment of an email, otherwise null. In an email's last minute,
-- a comment starts another email, as servers' clocks differ.
-- no_data_found: no such link or room. TN434: comments are closed. TN435: the person has added 30 comments in a day.
create function app.comment_on_inspection(token text, at timestamptz, room uuid, words text, key uuid) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  link public.guest_links;
  i public.inspections;
  email_at timestamptz;
  is_first boolean;
begin
  perform set_config('app.instant', at::text, true);
  link := app.inspection_link(token, at);
  -- Locks the inspection, so that a comment is either hashed or refused, and the daily limit is exact.
  select * into i from public.inspections shared where shared.id = link.inspection_id and shared.shared_at is not null for no key update;
  if not found or room is not null and not exists (select from public.inspection_rooms r where r.id = room and r.inspection_id = i.id) then
    raise exception 'no such link' using errcode = 'no_data_found';
  end if;
  if exists (select from public.inspection_comments c where c.inspection_id = i.id and c.form_key = key) then
    return null;
  end if;
  if i.locked_at is not null or i.comments_until < at then
    perform app.refuse_inspection(app.inspection_state(i));
  end if;
  if (select count(*) from public.inspection_comments c where c.inspection_id = i.id and c.name = link.recipient and c.at > comment_on_inspection.at - interval '1 day') >= 30
  then
    raise exception 'too many comments' using errcode = 'TN435';
  end if;
  select max(c.email_at) into email_at from public.inspection_comments c
  where c.inspection_id = i.id and c.email_at > comment_on_inspection.at + interval '1 minute';
  is_first := email_at is null;
  email_at := date_trunc('milliseconds', coalesce(email_at, at + interval '30 minutes'));
  insert into public.inspection_comments (user_id, inspection_id, room_id, name, text, at, form_key, email_at)
  values (i.user_id, i.id, room, link.recipient, words, comment_on_inspection.at, key, email_at);
  -- Omits the tenant's name, as members with 'repairs.see' may lack 'people.see'.
  insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count)
  values (i.user_id, null, comment_on_inspection.at, 'inspection comment', 'added', i.id, i.property_id, 1);
  return case when is_first then jsonb_build_object('userId', i.user_id, 'inspectionId', i.id, 'emailAt', app.utc_text(email_at)) end;
end $$;

-- Members of an account who receive emails. Row-level security limits what each member's email contains.
create function app.emailable_members_of(at timestamptz, account uuid) returns table ("memberId" uuid, name text, email text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.member_id, e.name, e.email from app.emailable_members(at) e where e.user_id = account order by e.member_id;
end;

grant execute on function app.open_inspection_link(text, timestamptz), app.inspection_photo_of_link(text, timestamptz, uuid),
  app.comment_on_inspection(text, timestamptz, uuid, text, uuid) to tenure_app;
grant execute on function app.emailable_members_of(timestamptz, uuid) to tenure_jobs;
grant insert (inspection_id) on public.guest_links to tenure_app, tenure_member;
