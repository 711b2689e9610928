/** What a screen says: toasts, and the outbox's emails. */
import { expect, type Locator, type Page } from '@playwright/test';

/** A toast of success or news, word for word. */
export async function expectSaid(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status', { name: words, exact: true })).toBeVisible();
}

/** A toast of failure, word for word. `because` is its second line. */
export async function expectRefused(page: Page, words: string, because = ''): Promise<void> {
  const toast = page.getByRole('alert', { name: words, exact: true }).filter({ hasText: because });
  await expect(toast).toBeVisible();
}

/** Takes away what has been said, which lies over what stands at the lower right. */
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

/** Until then the document shows what it can: a press on a link loads the next one, and the buttons of the bar are for nobody. */
export async function expectCode(page: Page): Promise<void> {
  await expect(page.getByRole('banner').locator('[aria-keyshortcuts]')).toBeVisible();
}

/** Opens the newest email with this subject in the outbox, as soon as it lies there. The outbox tells it to anybody on this machine. */
export async function openEmail(page: Page, { to, subject }: { to: string; subject: string }): Promise<void> {
  const email = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto('/outbox');
    expect(await email.count()).toBe(1);
  }).toPass({ intervals: [100] });
  await email.click();
  await expect(title(page, subject)).toBeVisible();
}
