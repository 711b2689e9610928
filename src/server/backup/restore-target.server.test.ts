import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clearRestores, prepareRestoreTarget } from './restore-target.server.ts';

const above = await mkdtemp(join(tmpdir(), 'tenure-landing-'));
afterAll(() => rm(above, { recursive: true }));

it('moves in a complete killed restore, and removes incomplete ones', async () => {
  const data = join(above, 'data');
  // No process has this start time, so the restores count as killed.
  const [whole, begun, beside] = [`restored-${process.pid}-00000000`, 'restoring-1-00000000', 'restoring-2-00000000'];
  for (const folder of ['postgres', `${whole}/files`, begun]) await mkdir(join(data, folder), { recursive: true });
  await mkdir(`${data}.${beside}`);
  await mkdir(`${data}er.${beside}`);
  await writeFile(join(data, whole, 'secret'), 'kept');
  await clearRestores(data);
  expect((await readdir(data)).sort()).toEqual(['files', 'postgres', 'secret']);
  expect((await readdir(above)).sort()).toEqual(['data', `dataer.${beside}`]);
});

it('keeps the folder of a running restore, which can then finish', async () => {
  const data = join(above, 'empty');
  await mkdir(data);
  const landing = await prepareRestoreTarget(data, { embedded: false });
  await writeFile(join(landing.folder, 'secret'), 'kept');
  await expect(clearRestores(data)).rejects.toMatchObject({ code: 'in-use' });
  await landing.settle();
  expect(await readdir(data)).toEqual(['secret']);
});
