import type { Page } from '@playwright/test';
import { obstacles } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';

const operation = (page: Page, name: string) => page.locator(`#${name}`);

test.describe('description of the interface', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`puts nothing in the way of anybody, ${colorScheme}`, async ({ page, service }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.url}docs#setCfg`);
      await expect(operation(page, 'setCfg').getByRole('heading', { name: 'Examples' })).toBeVisible();
      expect(await obstacles(page)).toEqual([]);
    });
  }

  test('is searched with the keyboard alone', async ({ page, service }) => {
    await page.goto(`${service.url}docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('void last');
    await expect(page.getByRole('status')).toHaveText('1');
    await expect(operation(page, 'register')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(operation(page, 'voidLast')).toHaveAttribute('open', '');
    await expect(operation(page, 'voidLast').locator('summary')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect(operation(page, 'register')).toBeVisible();
    await page.keyboard.type('no such thing');
    await expect(page.getByRole('status')).toHaveText('Nothing found');
  });

  test('copies requests as commands', async ({ page, service, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    await page.goto(`${service.url}docs#state`);
    await operation(page, 'state').getByRole('button', { name: 'Copy as curl' }).first().click();
    await expect(operation(page, 'state').getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`curl '${service.url}state'`);
  });

  test('has room on a narrow screen', async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${service.url}docs#documentFile`);
    await expect(operation(page, 'documentFile')).toHaveAttribute('open', '');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
