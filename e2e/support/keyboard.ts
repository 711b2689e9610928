import { expect, type Locator, type Page } from '@playwright/test';

/** More than the number of tab stops on any screen. */
const MAX_STOPS = 60;

export type Keyboard = {
  to(control: Locator): Promise<void>;
  press(control: Locator): Promise<void>;
  fill(control: Locator, text: string): Promise<void>;
  keys(...keys: string[]): Promise<void>;
  /** Returns the number of keys pressed, excluding typed text. */
  presses(): number;
};

export function keyboardOf(page: Page): Keyboard {
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const to = async (control: Locator) => {
    await control.waitFor();
    // A dialog takes the focus some time after opening, even if Tab has moved the focus.
    await expect.poll(() => dialogHasFocus(control), 'its dialog has the focus').toBe(true);
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      if (await hasFocus(control)) return;
      await press('Tab');
    }
    await expect(control, `reached by pressing Tab ${MAX_STOPS} times`).toBeFocused();
  };
  return {
    to,
    press: async (control) => {
      await to(control);
      await press('Enter');
    },
    fill: async (control, text) => {
      await to(control);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    keys: async (...keys) => {
      await painted(page);
      for (const key of keys) await press(key);
    },
    presses: () => presses,
  };
}

/** Chromium ignores keys before the first paint, which may be late on a busy machine. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

async function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

async function dialogHasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const dialog = element.closest('[role=dialog], [role=alertdialog]');
    return !dialog || dialog.contains(document.activeElement);
  });
}

export async function pressInOneFrame(page: Page, ...keys: { key: string; ctrlKey?: boolean }[]): Promise<void> {
  await page.evaluate(async (pressed) => {
    for (const key of pressed) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }));
      await Promise.resolve();
    }
  }, keys);
}
