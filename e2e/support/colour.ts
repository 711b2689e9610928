import { expect, type Locator } from '@playwright/test';

/** Expects the colour of the token in the current theme. */
export async function expectColour(shown: Locator, token: 'green' | 'amber' | 'red' | 'blue'): Promise<void> {
  const expected = await shown.evaluate((element, name) => {
    const probe = element.ownerDocument.body.appendChild(element.ownerDocument.createElement('i'));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
  await expect(shown).toHaveCSS('color', expected);
}
