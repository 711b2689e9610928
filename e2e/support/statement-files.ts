import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Chooses a fixture, or a file with the given content. */
export async function choosesFile(page: Page, { name, content }: { name: string; content?: string | undefined }) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'choose a file' }).click();
  const fixture = new URL(`../../test/fixtures/statements/${name}`, import.meta.url);
  const buffer = content === undefined ? readFileSync(fixture) : Buffer.from(content);
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer });
}
