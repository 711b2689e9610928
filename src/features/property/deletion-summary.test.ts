/** A landlord who deletes a property reads what goes with it. */
import { describe, expect, it } from 'vitest';
import { CertificateInput } from './certificate.ts';
import { ComplianceInput, NO_COMPLIANCE } from './compliance.ts';
import { deletedSummary, deletionSummary } from './deletion-summary.ts';
import { InvoiceInput } from './invoice.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const FILE = { url: '/api/files/x/y/z.pdf', name: 'z.pdf', contentType: 'application/pdf', bytes: 9 };
const certificate = (file: typeof FILE | null) => ({ ...CertificateInput.parse({ name: 'Gas' }), id: ID, file });
const invoice = (file: typeof FILE | null) => ({ ...InvoiceInput.parse({}), id: ID, file });
const bare = { certificates: [], compliance: NO_COMPLIANCE, invoices: [], imageUrl: null };

const full = {
  certificates: [certificate(FILE), certificate(FILE)],
  compliance: ComplianceInput.parse({
    ...NO_COMPLIANCE,
    gasSafety: { notApplicable: 'All electric' },
    alarms: { completed: true },
    hhsrs: { notes: 'Ask the council' },
  }),
  invoices: [invoice(FILE)],
  imageUrl: '/api/files/property_images/y/z.jpg',
};

describe('what goes with a property', () => {
  it('is counted, kind by kind: certificates, compliance items with anything entered, invoices, files', () => {
    expect(deletionSummary(full)).toBe('2 certificates, 3 compliance items, 1 invoice and 4 files go with it.');
  });

  it('names only what there is', () => {
    expect(deletionSummary({ ...bare, invoices: [invoice(null), invoice(null)] })).toBe('2 invoices go with it.');
    expect(deletionSummary({ ...bare, certificates: [certificate(null)] })).toBe('1 certificate goes with it.');
    expect(deletionSummary({ ...bare, imageUrl: full.imageUrl })).toBe('1 file goes with it.');
    expect(deletionSummary({ ...bare, certificates: [certificate(FILE)] })).toBe(
      '1 certificate and 1 file go with it.',
    );
  });

  it('is nothing where only the property itself was entered', () => {
    expect(deletionSummary(bare)).toBe('');
    expect(deletedSummary(bare)).toBe('');
  });

  it('is said again once it is gone', () => {
    expect(deletedSummary(full)).toBe('2 certificates, 3 compliance items, 1 invoice and 4 files went with it.');
    expect(deletedSummary({ ...bare, invoices: [invoice(null)] })).toBe('1 invoice went with it.');
  });
});
