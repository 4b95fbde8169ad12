import type { Locator, Page } from '@playwright/test';
import { startATrust } from '../../service/emulators/at-signatures/a-trust.ts';
import { makeKeys } from '../../service/emulators/at-signatures/keys.ts';
import type { Emulator } from '../../service/emulators/at-signatures/server.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { cafe } from '../fixtures/samples.ts';
import { expect, test as base } from '../fixtures/test.ts';

const user = 'u123456789';
const password = 'geheim!';

/** An emulated A-Trust, and the page of units opened on a sign server. */
const test = base.extend<{ aTrust: Emulator; open: () => Promise<void> }>({
  aTrust: async ({}, use) => {
    const keys = makeKeys('UID ATU12345678', Date.now());
    const emulator = await startATrust({ keys, users: { [user]: password }, now: () => Date.now() });
    await use(emulator);
    await emulator.stop();
  },
  open: async ({ page, service }, use) => {
    await use(async () => {
      await service.configure(cafe());
      await service.setAttributes('SignServer');
      await page.goto(`${service.url}#/units`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signature units');
    });
  },
});

const unit = (page: Page, id: string): Locator => page.locator(`[data-testid="unit"][data-unit="${id}"]`);
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function addATrust(page: Page, { url, ca }: Emulator): Promise<void> {
  await button(page, 'Add unit …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Service' }).selectOption('Another address');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url);
  await dialog.getByRole('textbox', { name: 'User' }).fill(user);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByText('Own certificate authority').first().click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(ca) });
  await button(page, 'Add').click();
  await expect(dialog).toBeHidden();
}

test.describe('signature units', () => {
  test('are shown where they are used, and only there', async ({ page, control, service }) => {
    await service.configure(cafe());
    await control.open();
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.getByText('Portugal')).toBeVisible();
    await expect(links.getByText('Signature units')).toHaveCount(0);
    await service.setAttributes('SignServer');
    await page.reload();
    await links.getByText('Signature units').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signature units');
    await expect(unit(page, 'cards')).toContainText('Signature cards');
    await expect(page.getByText('No signing service is set up yet.')).toBeVisible();
    expect(await obstacles(page)).toEqual([]);
  });

  test('A-Trust is added, tested, fails and comes back', async ({ page, aTrust, open }, testInfo) => {
    await open();
    await addATrust(page, aTrust);
    const row = unit(page, 'a-trust-1');
    await button(page, 'Test a-trust-1').click();
    await expect(page.getByTestId('note')).toContainText('a-trust-1 signs');
    await expect(row).toHaveAttribute('data-state', 'ready');
    await expect(row).toContainText('UID ATU12345678');
    await expect(row).toContainText(/Valid until .* \(18\d\d days\)/);
    await testInfo.attach('ready', {
      body: await page.screenshot({ fullPage: true }),
      contentType: 'image/png',
    });

    aTrust.down();
    await button(page, 'Test a-trust-1').click();
    await expect(row).toHaveAttribute('data-state', 'failed');
    await expect(row).toContainText('There is no answer. Check the address and the network.');
    await testInfo.attach('failed', {
      body: await page.screenshot({ fullPage: true }),
      contentType: 'image/png',
    });
    await page
      .getByRole('link', { name: /^Status|Status/ })
      .first()
      .click();
    await expect(page.getByTestId('state-banner')).toContainText(
      'Signature unit a-trust-1 has not worked since',
    );
    await page.getByRole('link', { name: 'Open the page “Signature units”' }).click();

    aTrust.up();
    await button(page, 'Test a-trust-1').click();
    await expect(row).toHaveAttribute('data-state', 'ready');
    await expect(row).toContainText('Last failure');
    expect(await obstacles(page)).toEqual([]);
  });

  test('are ordered, changed and removed with the keyboard', async ({ page, aTrust, open }) => {
    await open();
    await addATrust(page, aTrust);
    const ids = () =>
      page.getByTestId('unit').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-unit')));
    await button(page, 'Move a-trust-1 up').focus();
    await page.keyboard.press('Enter');
    await expect.poll(ids).toEqual(['a-trust-1', 'cards']);
    await expect(button(page, 'Move a-trust-1 up')).toBeFocused();

    await button(page, 'Change a-trust-1').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
    await dialog.getByRole('textbox', { name: 'User' }).fill('somebody');
    await button(page, 'Save').click();
    await expect(dialog).toContainText('Enter it again');
    await page.keyboard.press('Escape');

    await button(page, 'Remove a-trust-1').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(ids).toEqual(['cards']);
  });

  test('what is missing is said beside the field', async ({ page, open }) => {
    await open();
    await button(page, 'Add unit …').click();
    const dialog = page.getByRole('dialog');
    await button(page, 'Add').click();
    await expect(dialog.getByText('Enter this.')).toHaveCount(2);
    await expect(dialog.getByRole('textbox', { name: 'User' })).toBeFocused();
  });

  test.use({ expectedComplaints: [/status of 40[06]/] });
});

test.describe('lending units', () => {
  test.use({ expectedComplaints: [/status of 400/] });

  test('needs a password', async ({ page, open, service }) => {
    await open();
    const panel = page.getByRole('region', { name: 'Lend to other tills' });
    await expect(panel).toContainText('nobody is served');
    await button(page, 'Set password …').click();
    const field = page.getByRole('dialog').getByLabel('Password', { exact: true });
    await field.fill('kurz');
    await button(page, 'Save password').click();
    await expect(page.getByRole('dialog')).toContainText('At least 8 characters.');
    await field.fill('Filiale 12');
    await button(page, 'Save password').click();
    await expect(panel).toContainText('A password is set.');
    const authorization = `Basic ${Buffer.from('till:Filiale 12').toString('base64')}`;
    const answer = await fetch(new URL('sign/unit', service.url), { headers: { authorization } });
    expect(answer.status).toBe(503);
  });
});
