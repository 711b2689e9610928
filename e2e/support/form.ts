import type { Locator, Page } from '@playwright/test';

/** Returns a control of the form by its label, with or without ' (optional)'. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('form').getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));

/** Accepts the browser's confirmation before unloading. */
export function acceptsUnload(page: Page): void {
  page.on('dialog', (dialog) => void dialog.accept());
}
