import { EmulatedPrinter } from '../../service/emulators/receipt-printer/printer.ts';
import { textOf } from '../../service/emulators/receipt-printer/paper.ts';
import { listen } from '../../service/emulators/receipt-printer/tcp.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('receipts', () => {
  test('are found, printed as a copy, and taken back', async ({ page, service }) => {
    const printer = new EmulatedPrinter();
    const line = await listen(printer);
    await service.configure(cafe());
    for (let n = 0; n < 3; n++) await service.register(sale());
    const use = { model: 'epson', paper: '80', scope: 'all', port: `127.0.0.1:${line.port}` };
    await fetch(`${service.url}control/devices/use?RN=def`, { method: 'POST', body: JSON.stringify(use) });

    await page.goto(`${service.url}#/receipts`);
    const rows = page.getByTestId('receipt');
    await expect(rows).toHaveCount(3);
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    // A sale shows up while somebody looks.
    await service.register(sale());
    await expect(rows).toHaveCount(4);

    await page.getByText('Look for receipts').click();
    await page.getByRole('textbox', { name: 'Receipt number' }).fill('FS 1_1.26/2');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Receipt number' }).fill('FS 1_1.26/99');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No receipt fits')).toBeVisible();
    const [number, total] = ['Receipt number', 'Total'].map((name) => page.getByRole('textbox', { name }));
    await number!.fill('');
    await total!.fill('much');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is no amount.')).toBeVisible();
    await expect(total!).toBeFocused();
    await total!.fill('999,50');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No receipt fits')).toBeVisible();
    // By all that the journal knows: its other records are shown as they are.
    await page.getByText('More to search by').click();
    await total!.fill('');
    await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('Configurations');
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Show receipt Configuration #1' }).click();
    await expect(page.getByRole('heading', { name: 'Configuration #1' })).toBeFocused();
    await page.getByText('All fields').click();
    await expect(page.getByRole('row', { name: 'Cfg.Cmp.Ctry' })).toContainText('PT');
    await expect(page.getByRole('button', { name: /Print|Take back/ })).toHaveCount(0);
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(4);

    await page.setViewportSize({ width: 1024, height: 400 });
    await page.getByRole('button', { name: 'Show receipt FS 1_1.26/2' }).click();
    // From its head on, wherever the list was, with the keyboard there.
    await expect(page.getByRole('button', { name: 'Print a copy' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: 'FS 1_1.26/2' })).toBeFocused();
    await expect(page.getByTestId('signature')).toHaveAttribute('data-verdict', 'fits');
    await expect(page.getByRole('article')).toContainText('FS 1_1.26/2');
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Print a copy' }).click();
    await expect(page.getByText('on its way to the printer')).toBeVisible();
    await expect
      .poll(() =>
        printer.sheets
          .filter(({ isCut }) => isCut)
          .map(textOf)
          .join('\n'),
      )
      .toContain('FS 1_1.26/2');

    await page.getByRole('button', { name: 'Take back …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect(dialog).toContainText('Say why.');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong table');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    // The list behind it, which is hidden, may say the same by now.
    const shown = page.getByText('Takes another receipt back').filter({ visible: true });
    await expect(shown).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toHaveAttribute('data-taken', 'void');
    await expect(page.locator('[data-testid="receipt"][data-taken="voided"]')).toContainText('FS 1_1.26/2');

    // Once more, and the drawer, without leaving the status.
    await page.goto(`${service.url}#/`);
    const printed = printer.sheets.length;
    await page.getByRole('button', { name: 'Print a copy' }).click();
    await expect.poll(() => printer.sheets.length).toBeGreaterThan(printed);
    await page.getByRole('button', { name: 'Open drawer' }).click();
    await expect(page.getByText('The drawer was told to open')).toBeVisible();
    await expect.poll(() => printer.pulses).toEqual([2]);
    await page.getByRole('link', { name: 'All receipts' }).click();
    await expect(rows).toHaveCount(5);
    await line.close();
  });

  test.describe('that do not come', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 500/] });

    test('say why, and come with another try', async ({ page, service }) => {
      await service.configure(cafe());
      await service.register(sale());
      await page.route('**/control/receipts?*', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(`${service.url}#/receipts`);
      await expect(page.getByRole('alert')).toContainText('500');
      await page.unroute('**/control/receipts?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', { name: 'Show' })).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
    });
  });
});
