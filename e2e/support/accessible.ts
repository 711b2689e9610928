/** Checks accessibility by WCAG 2.2 AA and axe's best practices, in both themes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_22_AA: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Rules about colours. All other rules are independent of the theme. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] };

/** Checks the page without stopping the test. Findings fail the test under the state's name. */
export type CheckState = (state: string) => Promise<void>;

/** With `widths`, also checks each width for wrapped figures, and for overflow at normal and double text size. */
export function stateChecker(page: Page, widths: number[] = []): CheckState {
  return (state) =>
    test.step(state, async () => {
      const before = page.viewportSize();
      // The table is faded while other rows load.
      await expect(page.locator('[aria-busy="true"]:has(> table)')).toHaveCount(0);
      await layOutAll(page);
      if (!widths.length) expect.soft(await findingsInBothThemes(page), state).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await findingsInBothThemes(page), `${state} at ${width} px`).toEqual([]);
        expect.soft(await overflow(page), `${state}: pixels beyond ${width}`).toBeLessThanOrEqual(0);
        expect
          .soft(await wrappedFigures(page), `${state}: figures with digits in two lines at ${width} px`)
          .toEqual([]);
        if (width < 1000) continue;
        await textSize(page, '200%');
        expect.soft(await overflow(page), `${state}: pixels beyond ${width}, text at 200 %`).toBeLessThanOrEqual(0);
        await textSize(page, '');
      }
      if (widths.length && before) await page.setViewportSize(before);
    });
}

async function findingsInBothThemes(page: Page): Promise<string[]> {
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme ?? 'light');
  await showTheme(page, chosen === 'light' ? 'dark' : 'light');
  const colours = await axeFindings(page, COLOURS);
  await showTheme(page, chosen);
  return [...colours, ...(await axeFindings(page))];
}

/**
 * Scrolls to the top, because findings about colours and target sizes depend on elements under the sticky bar. An open
 * dialog is checked alone: the page behind it is another state.
 */
export async function axeFindings(page: Page, rules = WCAG_22_AA): Promise<string[]> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // The debugger evaluates axe, exempt from the content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults, RunOptions>((options) => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
    const top = dialogs.filter((dialog) => dialog.checkVisibility()).at(-1);
    return (window as unknown as { axe: typeof import('axe-core') }).axe.run(top ?? document, options);
  }, rules);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}

/** Renders parts with `content-visibility`, which axe and the overflow check would miss. */
function layOutAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';
  });
}

function textSize(page: Page, size: string): Promise<void> {
  return page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted;
  }, size);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

function wrappedFigures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-value]')].flatMap((figure) => {
      const text = document.createRange();
      text.selectNodeContents(figure);
      const lines = new Set([...text.getClientRects()].map(({ bottom }) => bottom)).size;
      return lines > 1 && figure.textContent.includes('£') ? [figure.textContent] : [];
    }),
  );
}

/** Switches the theme and waits until its transitions have finished. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    document.documentElement.dataset.theme = wanted;
    document.documentElement.style.colorScheme = wanted;
    // Animations in a closed disclosure never finish.
    const drawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    const ending = () =>
      document
        .getAnimations()
        .filter(drawn)
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // An inherited colour changes only after its source has changed.
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.allSettled(left.map(({ finished }) => finished));
    }
  }, theme);
}
