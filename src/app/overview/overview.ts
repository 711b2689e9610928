/** Schema of the overview. Money in pence, days YYYY-MM-DD. */
import { z } from 'zod';
import { pence } from '../../shared/schemas.ts';
import { Notice } from '../notification/notification.ts';
import { Activity } from './activity/activity.ts';

const count = z.number().int();

const PropertyFigures = z.object({ count, rent: pence.describe('Total monthly rent') });

const Month = z.object({ month: z.string().describe('Its first day'), income: pence, expenses: pence });
export type Month = z.infer<typeof Month>;

export const Overview = z
  .object({
    properties: z.object({ occupied: PropertyFigures, vacant: PropertyFigures, maintenance: PropertyFigures }),
    totalProperties: count.nullable().describe('Properties of the account; null if all are in the caller’s reach'),
    notLet: z
      .array(z.object({ id: z.uuid(), address: z.string(), since: z.string() }))
      .describe('Up to three without tenants, longest first; since the last move-out, or since the property was added'),
    unasked: z
      .object({ propertyId: z.uuid(), propertyName: z.string(), count })
      .nullable()
      .describe(
        'A property whose rent may count twice, as its tenancies are neither joined nor separate; and how many there are',
      ),
    expiringLeases: count.describe('Fixed terms of current tenants that end in 1 to 30 days'),
    received: pence.describe('Rent received this month so far'),
    lastMonth: z
      .object({
        properties: count,
        occupancy: count.nullable(),
        revenue: pence.nullable(),
        expiringLeases: count.nullable(),
      })
      .nullable()
      .describe(
        'The same figures on the last day of last month; null if the account did not exist or the history is incomplete',
      ),
    months: z.array(Month).describe('The last twelve months, without deposits and transfers'),
    tenants: z.object({
      count: count.describe('Current tenants'),
      movedOut: count,
      leaseMonths: count.nullable().describe('Mean length of their fixed terms'),
    }),
    rent: z
      .object({ outstanding: pence, tenancies: count })
      .describe('Rent outstanding today, and the number of tenancies'),
    suppliers: z.object({
      count,
      covered: count.describe('Properties linked to a supplier'),
      topService: z.string().nullable().describe('The service with most linked properties, then by name'),
    }),
    openRepairs: count,
    steps: z
      .object({ property: z.boolean(), tenant: z.boolean(), money: z.boolean() })
      .nullable()
      .describe('Completed first steps; null once all are completed or hidden, or with five properties or more'),
    attention: z
      .object({ items: z.array(Notice), total: count.describe('Number of all notices') })
      .describe('The first five notices'),
    activities: z.array(Activity).describe('The latest'),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;
