/** Streams the data download as a zip with backpressure: tables from `tempFile`, then files one at a time. */
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Files } from '../../../outside/files/files.ts';
import type { Section, TempFile } from '../../../server/http/downloads/temp-file.server.ts';
import { type Add, addStored, type Sum, zipStream } from '../../../server/http/downloads/zip.server.ts';
import { pathOf } from '../../file/store.server.ts';
import { MANIFEST_FORMAT, readme, reasonFor } from './labels.ts';
import type { ReadTable } from './tables.server.ts';
import { asCsv, asJson, rowsOf } from './tables.server.ts';

export type ZipPlan = {
  at: Date;
  owner: { name: string; email: string };
  tables: ReadTable[];
  described: Readonly<Record<string, string>>;
  tempFile: TempFile;
  files: Files;
  signal: AbortSignal;
};

const README = 'README.txt';

const ListedFile = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  stored: z.boolean(),
});

/** Returns the zip as a stream, which fails if anything cannot be read. */
export function writeZip(plan: ZipPlan): Readable {
  return zipStream(plan, (add) => fill(plan, add));
}

async function fill(plan: ZipPlan, add: Add): Promise<void> {
  const { at, owner, tables, tempFile } = plan;
  const counts = tables.map(({ name, rows }) => ({ name, rows: rows.lines }));
  const sums = new Map<string, Sum>();
  sums.set(README, await add(README, pieces(readme({ at, ...owner, tables: counts, described: plan.described }))));
  for (const table of tables) {
    for (const [path, content] of [
      [`tables/${table.name}.json`, asJson(tempFile, table)],
      [`tables/${table.name}.csv`, asCsv(tempFile, table)],
    ] as const) {
      sums.set(path, await add(path, content));
    }
  }
  const list = await addFiles(plan, add);
  await add('manifest.json', asManifest(plan, { sums, ...list }));
}

/** Adds every stored file. Returns manifest lines for present files and for those missing from the file store. */
async function addFiles(plan: ZipPlan, add: Add): Promise<Record<'present' | 'missing', Section>> {
  const { tables, tempFile, files } = plan;
  const present = tempFile.begin();
  const missing = tempFile.begin();
  const table = tables.find(({ name }) => name === 'files');
  if (table) {
    for await (const row of rowsOf(tempFile, table)) {
      const file = ListedFile.parse(row);
      if (!file.stored) continue;
      const path = `files/${file.bucket}/${basename(file.path)}`;
      const content = await files.get(pathOf(file));
      if (!content) {
        await missing.add([JSON.stringify({ path, name: file.name, bytes: file.bytes, sha256: file.sha256 })]);
        continue;
      }
      const sum = await addStored(add, path, content);
      const damaged = sum.sha256 !== file.sha256;
      await present.add([JSON.stringify({ path, name: file.name, ...sum, ...(damaged && { damaged }) })]);
    }
  }
  return { present: await present.end(), missing: await missing.end() };
}

type Listed = { sums: Map<string, Sum>; present: Section; missing: Section };

async function* asManifest(
  { at, owner, tables, tempFile }: ZipPlan,
  { sums, ...lists }: Listed,
): AsyncGenerator<string> {
  const listed = tables.map(({ name, rows, withheld }) => [
    name,
    {
      rows: rows.lines,
      files: [`tables/${name}.json`, `tables/${name}.csv`].map((path) => ({ path, ...sums.get(path) })),
      withheld: Object.fromEntries(withheld.map((column) => [column, reasonFor(name, column)])),
    },
  ]);
  const head = {
    format: MANIFEST_FORMAT,
    createdAt: at.toISOString(),
    owner,
    readme: { path: README, ...sums.get(README) },
    tables: Object.fromEntries(listed) as object,
  };
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, section] of Object.entries(lists)) {
    yield `,\n  "${name === 'present' ? 'files' : name}": [`;
    let before = '\n    ';
    for await (const lines of tempFile.read(section)) {
      yield before + lines.join(',\n    ');
      before = ',\n    ';
    }
    yield before.startsWith(',') ? '\n  ]' : ']';
  }
  yield '\n}\n';
}

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}
