import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { testCompany } from '../../service/portal/testing/company.ts';
import { pngOf } from '../../service/portal/testing/picture.ts';
import { obstacles } from '../fixtures/accessible.ts';
import type { PortalProcess } from '../fixtures/portal.ts';
import { expect, test } from '../fixtures/portal-test.ts';

const cfgLine = JSON.stringify({
  ...{ _: 'Cfg', SQ: 1, RN: 'def', D: '2026-11-22T09:00:00' },
  Cfg: { Cmp: { Nam: 'Padaria Central', label: 'Central', Ctry: 'PT', TaxId: 'PT599999993' } },
});

/** A company with one receipt. */
async function soldOnce(portal: PortalProcess) {
  const companyId = await testCompany(portal);
  const register = await portal.connect(companyId);
  const at = `${new Date().toISOString().slice(0, 10)}T10:00:00`;
  const answer = await handIn(register, 1, [cfgLine, saleLine(2, { at, esr: { T: '12.00' } })]);
  expect(answer.status).toBe(200);
  return { companyId, registerId: register.registerId };
}

test('a company says how its digital receipts are, and sees it before customers do', async ({
  page,
  portal,
  portalPage,
}) => {
  const { companyId } = await soldOnce(portal);
  await portalPage.open(`#/company/${companyId}/digital-receipts`);
  await portalPage.signIn();
  const preview = page.getByTestId('digital-preview');
  await expect(preview).toContainText('12,00');
  await expect(preview).toContainText('Central');

  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('This is no PNG and no JPEG file.')).toBeVisible();
  // Larger than what is kept: the page makes it small.
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pngOf(3000, 1000) });
  await expect(preview.locator('img')).toBeVisible();
  await portalPage.field('Days that a receipt is shown').fill('0');
  await portalPage.button('Save').click();
  await expect(page.getByText('This must be at least 1.')).toBeVisible();
  await portalPage.field('Days that a receipt is shown').fill('90');
  await page.getByLabel('Receipts that name a customer').selectOption('closed');
  expect(await obstacles(page)).toEqual([]);
  await portalPage.button('Save').click();
  await expect(portalPage.note).toHaveText('Saved. The pages are like this from now on.');
  const rules = await portal.ask<{ logo: string }>('GET', `/Company/${companyId}/DigitalReceipts`);
  expect(rules).toMatchObject({ active: true, days: 90, personal: 'closed' });
  expect(Buffer.from(rules.logo.split(',')[1]!, 'base64').readUInt32BE(16)).toBe(384);

  await page.getByLabel('Receipts have pages').click();
  await expect(page.getByText('This receipt is not shown')).toBeVisible();
});

test('a receipt is taken down for its customer, and shown again', async ({ page, portal, portalPage }) => {
  const { companyId, registerId } = await soldOnce(portal);
  await portalPage.open(`#/register/${companyId}/${registerId}/2`);
  await portalPage.signIn();
  const link = page.getByRole('link', { name: 'Open it as the customer does' });
  const opened = page.waitForEvent('popup');
  await link.click();
  const customer = await opened;
  await expect(customer.getByTestId('receipt')).toContainText('12,00');

  await portalPage.button('Take it down …').click();
  await portalPage.dialog.getByLabel('Reason').selectOption('The customer has asked for it');
  expect(await obstacles(page)).toEqual([]);
  await portalPage.dialog.getByRole('button', { name: 'Take it down' }).click();
  await expect(page.getByText('Taken down', { exact: true })).toBeVisible();
  await customer.reload();
  await expect(customer.getByRole('heading', { name: 'This receipt is not shown' })).toBeVisible();
  expect(await customer.locator('body').innerText()).not.toContain('Central');

  await portalPage.button('Show it again …').click();
  await portalPage.dialog.getByRole('button', { name: 'Show it again' }).click();
  await expect(page.getByText('Is shown', { exact: true })).toBeVisible();
  await customer.reload();
  await expect(customer.getByTestId('receipt')).toContainText('12,00');
});
