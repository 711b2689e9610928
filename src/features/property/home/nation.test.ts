import { describe, expect, it } from 'vitest';
import { noLateInterest, notAssured } from '../../tenancy/rules/nation.ts';
import { type Nation, nationOf, outsideEngland } from './nation.ts';

describe('nationOf', () => {
  it.each<[Nation | 'unsure', string]>([
    // Town halls, parliaments, and one-letter areas such as N that begin longer areas such as NN.
    [
      'England',
      'SW1A 1AA, LS1 1UR, M2 5DB, B1 1BB, L2 2DH, LN1 1YL, S1 2HH, SE1 2UP, N1 2UD, NN1 1DE, E1 6AN, W1A 1AA',
    ],
    ['Wales', 'CF99 1SN, CF10 3ND, SA1 3SN, SA61 1TP'],
    [
      'Scotland',
      'EH99 1SP, EH1 1YJ, G2 1DU, AB10 1AB, DD1 3BY, FK8 2ET, HS1 2BW, IV3 5NX, KA7 1DR, KW15 1NY, KY7 5LT, ML1 1AB, PA1 1UJ',
    ],
    ['Scotland', 'PH1 5GD, ZE1 0HB, g40 2rw, G11EJ'],
    ['Northern Ireland', 'BT1 5GS, BT48 6DQ, bt4 3xx'],
    // Places near borders: Chester and Flint, Carlisle, Gretna, Chepstow and Beachley, Hereford and Hay, Knighton,
    // Chirk, Berwick and Kelso, Oswestry and Welshpool.
    [
      'unsure',
      'CH1 2HS, CH6 5BH, CA3 8QG, DG16 5DN, NP16 5LH, NP16 7HH, HR1 2PJ, HR3 5DB, LD7 1BL, LL14 5HD, LL30 2UG',
    ],
    ['unsure', 'TD15 1BN, TD5 7HP, SY11 1JN, SY21 7JP, NE66 1UY, GL16 8DG'],
    // Outside the United Kingdom, or not a postcode.
    ['unsure', 'JE2 3QA, IM1 3PL, GY1 2PB, BFPO 801, BT, CF, EH1, 75001, XX1 1XX, '],
  ])('is %s for %s', (nation, postcodes) => {
    for (const postcode of postcodes.split(', '))
      expect([postcode, nationOf(postcode, null)]).toEqual([postcode, nation]);
  });

  it.each<[Nation, string, Nation]>([
    ['Wales', 'CH5 2AA', 'Wales'],
    ['England', 'CH5 2AA', 'England'],
    ['Scotland', 'not a postcode', 'Scotland'],
    ['England', 'LS1 1UR', 'Wales'],
  ])('is %s for %s with the country %s, which counts only where the postcode does not decide', (nation, ...home) => {
    expect(nationOf(...home)).toBe(nation);
  });
});

describe('England’s rules', () => {
  const home = (kind: string, propertyPostcode: string | null, propertyCountry: Nation | null = null) => ({
    kind,
    propertyPostcode,
    propertyCountry,
  });

  it('do not apply to a home in another nation, but do if that is uncertain', () => {
    expect(outsideEngland(home('periodic', 'CF10 3ND'))).toBe(
      'This home is in Wales. Tenure only covers the rules in England.',
    );
    expect(outsideEngland(home('periodic', 'EH1 1YJ'))).toContain('in Scotland.');
    expect(outsideEngland(home('periodic', 'BT1 5GS'))).toContain('in Northern Ireland.');
    expect(outsideEngland(home('periodic', 'LL30 2UG', 'Wales'))).toContain('in Wales.');
    for (const postcode of ['LS1 1UR', 'LL30 2UG', 'unknown', null])
      expect(outsideEngland(home('periodic', postcode))).toBeNull();
  });

  it('for assured tenancies exclude lodgers and companies, but capped interest includes lodgers', () => {
    const reasons = (kind: string, postcode = 'LS1 1UR') => {
      const tenancy = home(kind, postcode);
      return [notAssured(tenancy, 'Ground 8'), noLateInterest(tenancy)];
    };
    expect(reasons('periodic')).toEqual([null, null]);
    expect(reasons('fixed-term')).toEqual([null, null]);
    expect(reasons('lodger')).toEqual([
      'Ground 8 is for assured tenancies in England, which a lodger does not have.',
      null,
    ]);
    expect(reasons('company-let')).toEqual([
      'Ground 8 is for assured tenancies in England, which a company does not have.',
      'The Tenant Fees Act does not cover companies, so we do not suggest interest.',
    ]);
    const scottish = 'This home is in Scotland. Tenure only covers the rules in England.';
    for (const kind of ['periodic', 'lodger', 'company-let'])
      expect(reasons(kind, 'EH1 1YJ')).toEqual([scottish, scottish]);
  });
});
