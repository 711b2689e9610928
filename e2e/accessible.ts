/** That a page as it stands now is accessible (WCAG 2.2 AA and axe's best practices): as it is, in both themes, at every width. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_22_AA: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** The rules that look at colours, which alone are different in the other theme. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] };

/** A desk, a tablet, a phone. */
const WIDTHS = [1280, 768, 375];

/** Fails with axe's findings. The page is looked at from its top: half under the sticky bar, a link counts as too small. */
export async function expectAccessible(page: Page, rules = WCAG_22_AA): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe); // through the debugger, which the policy does not bind
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(options),
    rules,
  );
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
  expect(findings, 'findings of axe').toEqual([]);
}

/** The same in light and dark; the page is then as it was. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme ?? 'light');
  await show(page, chosen === 'light' ? 'dark' : 'light');
  await expectAccessible(page, COLOURS);
  await show(page, chosen);
  await expectAccessible(page);
}

/** The same on a desk, a tablet and a phone, none of which scrolls sideways. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessibleInBothThemes(page);
    const { wide, seen } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { wide: scrollWidth, seen: clientWidth };
    });
    expect(wide, `pixels across, of ${seen}`).toBeLessThanOrEqual(seen);
  }
  if (before) await page.setViewportSize(before);
}

/** What is fading in or changing its colour has come to rest by the time this returns; what turns for ever goes on. */
async function show(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset.theme = wanted;
    document.documentElement.style.colorScheme = wanted;
    // What lies in a closed fold is not drawn, and its animations never end.
    const drawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    const ending = () =>
      document
        .getAnimations()
        .filter(drawn)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // What inherits a colour begins to change when that has changed.
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.allSettled(left.map(({ finished }) => finished));
    }
  }, theme);
}
