import type { Page } from '@playwright/test';
import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { Service } from '../fixtures/service.ts';

/** A demo of Portugal, which prints on an emulated printer. */
const test = base.extend({
  service: async ({}, use) => {
    const service = new Service(null, 'PT');
    try {
      await service.start();
      await use(service);
    } finally {
      await service.remove();
    }
  },
});

const sheet = (page: Page, number: number) => page.locator(`[data-testid="sheet"][data-number="${number}"]`);
const trouble = (page: Page, name: string) => page.getByRole('switch', { name });
const again = (page: Page) => page.getByRole('button', { name: 'Print the last receipt again' });

test('the paper of a demo is shown as it comes, with troubles to be tried', async ({ page, service }) => {
  await page.goto(service.url);
  await page.getByRole('link', { name: 'Paper' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paper');
  const picture = sheet(page, 5).getByRole('img');
  await expect(picture).toHaveAttribute('alt', /Tosta mista/);
  await expect(picture).toHaveJSProperty('naturalWidth', 640);
  expect(await obstacles(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  // With the keyboard: the roll comes to its end in the middle of a receipt.
  await trouble(page, 'Roll nearly empty').focus();
  await page.keyboard.press('Space');
  await expect(trouble(page, 'Roll nearly empty')).toBeChecked();
  await again(page).click();
  await expect(trouble(page, 'Out of paper')).toBeChecked();
  await expect(sheet(page, 6)).toContainText('Hangs in the printer');
  await page.getByRole('link', { name: 'Open the page “Devices”' }).click();
  await expect(page.getByTestId('printer-state')).toHaveAttribute('data-state', 'paper');
  await page.goBack();
  await page.locator('label', { hasText: 'Out of paper' }).click();
  await expect(sheet(page, 6)).toHaveAttribute('data-cut', 'true');
  await expect(sheet(page, 6).getByRole('img')).toHaveAttribute('alt', /2\.ª via/);

  await page.getByRole('button', { name: 'Throw the paper away' }).click();
  await expect(page.getByText('Nothing has been printed yet.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await obstacles(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

  // Whoever takes a printer of his own is not shown this one.
  await service.setAttributes('Printer=epson\nPrinter_Port=127.0.0.1:9');
  await expect(page.getByRole('link', { name: 'Paper' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Paper');
});
