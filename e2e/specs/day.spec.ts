import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the day', () => {
  test('is followed, and closed with the cash that was counted', async ({ page, service }) => {
    await page.setViewportSize({ width: 1024, height: 600 });
    await page.goto(`${service.url}#/day`);
    await expect(page.getByText('Nothing has been sold here yet.')).toBeVisible();
    await service.configure(cafe());
    await expect(page.getByText('Nothing was sold on this day.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close with Z report …' })).toBeInViewport({ ratio: 1 });
    await service.register(sale());
    await service.register(sale('Bica', '1.20'));
    await expect(page.getByTestId('day-total')).toHaveText('€13.50');
    await expect(page.getByTestId('day-sales')).toContainText('2');
    await expect(page.getByRole('listitem')).toContainText(['2 receipts, €13.50']);
    await expect(page.getByRole('table', { name: 'By payment' })).toContainText('€13.50');
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);

    await page.getByRole('button', { name: 'X report' }).click();
    await expect(page.getByText('Cash by receipts')).toBeVisible();
    await page.getByRole('button', { name: 'Close with Z report …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Cash counted' }).fill('much');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toContainText('Enter an amount');
    await dialog.getByRole('textbox', { name: 'Cash at the start' }).fill('100');
    await dialog.getByText('Count notes and coins').click();
    await dialog.getByRole('textbox', { name: '€50.00' }).fill('2');
    await dialog.getByRole('textbox', { name: '€5.00' }).fill('2');
    await dialog.getByRole('textbox', { name: '€1.00' }).fill('3');
    await expect(dialog.getByRole('textbox', { name: 'Cash counted' })).toHaveValue('€113.00');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByTestId('cash-difference')).toHaveText('-€0.50');
    await page.getByLabel('Day', { exact: true }).fill('2999-01-01');
    await expect(page.getByText('This day has not come yet.')).toBeVisible();
    await expect(page.getByTestId('day-total')).toHaveText('€13.50');
    await page.getByLabel('Day', { exact: true }).fill('2020-01-01');
    await expect(page.getByTestId('day-total')).toHaveText('€0.00');
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(page.getByTestId('day-total')).toHaveText('€13.50');
  });

  test('is typed with the keyboard, key by key', async ({ page, service }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/day`);
    const field = page.getByLabel('Day', { exact: true });
    await field.focus();
    // Each of them makes another day of it, and is answered before the next comes.
    for (const key of '01312020') {
      await page.keyboard.press(key);
      await page.waitForLoadState('networkidle');
      await expect(field).toBeFocused();
    }
    await expect(field).toHaveValue('2020-01-31');
    await expect(page.getByRole('heading', { name: /31.*2020/ })).toBeVisible();
    // What is left half typed is not kept.
    await page.keyboard.press('2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('2020-01-31');
  });

  test('shows a mistake that was folded away', async ({ page, service }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/day`);
    await page.getByRole('button', { name: 'Close with Z report …' }).click();
    const dialog = page.getByRole('dialog');
    const fold = dialog.getByText('Count notes and coins');
    await fold.click();
    const notes = dialog.getByRole('textbox', { name: '€50.00' });
    await notes.fill('two');
    await fold.click();
    await expect(notes).toBeHidden();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(notes).toBeFocused();
  });
});
