import { freshOverview, overview } from '../fixtures/portugal-data.ts';
import { expect, test } from '../fixtures/portugal-test.ts';

const card = 'VAT rates';

test.describe('VAT rates', () => {
  test('of the shop come first, beside what receipt format and law say', async ({
    open,
    portugal,
    standIn,
  }) => {
    standIn.overview = overview({ region: 'PT-AC' });
    await open();
    await expect(portugal.card(card)).toContainText('Region of the shop: Azores.');
    await expect(portugal.card(card)).toContainText('Some rates in use are not those of the law');
    await expect(portugal.tax('AA')).toContainText('18%');
    await expect(portugal.tax('AA')).toContainText('16% – differs');
    await expect(portugal.tax('BA')).toBeVisible();
    await expect(portugal.tax('A')).toBeHidden();
  });

  test('of other regions are folded away, and their differences are nothing to look after', async ({
    open,
    portugal,
  }) => {
    await open();
    const others = portugal.card(card);
    await expect(others).not.toContainText('Some rates in use are not those of the law');
    await expect(others.getByText('differs from the law')).toHaveCount(1);
    await expect(others.locator('[data-tone=look]')).toHaveCount(0);
    await others.getByText('Madeira').click();
    await expect(portugal.tax('CM')).toContainText('since 1 Feb 2026');
    await expect(portugal.tax('CM')).toContainText('4% – adopted');
  });

  test('are set from a day on', async ({ open, portugal, page }) => {
    await open();
    await portugal.card(card).getByText('Azores').click();
    await portugal.button('Change the rate of group AA').click();
    await expect(portugal.dialog).toContainText('In use: 18%. Receipt format: 18%. Law: 16%.');
    const rate = portugal.dialog.getByRole('textbox', { name: 'New rate' });
    const from = portugal.dialog.getByLabel('First day');
    // What the law says is what is most likely meant.
    await expect(rate).toHaveValue('16');
    await expect(from).toHaveValue('2026-11-21');
    await rate.fill('160');
    await from.fill('2026-11-20');
    await page.keyboard.press('Enter');
    await expect(portugal.dialog).toContainText('Enter a percentage between 0 and 100');
    await expect(portugal.dialog).toContainText('Enter a day from today on');
    expect(portugal.everything).toEqual([]);

    await rate.fill('16,5 %');
    await from.fill('2026-12-01');
    await page.keyboard.press('Enter');
    await expect(portugal.note).toHaveText('Group AA: 16.5% from 1 Dec 2026 on');
    expect(portugal.asked('rate')).toEqual([{ group: 'AA', rate: '16.5', from: '2026-12-01' }]);
    await expect(portugal.button('Change the rate of group AA')).toBeFocused();
  });

  test('go back to the receipt format after a confirmation', async ({ open, portugal, standIn }) => {
    await open();
    const back = portugal.button(/^Back to the receipt format/);
    await back.click();
    await expect(portugal.dialog).toContainText('All rates that were set here are forgotten');
    await portugal.button('Go back').click();
    await expect(portugal.note).toHaveText('The rates of the receipt format are in use');
    expect(portugal.asked('reset-rates')).toEqual([{}]);
    await expect(portugal.dialog).toHaveCount(0);
    expect(standIn.overview.taxes.every((row) => row.rate === row.specified)).toBe(true);
  });

  test('have nothing to go back from in a new shop', async ({ open, portugal, standIn }) => {
    standIn.overview = freshOverview();
    await open();
    await expect(portugal.button(/^Back to the receipt format/)).toHaveAttribute('aria-disabled', 'true');
  });
});
