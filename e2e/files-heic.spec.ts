/** Photos in the format of iPhones, which Chromium does not read. */
import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from './accessible.ts';
import { test } from './journey.ts';
import { choose, photoField, uploadsOf } from './upload-field.ts';

// The recorder would fetch a picture that could not be drawn anew, which the content security policy forbids.
test.use({ trace: 'off' });

test('HEIC that this browser cannot read is told of in words, and not sent', async ({ page, landlord }) => {
  void landlord;
  const field = await photoField(page);
  const sent = uploadsOf(page);
  const header = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await choose(field, { name: 'IMG_0001.HEIC', bytes: header });
  await expect(field).toContainText('This browser cannot read HEIC photos. Please save it as a JPEG and choose that.');
  expect(sent).toEqual([]);
  await expectAccessibleEverywhere(page);
  await field.getByRole('button', { name: 'Cancel' }).click();
  await expect(field.getByRole('button', { name: 'Choose Photo' })).toBeFocused();
});
