/** Which compliance item a certificate's name speaks of. */
import { describe, expect, it } from 'vitest';
import { CertificateInput, itemNamed } from './certificate.ts';

describe('the name of a certificate', () => {
  it.each([
    ['Gas Safety Record', 'gasSafety'],
    ['Landlord gas safety certificate 2026', 'gasSafety'],
    ['CP12', 'gasSafety'],
    ['lgsr (new boiler)', 'gasSafety'],
    ['EPC', 'energyPerformance'],
    ['Energy Performance Certificate', 'energyPerformance'],
    ['EICR 2026', 'electricalSafety'],
    ['Electrical Installation Condition Report', 'electricalSafety'],
    ['Electrics, kitchen', 'electricalSafety'],
    ['Gas and electrical safety', 'gasSafety'],
  ])('%s speaks of %s', (name, item) => {
    expect(itemNamed(name)).toBe(item);
  });

  it.each(['Las Vegas', 'Gasworks Lane', 'Fire alarm', 'Energy bill', 'Recepc 12', 'Electrician’s invoice', ''])(
    '%s speaks of none',
    (name) => {
      expect(itemNamed(name)).toBeUndefined();
    },
  );
});

describe('what is entered', () => {
  it('needs a name, and is renewed yearly unless said otherwise', () => {
    expect(CertificateInput.parse({ name: ' EPC ' })).toEqual({
      name: 'EPC',
      issueDate: null,
      expirationDate: null,
      renewalFrequency: 'Yearly',
      cost: null,
      providerName: '',
      notes: '',
      file: null,
      complianceItem: null,
    });
  });
});
