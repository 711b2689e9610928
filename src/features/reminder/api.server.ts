import { createRoute, z } from '@hono/zod-openapi';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { listEmails, preview, readSettings, saveSettings, setReminded } from './reminder.server.ts';
import { ReminderInput, ReminderPreview, ReminderSettings, RentEmail } from './reminder.ts';

const tags = ['Rent'];

const settings = createRoute({
  operationId: 'getReminders',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/reminders',
  tags,
  summary: 'Get the rent reminder settings',
  responses: { 200: answer(ReminderSettings, 'The settings'), ...failures.signedIn },
});

const save = createRoute({
  operationId: 'setReminders',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/rent/reminders',
  tags,
  summary: 'Change the rent reminder settings; turning them on requires a preview',
  request: { body: body(ReminderInput) },
  responses: { 200: answer(ReminderSettings, 'The settings'), ...failures.input, ...failures.signedIn },
});

const previewEmail = createRoute({
  operationId: 'previewReminder',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/rent/reminders/preview',
  tags,
  summary: 'Preview the reminder email, which allows turning reminders on',
  responses: { 200: answer(ReminderPreview, 'The email'), ...failures.signedIn },
});

const setOne = createRoute({
  operationId: 'setReminded',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/reminders',
  tags,
  summary: 'Turn reminders on or off for a tenancy',
  request: { params: RecordId, body: body(z.object({ on: z.boolean('Choose yes or no') })) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...failures.input, ...failures.signedIn, ...failures.found },
});

const emails = createRoute({
  operationId: 'listRentEmails',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/tenancies/{id}/emails',
  tags,
  summary: 'List a tenancy’s reminders with their status',
  request: { params: RecordId },
  responses: {
    200: answer(z.object({ items: z.array(RentEmail) }), 'The latest 100'),
    ...failures.signedIn,
    ...failures.found,
  },
});

export function reminderApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(settings, async (c) => c.json(await readAsUser(services, c, 'guarded', readSettings), 200))
    .openapi(save, async (c) => {
      const input = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => saveSettings(db, input)), 200);
    })
    .openapi(previewEmail, async (c) =>
      c.json(await withUser(services, c, 'guarded', (db) => preview(db, today())), 200),
    )
    .openapi(setOne, async (c) => {
      const args = { id: recordId(c), ...c.req.valid('json') };
      return c.json(await withUser(services, c, 'guarded', (db) => setReminded(db, args)), 200);
    })
    .openapi(emails, async (c) => {
      const id = recordId(c);
      return c.json({ items: await readAsUser(services, c, 'guarded', (db) => listEmails(db, id)) }, 200);
    });
}
