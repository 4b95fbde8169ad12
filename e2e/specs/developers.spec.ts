import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('pages for POS developers', () => {
  test.use({ expectedComplaints: [/status of 40[0-9]/] });

  test('the request log shows what a till really sent and was answered, live', async ({ page, service }) => {
    await service.configure(cafe());
    await service.register(sale('Tosta mista', '12.30'));
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Developers' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('For POS developers');
    const calls = page.getByTestId('call');
    await expect(calls).toHaveCount(2);
    await expect(calls.first()).toContainText('POST /register');
    expect(await obstacles(page)).toEqual([]);

    // Refused, while the page is open; with the keyboard.
    await fetch(`${service.url}register?RN=def`, { method: 'POST', body: '<Tra><ESR TT="1"><PosA' });
    await expect(calls).toHaveCount(3);
    await expect(calls.first()).toContainText('BAD #XML');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('#XML');
    await expect(calls).toHaveCount(1);
    await calls.getByRole('button', { name: /^Show POST/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Sent', { exact: true })).toContainText('<ESR TT="1">');
    await expect(page.getByLabel('Answered', { exact: true })).toContainText('#XML');
    await page.getByText('As a command').click();
    await expect(page.getByText(/^curl 'http.*register\?RN=def'/)).toBeVisible();
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    for (const size of [
      { width: 1024, height: 600 },
      { width: 390, height: 740 },
    ]) {
      await page.setViewportSize(size);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
    }
    await page.getByRole('button', { name: 'Forget all' }).click();
    await expect(calls).toHaveCount(0);
  });
});
