/** The base of every browser test: whatever the browser complains about fails the test, unless the test says that it expects it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

type Journey = {
  /**
   * Announces a complaint of the browser: `expectComplaint(/status of 401/)` before a sign-in that is to be refused.
   * The test fails if it does not come.
   */
  expectComplaint: (pattern: RegExp) => void;
};

export const test = base.extend<Journey>({
  expectComplaint: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const expected: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => complaints.push(error.error().stack ?? error.error().message));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          console.error(`Content security policy: ${violatedDirective} ${blockedURI} ${sample}`);
        });
      });
      await use((pattern) => expected.push(pattern));
      const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'complaints of the browser').toEqual([]);
      const missing = expected.filter((pattern) => !complaints.some((text) => pattern.test(text)));
      expect(missing, 'announced complaints that never came').toEqual([]);
    },
    { auto: true },
  ],
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG_22_AA: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Fails with axe's findings on the page as it stands now (WCAG 2.2 AA and axe's best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe); // through the debugger, which the content security policy does not bind
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (window as unknown as { axe: typeof import('axe-core') }).axe.run(options),
    WCAG_22_AA,
  );
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
  expect(findings, 'findings of axe').toEqual([]);
}
