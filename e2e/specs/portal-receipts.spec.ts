import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { testCompany } from '../../service/portal/testing/company.ts';
import { pngOf } from '../../service/portal/testing/picture.ts';
import { invoiceRecord } from '../../service/register/invoices/invoice-record.ts';
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

test('an e-invoice is found by its state, told step by step, and downloaded', async ({
  page,
  portal,
  portalPage,
}) => {
  const companyId = await testCompany(portal);
  const register = await portal.connect(companyId);
  const D = `${new Date().toISOString().slice(0, 10)}T10:00:00`;
  const head = (type: string, SQ: number) => ({ _: type, SQ, RN: 'def', D });
  const entry = {
    ...{ sq: 2, id: 'a1b2c3d4-0000-8000-8000-000000000000', since: D, cfg: 1 },
    ...{ route: { channel: 'mail' }, document: null, underWay: false, rejected: null },
  };
  const invoice = invoiceRecord(entry, {
    xml: '<CrossIndustryInvoice/>',
    number: 'FS 1_1.26/2',
    form: 'cii',
  });
  const state = (State: string, more: object = {}) => ({
    EInvoice: { System: 'KUNDE', Form: 'cii', State, D, ...more },
  });
  const sale = JSON.parse(saleLine(2, { at: D, esr: { T: '1234.50', DDto: 'kunde@example.com' } })) as object;
  const late = {
    Of: 2,
    About: 'EInvoice',
    Fis: state('rejected', { Document: 3, Reason: '550 no such user' }),
  };
  const lines = [
    JSON.parse(cfgLine),
    { ...sale, Fis: state('queued') },
    { ...invoice, ...head('EInvoice', 3) },
    { ...head('Fis', 4), ...late },
  ];
  const answer = await handIn(
    register,
    1,
    lines.map((line) => JSON.stringify(line)),
  );
  expect(answer.status).toBe(200);

  await portalPage.open(`#/company/${companyId}/receipts`);
  await portalPage.signIn();
  const found = page.getByTestId('record');
  await expect(found).toContainText('E-invoice: Rejected');
  await page.getByLabel('E-invoice').selectOption('Handed over');
  await portalPage.button('Search').click();
  await expect(page.getByText('Nothing has been found.')).toBeVisible();
  await page.getByLabel('E-invoice').selectOption('Rejected');
  await page.getByLabel('Total', { exact: true }).fill('one');
  await portalPage.button('Search').click();
  await expect(page.getByText('This is no amount.')).toBeVisible();
  await page.getByLabel('Total', { exact: true }).fill('1,234.50');
  await portalPage.button('Search').click();
  await found.getByRole('link', { name: 'FS 1_1.26/2' }).click();

  const steps = page.getByTestId('e-invoice-step');
  await expect(steps).toHaveText([/Waits/, /Made/, /Rejected.*550 no such user/]);
  await expect(page.getByText('kunde@example.com', { exact: true })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  for (const [name, file] of [
    ['Download as PDF with XML inside', 'FS-1-1-26-2_a1b2c3d4.pdf'],
    ['Download as XML', 'FS-1-1-26-2_a1b2c3d4.xml'],
  ] as const) {
    const download = page.waitForEvent('download');
    await portalPage.button(name).click();
    expect((await download).suggestedFilename()).toBe(file);
  }
});
