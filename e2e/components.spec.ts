/** The page of all components, in all their states: axe-core finds nothing, in light and dark, on a phone, a tablet and a desk. */
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';

/** What can lie over the page, and the role by which it is there; '' is the page itself. */
const OPEN = { '': 'main', dialog: 'dialog', confirm: 'alertdialog', menu: 'menu', toasts: 'dialog' } as const;

for (const theme of ['light', 'dark']) {
  for (const width of [375, 768, 1280]) {
    test.describe(`components, ${theme}, ${width} px`, () => {
      test.use({ viewport: { width, height: 900 }, baseURL: process.env.GALLERY_ADDRESS ?? '' });

      for (const [open, role] of Object.entries(OPEN)) {
        test(`are accessible in every state${open && ` with ${open} open`}`, async ({ page }) => {
          await page.goto(`/components.html?theme=${theme}&open=${open}`);
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
          await page.getByRole(role).first().waitFor();
          await expectAccessible(page);
        });
      }
    });
  }
}
