import { readFile } from 'node:fs/promises';
import { expect, subUser, test } from '../fixtures/authority-test.ts';
import { sale } from '../fixtures/samples.ts';

/** The year of today, as it stands in the names of series. */
const year = String(new Date().getFullYear());
const id = (type: string) => `${type} 1_1.${year.slice(2)}`;
/** Series of tests with a real key. */
const trial = (type: string) => `${id(type)}MT`;

test.describe('page for Portugal, with the real service', () => {
  test('follows the first sale of a till that practises', async ({ open, portugal, service }) => {
    await open();
    await expect(portugal.page.getByTestId('series-mode')).toContainText('Practice – made-up codes');
    await service.register(sale());
    await expect(portugal.series(id('FS'))).toContainText('No. 1');
    await expect(portugal.series(id('FS'))).toContainText('For tests only');

    await portugal.button(`Close series ${id('FS')}`).click();
    await expect(portugal.dialog).toContainText('Nobody is told');
    await portugal.button('Close series').click();
    await expect(portugal.series(id('FS'))).toBeHidden();
    await portugal.page.getByText(`Closed series of ${year} (1)`).click();
    await expect(portugal.series(id('FS'))).toContainText('Closed');

    await portugal.page
      .getByRole('combobox', { name: 'Open a series before its first document' })
      .selectOption('Delivery note (GR)');
    await portugal.button('Open').click();
    await expect(portugal.note).toHaveText(`Series ${id('GR')} is open`);
    await expect(portugal.series(id('GR'))).toContainText('None yet');
  });

  test('exports what was sold', async ({ open, portugal, page, service }) => {
    await service.register(sale());
    await open();
    const { now } = await service.status();
    await page.getByText('Another period').click();
    await page.getByLabel('First day').fill(`${now.slice(0, 8)}01`);
    await page.getByLabel('Last day').fill(now.slice(0, 10));
    await portugal.button('Export this period').click();
    await expect(portugal.note).toHaveText(/is ready$/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download/ }).click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 2).toString()).toBe('PK');
    await portugal.button(/^Remove /).click();
    await expect(portugal.card('SAF-T')).toContainText('No files yet.');
  });

  test('sets VAT rates and goes back', async ({ open, portugal }) => {
    await open();
    await portugal.card('VAT rates').getByText('Azores').click();
    await portugal.button('Change the rate of group AA').click();
    await portugal.button('Set rate').click();
    await expect(portugal.tax('AA')).toContainText('16% – adopted');
    await portugal.button(/^Back to the receipt format/).click();
    await portugal.button('Go back').click();
    await expect(portugal.tax('AA')).toContainText('16% – differs');
  });

  test.describe('refused', () => {
    test.use({ expectedComplaints: [/the server responded with a status of 400/] });

    test('says so in the words of the service', async ({ open, portugal }) => {
      await open();
      await portugal.button(/^Import key/).click();
      const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n';
      await portugal.chooseFile('Private key', 'broken.pem', key);
      await portugal.button('Import and use').click();
      await expect(portugal.dialog.getByRole('alert')).toContainText(/key/);
    });
  });
});

test.describe('page for Portugal, with the tax authority', () => {
  test('logs in, and series open by themselves', async ({ open, portugal, authority }) => {
    await open();
    await portugal.button('Import: Client certificate').click();
    await portugal.chooseFile('Certificate', 'client.pem', authority.clientCertificate);
    await portugal.chooseFile('Private key of the certificate', 'client.key', authority.clientKey);
    await portugal.button('Import').click();
    await expect(portugal.button('Replace: Client certificate')).toBeVisible();
    await portugal.button('Import: Certificate of the tax authority').click();
    await portugal.chooseFile('Certificate', 'authority.pem', authority.authorityCertificate);
    await portugal.button('Import').click();
    await expect(portugal.button('Replace: Certificate of the tax authority')).toBeVisible();

    const login = async (password: string, opener: RegExp) => {
      await portugal.card('Tax authority login').getByRole('button', { name: opener }).click();
      await portugal.dialog.getByRole('textbox', { name: 'Sub-user' }).fill(subUser.user);
      await portugal.dialog.getByLabel('Password', { exact: true }).fill(password);
      await portugal.button('Save login').click();
      await expect(portugal.dialog).toHaveCount(0);
    };
    await login('errado', /^Enter login/);
    await expect(portugal.page.getByTestId('series-mode')).toContainText('Test service of the tax authority');
    await expect(portugal.series(trial('FS'))).toContainText('The tax authority says:');

    await login(subUser.password, /^Change/);
    for (const type of ['FS', 'FT', 'NC']) {
      const registered = () => authority.series.find(({ tipoDoc }) => tipoDoc === type)?.codValidacaoSerie;
      await expect.poll(registered).toBeDefined();
      await expect(portugal.series(trial(type))).toContainText(registered()!);
    }

    await portugal.button(`Close series ${trial('NC')}`).click();
    await portugal.button('Close series').click();
    await expect(portugal.series(trial('NC'))).toBeHidden();
    expect(authority.series.find(({ tipoDoc }) => tipoDoc === 'NC')?.estado).toBe('N');
  });
});
