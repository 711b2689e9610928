/** Short lines on the page of a property. */
import { describe, expect, it } from 'vitest';
import { Certificate, CertificateInput } from './certificate.ts';
import { certificateLine, keysLine } from './detail-words.ts';

describe('the line about the keys', () => {
  it.each([
    [3, 'Yale', '0417', '3 Yale, code 0417'],
    [3, '', '', '3 keys'],
    [1, '', '', '1 key'],
    [0, '', '', '0 keys'],
    [null, 'Yale', '', 'Yale'],
    [null, '', '0417', 'code 0417'],
    [null, '', '', ''],
  ])('of %s, "%s" and "%s" is "%s"', (keysAmount, keyType, keyCode, words) => {
    expect(keysLine({ keysAmount, keyType, keyCode })).toBe(words);
  });
});

describe('the line about a certificate', () => {
  const certificate = (given: object) =>
    Certificate.parse({
      ...CertificateInput.parse({ name: 'Gas', ...given }),
      id: '00000000-0000-4000-8000-000000000001',
    });

  it('says who made it, how often it is renewed, and its days', () => {
    const given = { providerName: 'Kirkstall Heating', issueDate: '2026-05-08', expirationDate: '2027-05-08' };
    // Its days do not break over two lines.
    expect(certificateLine(certificate(given)).replaceAll('\u00a0', ' ')).toBe(
      'Kirkstall Heating · renewed yearly · issued 08 May 2026 · expires 08 May 2027',
    );
  });

  it('leaves out what is not known', () => {
    expect(certificateLine(certificate({ renewalFrequency: 'Every 5 Years' }))).toBe('renewed every 5 years');
    expect(certificateLine(certificate({ renewalFrequency: 'Other' }))).toBe('other renewal');
  });
});
