/** Reads a tax year for the accountant's zip into a temporary file, so that a slow client holds no connection. */
import type { Section, TempFile } from '../../server/http/downloads/temp-file.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { TaxYear } from '../tax/rules/tax-year.ts';

export type BundleParams = TaxYear & { owner: string | undefined; today: string };

type StoredFile = { path: string; bucket: string; stored: string };

type Collect = {
  /** Adds a text file. Each chunk must end with a line break. */
  text(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Adds a stored file. `path` is its path in the zip. */
  file(file: StoredFile): Promise<void>;
};

/** Adds the files of one noun. */
export type BundlePart = (db: UserDb, params: BundleParams, collect: Collect) => Promise<void>;

export type Collected = { texts: { path: string; section: Section }[]; files: Section };

export async function collect(
  db: UserDb,
  params: BundleParams,
  { tempFile, parts }: { tempFile: TempFile; parts: readonly BundlePart[] },
): Promise<Collected> {
  const texts: Collected['texts'] = [];
  const files = tempFile.begin();
  const collected: Collect = {
    text: async (path, chunks) => {
      const writer = tempFile.begin();
      for await (const chunk of chunks) await writer.add(chunk.split('\n').slice(0, -1));
      texts.push({ path, section: await writer.end() });
    },
    file: (file) => files.add([JSON.stringify(file)]),
  };
  for (const part of parts) await part(db, params, collected);
  return { texts, files: await files.end() };
}

export async function* textOf(tempFile: TempFile, section: Section): AsyncGenerator<string> {
  for await (const lines of tempFile.read(section)) yield `${lines.join('\n')}\n`;
}

export async function* filesOf(tempFile: TempFile, section: Section): AsyncGenerator<StoredFile> {
  for await (const lines of tempFile.read(section)) for (const line of lines) yield JSON.parse(line) as StoredFile;
}
