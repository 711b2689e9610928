import { beforeAll, describe, expect, it } from 'vitest';
import { type FullLandlord, landlordWithEverything } from '../../../../test/fixtures/everything.ts';
import { landlord } from '../../../../test/fixtures/landlords.ts';
import { download, restored } from '../../../../test/fixtures/restores.ts';
import { comparable } from '../../../../test/reading/restored.ts';

describe('a restored download', () => {
  let ada: FullLandlord;
  let zip: Buffer;
  beforeAll(async () => {
    ada = await landlordWithEverything();
    zip = await download(ada);
  });

  it('equals its account in a row of every table', async () => {
    const eve = await landlord();
    await restored(eve, zip);
    const [before, after] = [await comparable(zip), await comparable(await download(eve))];
    for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows]);
  });
});
