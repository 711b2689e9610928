import { z } from 'zod';
import { dayField } from '../../shared/schemas.ts';
import { TaxRowItem } from '../tax/tax.ts';
import { CATEGORY_NAME } from '../transaction/listed.ts';
import { Transaction } from '../transaction/transaction.ts';
import { ReportQuery } from './report.ts';

const DAY = 'Enter a date';

export const ReportRowsQuery = z.object({
  from: dayField(DAY),
  to: dayField(DAY),
  property: ReportQuery.shape.property,
  category: z.string('Choose a category').regex(CATEGORY_NAME, 'Choose a category'),
  owner: z.uuid('Choose an owner').optional().describe('Only transactions in which this owner has a share'),
});
export type ReportRowsQuery = z.output<typeof ReportRowsQuery>;

export const ReportRowItem = Transaction.extend({ share: TaxRowItem.shape.share }).meta({ id: 'ReportRow' });
export type ReportRowItem = z.infer<typeof ReportRowItem>;
