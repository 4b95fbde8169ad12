import { readFileSync } from 'node:fs';
import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { testCompany, testLocation } from '../../service/portal/testing/company.ts';
import { expect, test } from '../fixtures/portal-test.ts';

/** Today where the shops of the tests are. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Lisbon' });
const state = (problems: object[]) => ({
  ...{ version: '3.0.0', queued: 0, diskUsage: 1.5, at: '2026-11-22T10:00:00+00:00' },
  problems,
});
const cfg = JSON.stringify({
  ...{ _: 'Cfg', SQ: 1, RN: 'def', D: '2026-11-22T08:00:00' },
  Cfg: { Cmp: { Ctry: 'PT', TaxId: 'PT599999993', Nam: 'Padaria' } },
});

test('the home leads from what needs attention to a register and its receipts, and on to a table', async ({
  page,
  portal,
  portalPage,
}) => {
  await portalPage.open();
  await portalPage.signIn();
  await expect(page.getByText('There is no company here yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create the first company' })).toBeVisible();

  const id = await testCompany(portal);
  await testCompany(portal, { name: 'Café Central' });
  await testLocation(portal, id, 'L1', { name: 'Chiado' });
  const register = await portal.connect(id, { tl: 'L1' });
  await register.send('POST', '/state', state([{ code: 'NO_CFG', level: 'error', params: {} }]));
  const at = `${today()}T00:00:01`;
  const sales = [
    saleLine(2, { at, esr: { T: '12.30' } }),
    saleLine(3, { at, esr: { T: '0.05', OprN: '=1+1' } }),
  ];
  expect((await handIn(register, 1, [cfg, ...sales])).status).toBe(200);
  await page.reload();
  await expect(page.getByTestId('error')).toContainText('Padaria Exemplo');
  await expect(page.getByTestId('company')).toHaveCount(2);
  await expect(page.getByTestId('company').filter({ hasText: 'Padaria' })).toContainText('€12.35');
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('cafe');
  await expect(page.getByTestId('company')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('');
  await page.getByTestId('company').getByRole('link', { name: 'Padaria Exemplo' }).click();

  await expect(page.getByTestId('register')).toContainText('Not ready');
  await expect(page.getByTestId('today')).toContainText('€12.35');
  await expect(page.getByTestId('record')).toHaveCount(2);
  const [receipt] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Digital receipt' }).first().click(),
  ]);
  await expect(receipt.getByText(/EUR +0,05/)).toBeVisible();
  await receipt.close();
  // It is in order again, without anything being done.
  await register.send('POST', '/state', state([]));
  await expect(page.getByText('All registers are in order (1).')).toBeVisible({ timeout: 15_000 });

  await portalPage.tree.getByRole('link', { name: 'L1 · Chiado' }).click();
  await expect(page.getByTestId('today')).toContainText('€12.35');
  await page.getByTestId('register').getByRole('link', { name: 'def' }).click();
  await expect(page.getByRole('link', { name: 'API description' })).toHaveAttribute('href', './docs');
  await page.getByRole('link', { name: 'Search receipts' }).click();
  await expect(page.getByLabel('Register', { exact: true })).toHaveValue(String(register.registerId));
  await expect(page.getByTestId('record')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await portalPage.button('Download as CSV').click();
  const file = await (await download).path();
  const lines = readFileSync(file, 'utf8').split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`,0.05,EUR,sale,no,,,'=1+1`);
});

test('nothing is for sale until the operator sets prices, which are shown and kept', async ({
  page,
  portal,
  portalPage,
}) => {
  const id = await testCompany(portal);
  await portal.connect(id);
  await portalPage.open(`#/company/${id}/licences`);
  await portalPage.signIn();
  await expect(page.getByText('Nothing has been bought yet.')).toBeVisible();
  await expect(portalPage.button('Buy …')).toHaveCount(0);

  await portalPage.open('#/organization/2/prices');
  await portalPage.button('Set prices …').click();
  await portalPage.dialog.getByLabel('Price of one: Register licence').fill('9.999');
  await portalPage.button('Save').click();
  await expect(portalPage.dialog.getByText('EUR has 2 decimals at most.')).toBeVisible();
  await portalPage.dialog.getByLabel('Price of one: Register licence').fill('9.90');
  await portalPage.dialog.getByLabel('What belongs to the prices').fill('each month, without VAT');
  await portalPage.button('Save').click();
  await expect(page.getByTestId('price-list')).toContainText('€9.90');

  await portalPage.open(`#/company/${id}/licences`);
  await portalPage.button('Buy …').click();
  await portalPage.dialog.getByLabel('Amount').fill('2');
  await expect(portalPage.dialog.getByTestId('total')).toHaveText('€19.80');
  await expect(portalPage.dialog).toContainText('each month, without VAT');
  // Meanwhile the price changes: nothing is bought at one that nobody was shown.
  const prices = [{ productId: 1, price: '11.00' }];
  const validFrom = new Date().toISOString().slice(0, 10);
  await portal.ask('PUT', '/PriceList', { validFrom, currency: 'EUR', prices });
  await portalPage.button('Buy with obligation to pay').click();
  await expect(portalPage.dialog).toContainText('it costs 22.00 EUR now');
  await portalPage.dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();

  await portalPage.button('Buy …').click();
  await portalPage.dialog.getByLabel('Amount').fill('2');
  await expect(portalPage.dialog.getByTestId('total')).toHaveText('€22.00');
  await portalPage.button('Buy with obligation to pay').click();
  await expect(portalPage.note).toContainText('Bought');
  await expect(page.getByTestId('purchase')).toContainText('€22.00');
  const rows = page.getByRole('row', { name: /In force/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'def' })).toHaveCount(1);
  await rows.filter({ hasText: 'No register yet' }).getByRole('button', { name: /^End / }).click();
  await portalPage.dialog.getByRole('button', { name: 'End', exact: true }).click();
  await expect(rows).toHaveCount(1);
});
