/** Baseline for the property list: the same page from plain Hono and pg, without session or row-level security. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/** @typedef {{ database: pg.PoolConfig, landlord: string }} AnchorInput */
const { database, landlord } = /** @type {AnchorInput} */ (JSON.parse(process.env.ANCHOR ?? ''));

const PAGE = `
  select json_build_object(
    'items', coalesce(json_agg(item) filter (where place <= $2), '[]'),
    'nextCursor', case when count(*) > $2 then min(json_build_array((item)."dateAdded", (item).id)::text) filter (where place = $2) end,
    'total', (select coalesce(sum(count), 0)::bigint from app.row_counts where user_id = $1 and noun = 'property')
  )::text as page
  from (
    select item, row_number() over () as place
    from (
      select id, version, to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dateAdded",
        address, city, zipcode as "postalCode", type as "propertyType",
        case when status = 'vacant' and (select true from tenants where property_id = properties.id and user_id = $1
          and (moved_out is null or moved_out > current_date) limit 1) then 'occupied' else status end as status,
        bedrooms, bathrooms, (monthly_rent * 100)::bigint as rent, coalesce(description, '') as description,
        image_url as "imageUrl", state,
        array(select name from tenants where property_id = properties.id and user_id = $1
          and (moved_out is null or moved_out > current_date) order by sort_name) as tenants,
        compliance_items -> 'ends' as ends
      from public.properties where user_id = $1 order by date_added desc, id desc limit $2 + 1
    ) item
  ) placed`;

const pool = new pg.Pool({ ...database, max: 10, options: '-c plan_cache_mode=force_generic_plan' });
const app = new Hono();
app.get('/api/properties', async (c) => {
  const values = [landlord, Number(c.req.query('limit'))];
  /** @type {pg.QueryResult<{ page: string }>} */
  const { rows } = await pool.query({ name: 'page', text: PAGE, values });
  return c.body(rows[0]?.page ?? '', 200, { 'content-type': 'application/json' });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`));
process.once('disconnect', () => process.exit(0));
