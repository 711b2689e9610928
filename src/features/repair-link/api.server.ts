import { createRoute, z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, fileAnswer, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { LinkAddress } from '../guest-link/guest-link.ts';
import { posterLink, revokeLinkOf, supplierLink, tenantLink } from '../repair/links.server.ts';
import { posterOf } from './poster.server.ts';

const tags = ['Repairs'];
const toChange = { ...needs('people.change'), tags } as const;
const ofOne = { request: { params: RecordId } } as const;
const refused = { ...failures.signedIn, ...failures.found } as const;
const address = { 200: answer(LinkAddress, 'Anyone with it can report'), ...refused } as const;
const revoked = { 204: { description: 'Revoked; the next one has another address' }, ...refused } as const;

const tenant = createRoute({
  operationId: 'makeRepairLink',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: '/api/tenants/{id}/repair-link',
  summary: 'Get the link with which a tenant can report and follow repairs',
  responses: address,
});

const revokeTenant = createRoute({
  operationId: 'revokeRepairLink',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: '/api/tenants/{id}/repair-link/revoke',
  summary: 'Revoke a tenant’s link about repairs',
  responses: revoked,
});

const poster = createRoute({
  operationId: 'makeRepairPoster',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: '/api/properties/{id}/repair-poster',
  summary: 'Get the link of a property’s poster, which only reports repairs',
  responses: address,
});

const posterPdf = createRoute({
  operationId: 'downloadRepairPoster',
  method: 'get',
  ...toChange,
  ...ofOne,
  path: '/api/properties/{id}/repair-poster.pdf',
  summary: 'Download a property’s poster with a QR code, to print on A4',
  responses: {
    200: fileAnswer('The poster', 'application/pdf'),
    ...refused,
  },
});

const revokePoster = createRoute({
  operationId: 'revokeRepairPoster',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: '/api/properties/{id}/repair-poster/revoke',
  summary: 'Revoke the link of a property’s poster',
  responses: revoked,
});

const supplier = createRoute({
  operationId: 'makeSupplierLink',
  method: 'post',
  ...toChange,
  path: '/api/repairs/{id}/links/{supplierId}',
  summary: 'Get the link of a supplier to a repair',
  request: { params: RecordId.extend({ supplierId: z.string().describe('UUID') }) },
  responses: { 200: answer(LinkAddress, 'Anyone with it can answer for the supplier'), ...refused },
});

export function repairLinkApi(services: Services) {
  return router()
    .openapi(tenant, async (c) => {
      const id = recordId(c);
      return c.json({ address: await withUser(services, c, 'guarded', (db) => tenantLink(db, id, services)) }, 200);
    })
    .openapi(revokeTenant, async (c) => {
      const tenantId = recordId(c);
      await withUser(services, c, 'guarded', async (db) => {
        await tenantLink(db, tenantId, services);
        await revokeLinkOf(db, { tenantId });
      });
      return c.body(null, 204);
    })
    .openapi(poster, async (c) => {
      const id = recordId(c);
      return c.json({ address: await withUser(services, c, 'guarded', (db) => posterLink(db, id, services)) }, 200);
    })
    .openapi(posterPdf, async (c) => {
      const id = recordId(c);
      const url = await withUser(services, c, 'guarded', (db) => posterLink(db, id, services));
      const about = await withUser(services, c, 'guarded', (db) => posterFacts(db, id));
      const pdf = await posterOf({ ...about, url, day: londonDay(services.clock.now()) });
      return c.body(pdf, 200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="repair-poster.pdf"',
        'cache-control': 'private, no-store',
      });
    })
    .openapi(revokePoster, async (c) => {
      const propertyId = recordId(c);
      await withUser(services, c, 'guarded', async (db) => {
        await posterLink(db, propertyId, services);
        await revokeLinkOf(db, { propertyId });
      });
      return c.body(null, 204);
    })
    .openapi(supplier, async (c) => {
      const params = { repairId: recordId(c), supplierId: recordId(c, 'supplierId') };
      return c.json(
        { address: await withUser(services, c, 'guarded', (db) => supplierLink(db, params, services)) },
        200,
      );
    });
}

async function posterFacts(db: UserDb, propertyId: string): Promise<{ address: string; landlord: string }> {
  const { rows } = await sql<{ address: string; landlord: string }>`
    select p.address || ', ' || p.city as address, ${accountName} as landlord
    from properties p join profiles on profiles.id = p.user_id where p.id = ${propertyId}::uuid`.execute(db);
  return rows[0] ?? { address: '', landlord: '' };
}
