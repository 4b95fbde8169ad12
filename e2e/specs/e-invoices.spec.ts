import { startAccessPoint, type AccessPoint } from '../../service/emulators/access-point/emulator.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { expect, test as base } from '../fixtures/test.ts';

const token = 'T0ken-of-the-access-point';
const address = { Nam: 'Boulangerie', Adr: 'Rue 1', Zip: '1111', City: 'Luxembourg', Ctry: 'LU' };
const cfg = { Cfg: { Cmp: { ...address, TaxId: 'LU26375245' } } };
const sale = {
  ...{ DD: 'PEPPOL', DDto: '0088:4000001123452', BuyerReference: 'PO-1' },
  Ctm: { Nam: 'Kunde AG', Adr: 'Ring 5', Zip: '80331', City: 'München', Ctry: 'DE', TaxId: 'DE129273398' },
  PosA: [{ _: 'Pos', Dsc: 'Brot', TaxG: '17%', Amt: '11.70' }],
  PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '11.70' }],
};

/** An emulated access point. */
const test = base.extend<{ point: AccessPoint }>({
  point: async ({}, use) => {
    const point = await startAccessPoint({ token, background: true });
    await use(point);
    await point.stop();
  },
});

test('a token is entered, a refused invoice is settled, another handed over again', async ({
  page,
  service,
  control,
  point,
}, testInfo) => {
  await service.configure(cfg);
  await service.setAttributes(`EInvoice_Routes="PEPPOL=access-point:peppol" EInvoice_Url=${point.url}`);
  await control.open();
  await page.getByRole('navigation').getByRole('link', { name: 'E-invoices' }).click();
  await expect(page.getByTestId('way')).toContainText('the token of the access point is missing');
  await page.getByRole('button', { name: 'Enter: Token of the access point', exact: true }).click();
  await page.getByRole('dialog').getByLabel('New value').fill(token);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('way')).toContainText('Set up');
  expect(await page.content()).not.toContain(token);

  point.fail(422, 2);
  await service.register({ Tra: { ESR: sale } });
  await service.register({ Tra: { ESR: sale } });
  const rejected = page.locator('[data-testid="e-invoice"][data-state="rejected"]');
  await expect(rejected).toHaveCount(2);
  await expect(rejected.first()).toContainText('system refused it');
  expect(await obstacles(page)).toEqual([]);
  await testInfo.attach('rejected', {
    body: await page.screenshot({ fullPage: true }),
    contentType: 'image/png',
  });

  await page.getByRole('button', { name: 'Settle 1/1/1', exact: true }).click();
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(page.getByText('Say how the customer got it.')).toBeVisible();
  await page.getByLabel('How the customer got it').fill('sent by post');
  await page.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(page.locator('[data-state="settled"]')).toContainText('sent by post');
  await page.getByRole('button', { name: 'Hand 1/1/2 over again' }).click();
  await expect(page.locator('[data-state="delivered"]')).toContainText('1/1/2');
  await page.getByLabel('Search').fill('nobody');
  await expect(page.getByText('None of these invoices fits.')).toBeVisible();
  await page.getByLabel('Search').fill('1/1/2');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download 1/1/2 as XML' }).click();
  expect((await download).suggestedFilename()).toMatch(/^1-1-2_[\da-f]{8}\.xml$/);
});
