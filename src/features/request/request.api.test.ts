/** Requests over HTTP. For last days, see rules/answer-by.test.ts. */
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { addedProperty, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { REQUEST, REQUEST_LIST, Request, TEXTS } from './request.ts';

const FUTURE = 'Enter today or an earlier date';
const data = { kind: 'data', what: 'A copy of my data', askedOn: '2026-11-02' };

describe('requests pass the record contract', () => {
  recordContract({
    path: '/api/requests',
    notFound: TEXTS.notFound,
    record: Request,
    item: Request,
    fields: REQUEST,
    input: async (owner) => ({ ...data, propertyId: (await addedProperty(owner)).id }),
    changed: {
      kind: 'council',
      askedOn: '2026-11-03',
      moreAskedOn: '2026-11-04',
      repliedOn: '2026-11-05',
      answer: 'done',
      answeredOn: '2026-11-06',
    },
    wrong: [
      [{ askedOn: '2199-01-01' }, { askedOn: FUTURE }],
      [
        { answeredOn: '2026-11-01' },
        { answeredOn: 'Enter a date on or after the request', answer: 'Choose an answer' },
      ],
      [{ answer: 'yes' }, { answeredOn: 'Enter the day of your answer' }],
      [{ repliedOn: '2026-11-05' }, { repliedOn: 'Enter a date on or after your question' }],
      [{ kind: 'pet' }, { tenancyId: 'Choose the tenancy of the tenant who asked' }],
    ],
    sorts: Object.keys(REQUEST_LIST.sorts),
    searched: 'what',
    namesOwned: true,
    wrongQueries: ['propertyId=x'],
  });
});

describe('the last day to answer a request', () => {
  it.each([
    ['periodic', '2026-11-29'],
    // The law for pets does not apply to a lodger.
    ['lodger', null],
  ] as const)('for a pet of a %s tenancy is %s', async (kind, answerBy) => {
    const ada = await landlord();
    const { id: tenancyId, propertyId } = await addedTenancy(ada, { kind });
    const pet = { kind: 'pet', what: 'A cat', askedOn: '2026-11-01', propertyId, tenancyId };
    expect((await ada.post('/api/requests', pet)).as(Request)).toMatchObject({ answerBy, waiting: false });
    const refused = await ada.post('/api/requests', { ...pet, answer: 'no', answeredOn: '2026-11-02' });
    expect(refused.fields).toEqual({ reason: 'Enter your reason for refusing' });
  });
});
