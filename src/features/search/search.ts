/** Search over everything that a landlord has: what is asked, and what is answered. */
import { z } from 'zod';
import { isPlainText } from '../../shared/text.ts';
import { Property } from '../property/property.ts';
import { Supplier } from '../supplier/supplier.ts';
import { Tenant } from '../tenant/tenant.ts';
import { Transaction } from '../transaction/transaction.ts';

/** Shown of properties, of tenants and of suppliers, at most. One more is answered, which tells that there are more. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Transactions are counted up to here, as counting half a million takes longer than finding the newest. */
export const COUNTED = 50;

export const SearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isPlainText)
    .describe('Case-insensitive part of what each list is searched by; for transactions also an amount or a date'),
});

const FoundProperty = Property.pick({ id: true, address: true, city: true, postalCode: true, ends: true });
const FoundTenant = Tenant.pick({ id: true, name: true, phone: true, propertyName: true, movedOut: true });
const FoundSupplier = Supplier.pick({ id: true, name: true, phone: true, serviceType: true });

export const SearchAnswer = z
  .object({
    properties: z.array(FoundProperty).max(FOUND).describe('By address'),
    tenants: z.array(FoundTenant).max(FOUND).describe('By name'),
    suppliers: z.array(FoundSupplier).max(FOUND).describe('By name'),
    transactions: z.object({
      items: z.array(Transaction).max(SHOWN_TRANSACTIONS).describe('Newest first'),
      count: z.number().int().max(COUNTED).describe(`How many were found, counted up to ${COUNTED}`),
      more: z.boolean().describe('There are more than were counted'),
    }),
  })
  .meta({ id: 'SearchAnswer' });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
