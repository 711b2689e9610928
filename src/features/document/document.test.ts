import { describe, expect, it } from 'vitest';
import { guessDocument, guessHome } from './rules/guess.ts';
import { codesIn, hitLine } from './rules/hits.ts';
import { type KeepFacts, keepingWords, mayGo } from './rules/keep.ts';

const today = '2026-11-27';

describe('the proposal for an upload', () => {
  it.each([
    ['Gas_Safety-2026 (1).pdf', 'gas', 'Gas Safety-2026'],
    ['EICR 31 Cotham Vale 03-03-2026.pdf', 'electrical', 'EICR 31 Cotham Vale 03-03-2026'],
    ['EPC.PDF', 'epc', 'EPC'],
    ['Tenancy agreement signed.docx', 'agreement', 'Tenancy agreement signed'],
    ['Rohan right to rent.jpg', 'right-to-rent', 'Rohan right to rent'],
    ['Prescribed information.pdf', 'deposit', 'Prescribed information'],
    ['scan0001.pdf', 'other', 'scan0001'],
  ])('has type and title of the name %s', (name, type, title) => {
    expect(guessDocument({ name }, today)).toMatchObject({ type, title });
  });

  it('has the type nearest to the beginning of the text, the latest possible date, and its end', () => {
    const text = `Landlord Gas Safety Record\nDate of inspection 8 Dec 2025\nNext inspection due by 11/12/2026\nThis is no tenancy agreement.`;
    expect(guessDocument({ name: 'scan.pdf', text }, today)).toEqual({
      title: 'scan',
      type: 'gas',
      day: '2025-12-08',
      validUntil: '2026-12-11',
    });
  });

  it('has the end of a licence and of a permission to rent', () => {
    const end = (text: string) => guessDocument({ name: 'scan.pdf', text }, today).validUntil;
    expect(end('The licence begins on 14 February 2024 and ends on 13 February 2029')).toBe('2029-02-13');
    expect(end('They have permission to rent until 15 January 2027')).toBe('2027-01-15');
  });

  it('leaves out a date after today and one that does not exist', () => {
    expect(guessDocument({ name: 'Letter 2026-11-28.pdf' }, today).day).toBeNull();
    expect(guessDocument({ name: 'Letter 31-02-2026.pdf' }, today).day).toBeNull();
  });

  it('has the only property whose address, or else whose postcode, is in the name or text', () => {
    const homes = [
      { id: 'vale', address: '31 Cotham Vale', postalCode: 'BS6 6HS' },
      { id: 'flat', address: 'Flat 2, 8 Mill Lane', postalCode: 'BS6 7AB' },
      { id: 'other', address: '9 Mill Lane', postalCode: 'BS6 7AB' },
    ];
    expect(guessHome({ name: 'Gas 31 cotham-vale.pdf' }, homes)).toBe('vale');
    expect(guessHome({ name: 'a.pdf', text: 'Property: bs66hs' }, homes)).toBe('vale');
    expect(guessHome({ name: 'a.pdf', text: '9 Mill Lane, Bristol BS6 7AB' }, homes)).toBe('other');
    expect(guessHome({ name: 'a.pdf', text: 'BS6 7AB' }, homes)).toBeNull();
  });
});

describe('a search', () => {
  it('keeps numbers and postcodes without separators', () => {
    const text = 'Policy AV/447-1955, account 1234 5678, sort code 12-34-56, BS6 6HS, and/or';
    expect(codesIn(text).sort()).toEqual(['12345678', '123456', 'av4471955', '1955', 'bs66hs'].sort());
  });

  it('keeps the parts of numbers, and amounts with and without pence', () => {
    expect(codesIn('Policy LLI/2026/554781').sort()).toEqual(['2026', '554781', 'lli2026554781'].sort());
    expect(codesIn('Deposit £1,326.92, salary £31,400')).toEqual(expect.arrayContaining(['132692', '1326', '31400']));
  });

  it.each([
    ['boilers', 'The boiler was serviced', 'boiler'],
    ['bs66hs', 'at BS6 6HS', 'BS6 6HS'],
    ['£1326.92', 'Deposit: £1,326.92', '1,326.92'],
    ['serviced', 'The boiler was serviced', 'serviced'],
  ])('marks %s in a line', (q, line, match) => {
    const parts = hitLine(`Before\n${line}\nAfter`, q);
    expect(parts.map(({ text }) => text).join('')).toBe(line);
    expect(parts.filter((part) => part.match).map(({ text }) => text)).toEqual([match]);
  });

  it('shortens a long line, and has no line without a match', () => {
    const parts = hitLine(`${'a '.repeat(200)}boiler${' b'.repeat(200)}`, 'boiler');
    expect(parts.map(({ text }) => text).join('').length).toBeLessThan(170);
    expect(hitLine('nothing here', 'boiler')).toEqual([]);
    expect(hitLine(null, 'boiler')).toEqual([]);
    expect(hitLine('a text', '*')).toEqual([]);
  });
});

describe('the time to keep', () => {
  const ended: KeepFacts = {
    type: 'right-to-rent',
    day: '2026-01-10',
    validUntil: null,
    tenancyEnded: '2027-03-31',
    owed: 0,
    later: 0,
  };
  const from = (facts: Partial<KeepFacts>, on = '2040-01-01', months?: number) =>
    mayGo({ ...ended, ...facts }, { today: on, months })?.from;

  it('V28: proposes copies of right to rent a year after the tenancy', () => {
    expect(from({})).toBe('2028-04-01');
    expect(from({}, '2028-03-31')).toBeUndefined();
    expect(from({}, '2028-04-01')).toBe('2028-04-01');
  });

  it('V29: proposes an agreement six years after the tenancy', () => {
    expect(from({ type: 'agreement' })).toBe('2033-04-01');
  });

  it('V30: holds documents of a tenancy that owes rent', () => {
    expect(mayGo({ ...ended, owed: 5_000 }, { today: '2040-01-01' })?.hold).toBe('Rent is owed');
  });

  it('does not propose documents of a running tenancy, or without a rule', () => {
    expect(from({ tenancyEnded: null })).toBeUndefined();
    expect(from({ type: 'insurance' })).toBeUndefined();
    expect(keepingWords('insurance')).toBeNull();
  });

  it('proposes a gas record after two years or two more checks, and an electrical report after the next', () => {
    expect(from({ type: 'gas' })).toBe('2028-01-11');
    expect(from({ type: 'gas', later: 2 }, '2027-01-01')).toBe('2026-01-10');
    expect(from({ type: 'electrical' })).toBeUndefined();
    expect(from({ type: 'electrical', later: 1 })).toBe('2026-01-10');
  });

  it('proposes an invoice five years after the return of its tax year', () => {
    expect(from({ type: 'invoice', day: '2026-04-05' })).toBe('2032-02-01');
    expect(from({ type: 'invoice', day: '2026-04-06' })).toBe('2033-02-01');
  });

  it('takes the landlord’s own time, and keeps a valid document', () => {
    expect(from({}, '2040-01-01', 24)).toBe('2029-04-01');
    expect(from({ type: 'insurance', validUntil: '2030-01-31' }, '2040-01-01', 12)).toBe('2030-02-01');
  });
});
