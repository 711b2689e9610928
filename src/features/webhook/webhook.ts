import { z } from 'zod';
import { line } from '../../shared/schemas.ts';
import { EVENTS, EVERYTHING } from './events.ts';

export const MAX_ENDPOINTS = 10;
export const KEPT_DAYS = 30;
/** Hours after a rotation in which the previous secret also signs. */
export const ROTATION_HOURS = 24;

const Events = z
  .array(z.enum([...EVENTS, EVERYTHING], { error: 'Choose events from the list' }))
  .min(1, 'Choose at least one event')
  .transform((events) => (events.includes(EVERYTHING) ? [EVERYTHING] : [...new Set(events)]));

const NO_ADDRESS = 'Enter an address that begins with https://';

export const WebhookInput = z
  .object({
    url: line({ min: 1, max: 500, message: NO_ADDRESS }).refine((text) => URL.canParse(text), NO_ADDRESS),
    events: Events.describe('* for all'),
  })
  .meta({ id: 'WebhookInput' });
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookChange = WebhookInput.extend({
  on: z.boolean().describe('Deliveries that wait for an endpoint fail when it is switched off'),
}).meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof WebhookChange>;

const OFF_REASONS = ['owner', 'gone', 'failing'] as const;

export const WebhookRecord = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    url: z.string(),
    events: z.array(z.string()),
    offReason: z
      .enum(OFF_REASONS)
      .nullable()
      .describe('Null while it is on; gone after a 410, failing after five days of failures only'),
    failingSince: z.iso.datetime().nullable().describe('Since when all tries have failed'),
    formerSecretUntil: z.iso.datetime().nullable().describe('Until when the former secret signs too'),
    days: z
      .array(z.object({ day: z.iso.date(), sent: z.number().int(), failed: z.number().int() }))
      .describe('Deliveries of the last 30 days, for days with any'),
    dateAdded: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type WebhookRecord = z.infer<typeof WebhookRecord>;

export const WebhookList = z.object({ items: z.array(WebhookRecord), limit: z.number().int() });
export type WebhookList = z.infer<typeof WebhookList>;

export const NewWebhook = z
  .object({ secret: z.string().describe('Shown only now'), record: WebhookRecord })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

export const OUTCOMES = ['waiting', 'sent', 'failed'] as const;
const FAILURES = ['', 'address', 'name', 'connection', 'certificate', 'timeout'] as const;

const Try = z.object({
  at: z.iso.datetime(),
  status: z.number().int().nullable(),
  failure: z.enum(FAILURES).describe('Why there was no status'),
  milliseconds: z.number().int(),
});

export const WebhookBody = z
  .object({
    type: z.string(),
    timestamp: z.iso.datetime(),
    data: z.object({
      id: z.uuid().nullable().describe('The record; null if one change was made to several'),
      count: z.number().int(),
      version: z.number().int().nullable().describe('The record’s version after the change, where it has one'),
    }),
  })
  .meta({ id: 'WebhookBody' });
export type WebhookBody = z.infer<typeof WebhookBody>;

export const Delivery = z
  .object({
    id: z.uuid(),
    messageId: z.string().describe('The header webhook-id, the same for each try'),
    endpointId: z.uuid(),
    url: z.string(),
    event: z.string(),
    outcome: z.enum(OUTCOMES),
    body: WebhookBody,
    tries: z.array(Try).describe('The oldest first'),
    nextTry: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryQuery = z.object({
  endpoint: z.uuid().optional(),
  event: z.string().max(100).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.uuid().optional().describe('nextCursor of the previous page'),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const DeliveryPage = z.object({
  items: z.array(Delivery),
  nextCursor: z.uuid().nullable().describe('Null after the last page'),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

export const SendFailedInput = z
  .object({
    since: z.iso.date({ error: 'Enter a day of the last 30 days' }).describe('In London'),
    endpointId: z.uuid().optional(),
  })
  .meta({ id: 'SendFailedInput' });
export type SendFailedInput = z.infer<typeof SendFailedInput>;

export const SentAgain = z.object({ count: z.number().int() });

export const messageIdOf = (deliveryId: string) => `msg_${deliveryId.replaceAll('-', '')}`;

type Fact = { event: string; happenedAt: Date; id: string | null; count: number; version: number | null };

export function bodyOf({ event, happenedAt, id, count, version }: Fact): WebhookBody {
  return { type: event, timestamp: happenedAt.toISOString(), data: { id, count, version } };
}
