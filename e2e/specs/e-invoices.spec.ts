import { startAccessPoint, type AccessPoint } from '../../service/emulators/access-point/emulator.ts';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
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

/** An emulated access point, and a mail server that keeps who got something. */
const test = base.extend<{ point: AccessPoint; mail: { url: string; recipients: string[] } }>({
  mail: async ({}, use) => {
    const recipients: string[] = [];
    const server = new SMTPServer({
      ...{ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true },
      onData(stream, { envelope }, done) {
        stream.resume().on('end', () => {
          recipients.push(...envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    await use({ url, recipients });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  },
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
  await expect(page.getByTestId('way')).toContainText('The token of the access point is missing');
  const tryOut = page.getByRole('button', { name: 'Test connection: Access point' });
  const tested = page.getByTestId('tested');
  await tryOut.click();
  await expect(tested).toContainText('Enter it below');
  await page.getByRole('button', { name: 'Enter: Token of the access point', exact: true }).click();
  await page.getByRole('dialog').getByLabel('New value').fill(token);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('way')).toContainText('Set up');
  await expect(tested).toHaveCount(0);
  await tryOut.click();
  await expect(tested).toContainText('takes the token');
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

test.describe('from nothing', () => {
  // What is refused is part of the story.
  test.use({ expectedComplaints: [/status of 400/] });

  test('a system is set up with the keyboard, and an invoice goes to another address', async ({
    page,
    service,
    mail,
  }) => {
    await service.configure(cfg);
    await page.goto(`${service.url}#/settings`);
    await page.getByRole('link', { name: /Set up e-invoices/ }).click();
    await expect(page.getByText('None is set up yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a system …' }).click();
    await page.keyboard.type('kunde-test');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Leave -TEST away')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Name').fill('kunde');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('way')).toContainText('KUNDE');
    await expect(page.getByTestId('way')).toContainText('The mail server is missing');

    await page.getByRole('button', { name: 'Set up: Mail' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mail server').fill('mail.example');
    await dialog.getByLabel('Sender').fill('shop@example.com');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Mail server')).toBeFocused();
    await expect(dialog).toContainText('Write it like smtps://');
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByLabel('Mail server').fill(mail.url);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Test connection: Mail' }).click();
    await expect(page.getByTestId('tested')).toContainText('No mail was sent');

    await service.register({ Tra: { ESR: { ...sale, DD: 'KUNDE', DDto: 'kunde@example.com' } } });
    const row = page.getByTestId('e-invoice');
    await expect(row).toHaveAttribute('data-state', 'delivered');
    await page.getByRole('button', { name: 'Send 1/1/1 to another address' }).click();
    await dialog.getByLabel('Mail address').fill('one@shop.example, two@shop.example');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('no mail address, or more than one');
    await dialog.getByLabel('Mail address').fill('office@shop.example');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('office@shop.example');
    await expect(row).toHaveAttribute('data-state', 'delivered');
    expect(mail.recipients).toEqual(['kunde@example.com', 'office@shop.example']);

    await page.getByRole('button', { name: 'Remove KUNDE' }).click();
    await expect(page.getByTestId('way')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByTestId('way')).toContainText('KUNDE');
  });
});
