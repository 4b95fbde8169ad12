import { overview } from '../fixtures/austria-data.ts';
import { expect, test } from '../fixtures/austria-test.ts';

const card = 'Tax rates';

test.describe('tax rates', () => {
  test('stand with the sum that they count in, and those of the law without a group', async ({
    open,
    austria,
    standIn,
  }) => {
    standIn.overview = overview({ otherRates: [{ rate: '4.9', from: '2027-07-01' }] });
    await open();
    await expect(austria.tax('A')).toContainText(/Normal.*20%/s);
    await expect(austria.tax('E')).toContainText(/Special.*19%/s);
    await expect(austria.card(card)).toContainText('4.9% from 1 Jul 2027');
    // What is not taxed stays so, and there is nothing to go back from.
    await expect(austria.tax('D').getByRole('button')).toHaveCount(0);
    await expect(austria.button(/^Back to the receipt format/)).toHaveCount(0);
  });

  test('are set from a day on, and go back to the receipt format', async ({ open, austria, page }) => {
    await open();
    await austria.button('Change the rate of group A').click();
    await expect(austria.dialog).toContainText('In use: 20%. Receipt format: 20%.');
    const rate = austria.dialog.getByRole('textbox', { name: 'New rate' });
    await rate.fill('0');
    await page.keyboard.press('Enter');
    await expect(austria.dialog).toContainText('Enter a percentage between 0 and 100');
    expect(austria.everything).toEqual([]);
    await rate.fill('19,5');
    await page.keyboard.press('Enter');
    await expect(austria.note).toHaveText('Group A: 19.5% from 21 Jan 2027 on');
    expect(austria.asked('rate')).toEqual([{ group: 'A', rate: '19.5', from: '2027-01-21' }]);
    await expect(austria.tax('A')).toContainText('20% – differs');

    await austria.button(/^Back to the receipt format/).click();
    await austria.button('Go back').click();
    await expect(austria.note).toHaveText('The rates of the receipt format are in use');
    await expect(austria.tax('A')).not.toContainText('differs');
  });
});
