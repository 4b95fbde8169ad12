import type { Locator, Page } from '@playwright/test';
import { EmulatedLineDisplay } from '../../service/emulators/line-display/display.ts';
import { listenDisplay } from '../../service/emulators/line-display/tcp.ts';
import { textOf } from '../../service/emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../../service/emulators/receipt-printer/printer.ts';
import { listen, type ListeningPrinter } from '../../service/emulators/receipt-printer/tcp.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test as base } from '../fixtures/test.ts';

/** An emulated printer on the network, and the page of devices. */
const test = base.extend<{ printer: EmulatedPrinter; line: ListeningPrinter; open: () => Promise<void> }>({
  printer: async ({}, use) => use(new EmulatedPrinter()),
  line: async ({ printer }, use) => {
    const line = await listen(printer);
    await use(line);
    await line.close();
  },
  open: async ({ page, service }, use) => {
    await use(async () => {
      await service.configure(cafe());
      await page.goto(`${service.url}#/devices`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
    });
  },
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const state = (page: Page): Locator => page.getByTestId('printer-state');
const job = (page: Page, id: number): Locator => page.locator(`[data-testid="job"][data-job="${id}"]`);
const sheets = (printer: EmulatedPrinter) => printer.sheets.filter(({ isCut }) => isCut).map(textOf);

async function setUp(page: Page, port: number): Promise<void> {
  await button(page, 'Enter address …').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://printer');
  await dialog.getByRole('button', { name: 'Use and print test page' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await expect(dialog).toContainText('This is no address.');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`127.0.0.1:${port}`);
  await dialog.getByRole('combobox', { name: 'Model' }).selectOption('epson');
  expect(await obstacles(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test.describe('devices', () => {
  // What is refused is part of these stories.
  test.use({ expectedComplaints: [/status of 40[01]/] });

  test('a printer is set up from nothing, runs out of paper, and goes on', async ({
    page,
    service,
    printer,
    line,
    open,
  }) => {
    await open();
    await expect(page.getByTestId('no-printer')).toContainText('This register has no printer');
    expect(await obstacles(page)).toEqual([]);
    await setUp(page, line.port);
    await expect(job(page, 1)).toHaveAttribute('data-state', 'printed');
    expect(sheets(printer)[0]).toContain('Tillmark');
    await expect(state(page)).toHaveAttribute('data-state', 'ready');
    await expect(page.getByText('EMU0000001')).toBeVisible();

    printer.change({ linesLeft: 0 });
    await expect(state(page)).toHaveAttribute('data-state', 'paper');
    await service.register(sale());
    await expect(job(page, 2)).toHaveAttribute('data-state', 'waiting');
    await expect(job(page, 2)).toContainText('Out of paper');
    expect(await obstacles(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    printer.change({ linesLeft: 1000 });
    await expect(job(page, 2)).toHaveAttribute('data-state', 'printed');
    printer.change({ coverOpen: true });
    await expect(state(page)).toHaveAttribute('data-state', 'cover');
    await expect(state(page)).toContainText('Close the cover');
    printer.change({ coverOpen: false });
    await expect(state(page)).toHaveAttribute('data-state', 'ready');

    await button(page, 'Teach drawer …').click();
    await button(page, 'It is closed').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open drawer' }).click();
    await button(page, 'It is open').click();
    await expect(page.getByTestId('drawer')).toHaveText('Open');
    printer.change({ drawerOpen: false });
    await expect(page.getByTestId('drawer')).toHaveText('Closed');
  });

  test('what may not have come out is asked about, and printed again as a copy', async ({
    page,
    control,
    service,
    printer,
    line,
    open,
  }) => {
    await service.setAttributes(`Printer=epson\nPrinter_Port=127.0.0.1:${line.port}`);
    await service.configure(cafe());
    printer.change({ jamsAtCut: true });
    await service.register(sale());
    await expect.poll(() => printer.conditions.cutterError).toBe(true);
    printer.change({ power: false });
    printer.change({ power: true, cutterError: false });
    await control.open();
    await expect(control.banner).toContainText('A receipt may not have come out');
    await page.getByRole('link', { name: 'Open the page “Devices”' }).click();
    const question = page.getByTestId('question');
    await expect(question).toContainText('Did this come out?');
    expect(await obstacles(page)).toEqual([]);
    // With the keyboard.
    await question.getByRole('button', { name: /^No, print again/ }).focus();
    await page.keyboard.press('Enter');
    await expect(job(page, 2)).toHaveAttribute('data-state', 'printed');
    await expect(question).toHaveCount(0);
    expect(sheets(printer).at(-1)).toContain('2.ª via');

    printer.change({ coverOpen: true });
    await page
      .getByRole('button', { name: /^Print again/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Drop: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await expect(job(page, 3)).toHaveAttribute('data-state', 'dropped');
    await open();
  });

  test('devices are looked for, with a reason where there are none', async ({ page, line, open }) => {
    // What finders tell is made up here; the search itself is the service's.
    const found = [
      {
        connection: 'network',
        fault: null,
        devices: [
          {
            ...{ kind: 'printer', connection: 'network', address: `127.0.0.1:${line.port}` },
            ...{ name: 'EPSON TM-m30', model: 'epson', fault: null },
          },
        ],
      },
      {
        connection: 'usb',
        fault: null,
        devices: [
          {
            ...{ kind: 'printer', connection: 'usb', address: '/dev/usb/lp0' },
            ...{ name: '', model: null, fault: 'rights' },
          },
        ],
      },
      { connection: 'hid', fault: 'unsupported', devices: [] },
    ];
    await page.route('**/control/devices/search', (route) =>
      route.fulfill({
        json: { isRunning: false, at: '2026-05-04T12:00:00', ways: 3, found },
      }),
    );
    await open();
    await button(page, 'Find devices').click();
    await expect(page.getByTestId('search')).toHaveText('2 devices found.');
    await expect(page.locator('[data-way="hid"]')).toContainText('library for HID devices');
    await page.getByText('Rule for Linux').click();
    await expect(page.getByText('SUBSYSTEM=="usbmisc"')).toBeVisible();
    expect(await obstacles(page)).toEqual([]);
    await button(page, `Use this one: EPSON TM-m30 127.0.0.1:${line.port}`).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('epson');
    await dialog.getByRole('button', { name: 'Use and print test page' }).click();
    await expect(job(page, 1)).toHaveAttribute('data-state', 'printed');
    await expect(page.getByText('This register prints here')).toBeVisible();
  });

  test('a display is set up and shows a text, and a scanner is tried', async ({ page, open }) => {
    const display = new EmulatedLineDisplay('epson');
    const line = await listenDisplay(display);
    await open();
    await button(page, 'Enter address: display').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://display');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Write printer, or an address');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`127.0.0.1:${line.port}`);
    expect(await obstacles(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('display')).toHaveAttribute('data-state', 'unasked');
    await button(page, 'Show on display …').click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Bom dia');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => display.lines[0]).toBe('Bom dia');
    await expect(page.getByTestId('display')).toHaveAttribute('data-state', 'ready');
    await line.close();
    await button(page, 'Remove: display').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByTestId('display')).toHaveCount(0);

    await button(page, 'Try a scanner …').click();
    // As a scanner in keyboard mode does it.
    await page.keyboard.type('4006381333931');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Scan into this field' })).toHaveValue('4006381333931');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('hid:ffff:fffe');
    await page.keyboard.press('Enter');
    // No such scanner is there; without the library none could be.
    await expect(page.getByTestId('scans')).toContainText(/Not there|Cannot be used here/);
    expect(await obstacles(page)).toEqual([]);
  });

  test('a cashier sees to what does not come out, and sets nothing', async ({
    page,
    service,
    line,
    open,
  }) => {
    await service.setAttributes(`Printer=epson\nPrinter_Port=127.0.0.1:${line.port}`);
    await service.setPassword('correct horse');
    await open();
    await expect(state(page)).toHaveAttribute('data-state', 'ready');
    await expect(button(page, 'Open drawer')).toBeVisible();
    await expect(page.getByText('Setting up printers is for the manager.')).toBeVisible();
    await expect(button(page, 'Print test page')).toHaveCount(0);
    await expect(button(page, 'Find devices')).toHaveCount(0);
    const refused = await page.evaluate(
      "fetch('./control/devices/test?RN=def', { method: 'POST', body: '{}' }).then((answer) => answer.status)",
    );
    expect(refused).toBe(401);
  });
});
