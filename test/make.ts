/** Sensible input for each noun, as its zod schema takes it; a test names only what it is about. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SignUpInput } from '../src/features/account/account.ts';
import type { Compliance } from '../src/features/property/compliance/compliance.ts';
import type { CertificateInput, InvoiceInput } from '../src/features/property/papers.ts';
import type { PropertyInput } from '../src/features/property/property.ts';
import type { SupplierInput } from '../src/features/supplier/supplier.ts';
import type { TenantInput } from '../src/features/tenant/tenant.ts';
import type { TransactionInput } from '../src/features/transaction/transaction.ts';

export function newPerson(given: Partial<SignUpInput> = {}): SignUpInput {
  return {
    name: 'Ada Lovelace',
    email: `ada.${randomUUID()}@tenure.example`,
    password: 'correct horse battery',
    acceptTerms: true,
    ...given,
  };
}

export function newProperty(given: Partial<z.input<typeof PropertyInput>> = {}): z.input<typeof PropertyInput> {
  return {
    address: '14 Chandos Terrace',
    city: 'Bristol',
    postalCode: 'BS6 6QJ',
    propertyType: 'terraced',
    bedrooms: 3,
    bathrooms: 1,
    rent: 145_000,
    description: 'A terrace near the park.',
    status: 'vacant',
    ...given,
  };
}

export function newCertificate(
  given: Partial<z.input<typeof CertificateInput>> = {},
): z.input<typeof CertificateInput> {
  return {
    name: 'Gas Safety Record',
    issueDate: '2026-03-01',
    expirationDate: '2027-02-28',
    renewalFrequency: 'Yearly',
    cost: 8_550,
    providerName: 'Warm & Sons',
    notes: 'Boiler and hob.',
    file: null,
    complianceItem: null,
    ...given,
  };
}

export function newInvoice(given: Partial<z.input<typeof InvoiceInput>> = {}): z.input<typeof InvoiceInput> {
  return { invoiceDate: '2026-05-04', amount: 12_049, description: 'Boiler service', file: null, ...given };
}

/** All nine items filled, one of them as not applicable. */
export function newCompliance(given: Partial<Compliance> = {}): Compliance {
  const item = { completed: true, notApplicable: null, notes: '' };
  return {
    gasSafety: { ...item, expiryDate: '2027-02-28', notes: 'Boiler and hob.' },
    energyPerformance: { ...item, expiryDate: '2031-08-14', rating: 'C', notes: 'Loft insulated since.' },
    electricalSafety: { ...item, expiryDate: '2029-01-31', notes: 'New consumer unit.' },
    alarms: { ...item, lastChecked: '2026-09-30', notes: 'Two of smoke, one of CO.' },
    depositProtection: {
      ...item,
      scheme: 'DPS',
      reference: 'DPS-0042',
      protectionDate: '2025-11-20',
      notes: 'Custodial.',
    },
    hhsrs: { ...item, lastInspection: '2026-06-15', notes: 'No category 1 hazard.' },
    propertyLicensing: {
      completed: false,
      notApplicable: 'The council asks for none here.',
      notes: 'Asked in May.',
      number: 'L-17',
      expiryDate: '2028-05-31',
    },
    tenancyAgreement: { ...item, agreementDate: '2025-11-01', notes: 'Signed by both.' },
    landlordInsurance: {
      ...item,
      provider: 'Aegis Mutual',
      policyNumber: 'AM/99',
      expiryDate: '2027-04-05',
      notes: 'Buildings and rent.',
    },
    ...given,
  };
}

export function newSupplier(given: Partial<z.input<typeof SupplierInput>> = {}): z.input<typeof SupplierInput> {
  return {
    name: 'Harbour Plumbing Ltd',
    email: 'office@harbour-plumbing.example',
    phone: '0117 496 0123',
    serviceType: 'Plumbing',
    contactPerson: 'Mary Pike',
    address: '3 Dock Road, Bristol BS1 4RB',
    website: 'harbour-plumbing.example',
    notes: 'Closed on Fridays.',
    ...given,
  };
}

/** A tenant of the property that is named by its id; a fixed term with an end far off, and a guarantor. */
export function newTenant(
  given: Partial<z.input<typeof TenantInput>> & { propertyId: string },
): z.input<typeof TenantInput> {
  return {
    name: 'Grace Hopper',
    email: 'grace@tenure.example',
    phone: '020 7946 0018',
    leaseStart: '2026-01-01',
    leaseEnd: '2199-12-31',
    rentAmount: 145_000,
    depositAmount: 167_307,
    guarantorName: 'Howard Aiken',
    guarantorAddress: '1 Oxford Street\nCambridge',
    guarantorPhone: '01223 496 0000',
    guarantorAltContact: 'howard@tenure.example',
    ...given,
  };
}

/** An expense that has been paid, of no property. */
export function newTransaction(
  given: Partial<z.input<typeof TransactionInput>> = {},
): z.input<typeof TransactionInput> {
  return {
    propertyId: null,
    amount: 12_049,
    category: 'maintenance',
    description: 'Boiler repair call-out',
    date: '2026-11-12',
    status: 'completed',
    ...given,
  };
}
