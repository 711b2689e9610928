/** A property as the server tells it, with two certificates and an invoice; a test names only what it is about. */
import type { Certificate, Invoice } from '../src/features/property/papers.ts';
import { PropertyInput, PropertyRecord } from '../src/features/property/property.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from './make.ts';

const GAS = '00000000-0000-4000-8000-00000000000a';
const EPC = '00000000-0000-4000-8000-00000000000b';
const BOILER = '00000000-0000-4000-8000-00000000000c';

export function propertyRecord(given: Partial<PropertyRecord> = {}): PropertyRecord {
  return PropertyRecord.parse({
    ...PropertyInput.parse(newProperty()),
    id: '00000000-0000-4000-8000-000000000001',
    state: 'Bristol',
    chosenStatus: 'vacant',
    dateAdded: '2026-11-01T09:00:00.000Z',
    version: 3,
    tenants: [],
    ends: {},
    certificates: [certificateRecord({ id: GAS }), certificateRecord({ id: EPC, name: 'EPC' })],
    compliance: newCompliance(),
    invoices: [invoiceRecord({ id: BOILER })],
    ...given,
  });
}

export function certificateRecord({ id, ...given }: Partial<Certificate> & { id: string }): Certificate {
  return { ...(newCertificate() as Certificate), id, ...given };
}

export function invoiceRecord({ id, ...given }: Partial<Invoice> & { id: string }): Invoice {
  return { ...(newInvoice() as Invoice), id, ...given };
}
