/** The figures of the overview, and how they are said. Money in pence, days YYYY-MM-DD. */
import { z } from 'zod';
import { pence } from '../../shared/schemas.ts';
import { Notice } from '../notification/notification.ts';
import { Activity } from './activity/activity.ts';

const count = z.number().int();

const PropertyFigures = z.object({ count, rent: pence.describe('Sum of the rents a month') });

const Month = z.object({ month: z.string().describe('Its first day'), income: pence, expenses: pence });
export type Month = z.infer<typeof Month>;

export const Overview = z
  .object({
    properties: z.object({ occupied: PropertyFigures, vacant: PropertyFigures, maintenance: PropertyFigures }),
    notLet: z
      .array(z.object({ id: z.uuid(), address: z.string(), since: z.string() }))
      .describe(
        'Up to three that nobody lives in, the longest first, with the day since when or since when it is known',
      ),
    unasked: z
      .object({ propertyId: z.uuid(), propertyName: z.string(), count })
      .nullable()
      .describe(
        'A property whose rent may count twice: its tenancies are neither joined nor said to be separate; and how many',
      ),
    expiringLeases: count.describe('Fixed terms that end in 1 to 30 days, of tenants who have not moved out'),
    received: pence.describe('Income of this month so far'),
    lastMonth: z
      .object({
        properties: count,
        occupancy: count.nullable(),
        revenue: pence.nullable(),
        expiringLeases: count.nullable(),
      })
      .nullable()
      .describe(
        'The same figures on the last day of last month; null where the account did not exist, or history cannot tell',
      ),
    months: z.array(Month).describe('Twelve, this month the last, without deposits and transfers'),
    tenants: z.object({
      count: count.describe('Who have not moved out'),
      movedOut: count,
      leaseMonths: count.nullable().describe('Mean length of fixed terms of those'),
    }),
    rent: z
      .object({ outstanding: pence, tenancies: count })
      .describe('What was due by today and has not come in, and from how many tenancies'),
    suppliers: z.object({
      count,
      covered: count.describe('Properties linked to a supplier'),
      topService: z.string().nullable().describe('Of the most linked properties, then by name'),
    }),
    steps: z
      .object({ property: z.boolean(), tenant: z.boolean(), money: z.boolean() })
      .nullable()
      .describe(
        'Which of the first steps were ever done; null once all are or they were hidden, with five properties or more, and while a sample portfolio is loaded',
      ),
    attention: z
      .object({ items: z.array(Notice), total: count.describe('All that are to do') })
      .describe('The first five notices'),
    activities: z.array(Activity).describe('The latest'),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;
