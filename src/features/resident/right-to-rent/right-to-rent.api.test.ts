import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../../test/contracts/record-contract.ts';
import { added, type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { addedTenancy } from '../../../../test/fixtures/tenancies.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { OCCUPIER, OCCUPIER_LIST, TEXTS as OCCUPIER_TEXTS, Occupier } from '../occupier/occupier.ts';
import { Check, CheckLines, Checks } from './right-to-rent.ts';

describe('occupiers pass the record contract', () => {
  recordContract({
    path: '/api/occupiers',
    notFound: OCCUPIER_TEXTS.notFound,
    record: Occupier,
    item: Occupier,
    fields: OCCUPIER,
    input: async (owner) => ({ name: 'Sam Okafor', tenancyId: (await addedTenancy(owner)).id }),
    changed: { movedIn: '2026-02-01', movedOut: '2026-02-02' },
    wrong: [
      [
        { movedIn: '2026-02-02', movedOut: '2026-02-01' },
        { movedOut: 'Enter a date on or after the day they moved in' },
      ],
    ],
    sorts: Object.keys(OCCUPIER_LIST.sorts),
    searched: 'name',
    namesOwned: true,
    wrongQueries: ['tenancyId=x'],
  });
});

const limited = {
  way: 'share-code',
  shareCode: 'R12 34A BCD',
  checkedOn: '2026-11-01',
  checkedBy: 'Ada',
  leaveEnds: '2028-03-31',
};

async function withTenant(owner: Landlord) {
  const { id: tenancyId, tenants } = await addedTenancy(owner, { start: '2026-11-15' });
  return { tenancyId, tenantId: tenants[0]?.id ?? '' };
}

const views = (owner: Landlord) =>
  query<{ action: string; about: string | null }>(
    server.database,
    `select action, about from activity where user_id = $1 and noun = 'right to rent check' order by id`,
    [owner.id],
  );

describe('right-to-rent checks', () => {
  it('list days without outcomes, and log each view of the outcomes', async () => {
    const ada = await landlord();
    const person = await withTenant(ada);
    const check = (await ada.post('/api/right-to-rent', { ...limited, ...person })).as(Check);
    expect(check).toMatchObject({ unlimited: false, leaveEnds: '2028-03-31', again: '2028-03-31' });
    const { text, ...list } = await ada.get(`/api/right-to-rent?tenancyId=${person.tenancyId}`);
    expect(list.as(CheckLines).items).toMatchObject([{ id: check.id, checkedOn: '2026-11-01' }]);
    expect(text).not.toContain('2028');
    expect(await views(ada)).toMatchObject([{ action: 'added' }]);
    const shown = (await ada.post('/api/right-to-rent/views', { tenancyId: person.tenancyId })).as(Checks);
    expect(shown.items).toEqual([check]);
    expect(await views(ada)).toMatchObject([{ action: 'added' }, { action: 'viewed' }]);
  });

  it('keep no share code', async () => {
    const ada = await landlord();
    await ada.post('/api/right-to-rent', { ...limited, ...(await withTenant(ada)) });
    const rows = await query(
      server.database,
      'select to_jsonb(c)::text as row from right_to_rent_checks c where user_id = $1',
      [ada.id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/R1234ABCD|R12 34A/);
  });

  it.each([
    [
      'V27 a share code for work',
      { shareCode: 'W12 34A BCD' },
      { shareCode: 'A share code for renting begins with R' },
    ],
    [
      'a future check',
      { checkedOn: '2199-01-01', leaveEnds: '2199-02-01' },
      { checkedOn: 'Enter today or an earlier date' },
    ],
    ['no end of leave', { leaveEnds: null }, { leaveEnds: 'Enter when their permission to stay ends' }],
    [
      'V26 more than 28 days before the start',
      { checkedOn: '2026-10-17' },
      { checkedOn: 'This is too early: check again in the 28 days before the start' },
    ],
    ['no person', { tenantId: null }, { tenantId: 'Choose a tenant or an occupier' }],
  ])('refuse %s', async (_, given, fields) => {
    const ada = await landlord();
    const answer = await ada.post('/api/right-to-rent', { ...limited, ...(await withTenant(ada)), ...given });
    expect([answer.status, answer.fields]).toEqual([422, fields]);
  });

  it('need no share code that the landlord no longer has, and no end for a notice of the checking service', async () => {
    const ada = await landlord();
    const person = await withTenant(ada);
    const blank = await ada.post('/api/right-to-rent', { ...limited, ...person, shareCode: '' });
    expect(blank.as(Check)).toMatchObject({ leaveEnds: '2028-03-31' });
    const notice = { ...limited, ...person, way: 'checking-service', leaveEnds: null };
    expect((await ada.post('/api/right-to-rent', notice)).as(Check)).toMatchObject({
      leaveEnds: '2027-10-31',
      again: '2027-10-31',
    });
  });

  it('refuse a person of another tenancy', async () => {
    const ada = await landlord();
    const [one, other] = [await withTenant(ada), await withTenant(ada)];
    const answer = await ada.post('/api/right-to-rent', { ...limited, ...one, tenantId: other.tenantId });
    expect(answer.fields).toHaveProperty('tenantId');
  });

  it('accept an occupier with an unlimited right at any time before', async () => {
    const ada = await landlord();
    const { tenancyId } = await withTenant(ada);
    const { id: occupierId } = await added(ada, '/api/occupiers', {
      input: { name: 'Sam Okafor', tenancyId },
      record: Occupier,
    });
    const passport = { way: 'identity-provider', checkedOn: '2026-06-01', checkedBy: 'Ada', tenancyId, occupierId };
    expect((await ada.post('/api/right-to-rent', passport)).as(Check)).toMatchObject({ unlimited: true, again: null });
  });
});
