/** The page of all components, in all their states: axe-core finds nothing, in light and dark, on a phone, a tablet and a desk. */
import { expectAccessible, test } from './journey.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [375, 768, 1280]) {
    test.describe(`components, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, baseURL: process.env.GALLERY_ADDRESS ?? '' });

      test('are accessible in every state', async ({ page }) => {
        await page.goto('/components.html');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
      });
    });
  }
}
