import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';

export type Brought = { name: string; bytes: Buffer };

export async function photoField(page: Page): Promise<Locator> {
  await page.goto('/dashboard/properties/add');
  return page.getByRole('group', { name: 'Photo' });
}

/** Opens a new property with several certificates, and returns their file fields. */
export async function certificateFields(page: Page, count: number): Promise<Locator[]> {
  await page.goto('/dashboard/properties/add');
  await page.getByRole('tab', { name: 'Certificates' }).click();
  const fields = page.getByRole('group', { name: 'File' });
  for (let made = 1; made <= count; made += 1) {
    await page.getByRole('button', { name: 'Add Certificate' }).click();
    await expect(fields).toHaveCount(made);
  }
  return fields.all();
}

export async function certificateField(page: Page): Promise<Locator> {
  await certificateFields(page, 1);
  return page.getByRole('group', { name: 'File' });
}

export async function choose(field: Locator, { name, bytes }: Brought): Promise<void> {
  const opened = field.page().waitForEvent('filechooser');
  await field.getByRole('button', { name: /^(?:Choose|Replace)/ }).click();
  await (await opened).setFiles({ name, mimeType: '', buffer: bytes });
}

/** Drags files over a place with real browser events. Returns a function that drops them. */
export async function drag(place: Locator, files: Brought[]): Promise<() => Promise<void>> {
  const paths = files.map(({ name }) => test.info().outputPath(name));
  for (const [index, path] of paths.entries()) await writeFile(path, files[index]?.bytes ?? '');
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error('The drop area is not visible.');
  const devtools = await place.page().context().newCDPSession(place.page());
  const move = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      type,
      x: box.x + 20,
      y: box.y + box.height / 2,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    });
  await move('dragEnter');
  await move('dragOver');
  return async () => {
    await move('drop');
    await devtools.detach();
  };
}

/** Copies a picture as a screenshot tool does, optionally with text as a spreadsheet does, and pastes it. */
export async function pasteScreenshot(page: Page, png: Buffer, text?: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ({ base64, words }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const picture = new Blob([bytes], { type: 'image/png' });
      const text = words ? { 'text/plain': new Blob([words], { type: 'text/plain' }) } : {};
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture, ...text })]);
    },
    { base64: png.toString('base64'), words: text },
  );
  await page.keyboard.press('Control+V');
}

export async function expectKept(field: Locator, name: string): Promise<void> {
  await expect(field.getByRole('link', { name })).toBeVisible();
  await expect(field.getByRole('button', { name: 'Replace' })).toBeVisible();
  await expect(field.getByRole('progressbar')).toBeHidden();
}

/** Limits the upload speed to bytes per second. Returns a function that resets it. */
export async function slowLine(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const set = (bytes: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await set(uploadThroughput);
  return async () => {
    await set(-1);
    await devtools.detach();
  };
}

export function uploadsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/files/')) sent.push(request.url());
  });
  return sent;
}
