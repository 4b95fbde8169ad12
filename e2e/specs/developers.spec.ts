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
    await page.getByRole('link', { name: 'Request log' }).click();
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

  test('examples are tried in both formats, and mistakes explained', async ({ page, service }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/try`);
    const json = page.getByRole('textbox', { name: 'JSON' });
    const xml = page.getByRole('textbox', { name: 'XML' });
    await expect(json).toHaveValue(/"Dsc": "Bica"/);
    await expect(xml).toHaveValue(/<Pos Dsc="Bica"/);
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);

    // Written in one format, read in the other.
    await xml.fill((await xml.inputValue()).replace('Bica', 'Café & Bolo').replace('&', '&amp;'));
    await expect(json).toHaveValue(/"Dsc": "Café & Bolo"/);
    await page.getByRole('button', { name: 'Send to /register' }).click();
    await expect(page.getByTestId('outcome')).toContainText('Registered');
    await expect(page.getByLabel('As XML')).toContainText('RC="OK"');
    await expect(page.getByLabel('As JSON')).toContainText('"FN": "FS 1_1.26/1"');

    // A return of what was sold; with the keyboard.
    await page.getByRole('combobox', { name: 'Case' }).selectOption('Return of the last sale');
    await expect(json).toHaveValue(/"RFN": "FS 1_1.26\/1"/);
    await page.getByRole('button', { name: 'Send to /register' }).press('Enter');
    await expect(page.getByLabel('As JSON')).toContainText('NC 1_1.26/1');

    await page.getByRole('combobox', { name: 'Case' }).selectOption('Mistake: unknown tax group');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByTestId('outcome')).toContainText('Would be refused');
    await expect(page.getByTestId('explained').first()).toContainText('#TAX_GROUP');
    await expect(page.getByTestId('explained').first()).toContainText('Fix:');
    expect(await obstacles(page)).toEqual([]);
    await json.fill('{"Tra":');
    await expect(page.getByText(/not well-formed JSON|JSON/).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('nothing is sent where receipts count', async ({ page, service }) => {
    await service.configure({ Cfg: { Cmp: { Nam: 'Example', Ctry: 'LU', TaxId: 'LU1' } } });
    await page.goto(`${service.url}#/try`);
    await expect(page.getByText('Receipts of this register count.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByTestId('outcome')).toContainText('Would be registered');
  });

  test('the checklist ticks itself as the till shows each case, and is printed', async ({
    page,
    service,
  }) => {
    await service.configure(cafe());
    await page.goto(`${service.url}#/checklist`);
    const item = (name: string) => page.locator(`[data-item="${name}"]`);
    await expect(item('cfg')).toHaveAttribute('data-shown', 'true');
    await expect(item('sale')).toHaveAttribute('data-shown', 'false');
    await service.register(sale());
    await expect(item('sale')).toHaveAttribute('data-shown', 'true');
    await expect(page.getByTestId('progress')).toContainText('2 of 19 shown');
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Tick: Every Tag on paper' }).press('Enter');
    await expect(item('tags')).toHaveAttribute('data-shown', 'true');
    await page.reload();
    await expect(page.getByTestId('progress')).toContainText('3 of 19 shown');

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await expect(item('year')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByText('Sell an article.')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen' });

    await page.setViewportSize({ width: 390, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click();
    await expect(page.getByTestId('progress')).toContainText('0 of 19 shown');
  });
});
