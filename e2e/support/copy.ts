import { expect, type Locator, type Page } from '@playwright/test';

export async function expectToast(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status', { name: words, exact: true })).toBeVisible();
}

/** Expects an error toast with this exact title; `because` is its second line. */
export async function expectErrorToast(page: Page, words: string, because = ''): Promise<void> {
  const toast = page.getByRole('alert', { name: words, exact: true }).filter({ hasText: because });
  await expect(toast).toBeVisible();
}

/** Closes all toasts, because they may cover other controls. */
export async function dismissAll(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  await expect(async () => {
    if (await dismiss.first().isVisible()) await dismiss.first().click({ timeout: 1000 });
    expect(await dismiss.count()).toBe(0);
  }).toPass({ intervals: [50] });
}

export function title(page: Page, words: string): Locator {
  return page.getByRole('heading', { level: 1, name: words, exact: true });
}

/** Waits for the app's code. Before it loads, links load documents and buttons are inactive. */
export async function expectCode(page: Page): Promise<void> {
  await expect(page.getByRole('banner').locator('[aria-keyshortcuts]')).toBeVisible();
}

/** Waits for the newest email with this subject in the local outbox, and opens it. */
export async function openEmail(page: Page, { to, subject }: { to: string; subject: string }): Promise<void> {
  const email = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto('/outbox');
    expect(await email.count()).toBe(1);
  }).toPass({ intervals: [100] });
  await email.click();
  await expect(title(page, subject)).toBeVisible();
}
