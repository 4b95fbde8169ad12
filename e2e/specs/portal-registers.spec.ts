import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { testCompany, testLocation } from '../../service/portal/testing/company.ts';
import { expect, test } from '../fixtures/portal-test.ts';

const fine = { version: '3.0.0', queued: 0, diskUsage: 1.5, problems: [], at: '2026-11-22T10:00:00+00:00' };
const full = { code: 'DISK_LOW', level: 'warning', params: {} };

test('a register is connected by the badge and seen without anything being done', async ({
  page,
  portal,
  portalPage,
}) => {
  const id = await testCompany(portal);
  await testLocation(portal, id, 'L1', { name: 'Chiado' });
  await portalPage.open(`#/company/${id}/registers`);
  await portalPage.signIn();
  await expect(page.getByText('No register is connected yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Make a badge to connect one' }).click();
  await portalPage.button('Make a badge').click();
  const badge = await page.getByTestId('told-once').locator('code').last().innerText();

  await portalPage.group('Registers').click();
  const register = await portal.connect(id, { badge, tl: 'L1', tt: '1' });
  const row = page.getByTestId('register');
  await expect(row).toContainText('def');
  await register.send('POST', '/state', fine);
  await expect(row).toContainText('In order');
  await register.send('POST', '/state', { ...fine, problems: [{ ...full, level: 'error' }] });
  await expect(row).toContainText('Not ready');

  await row.getByRole('link', { name: 'def' }).click();
  await expect(portalPage.title).toHaveText('def');
  await portalPage.field('Name (optional)').fill('Balcão');
  await portalPage.button('Save').click();
  await expect(portalPage.title).toHaveText('Balcão');
  await expect(portalPage.tree.getByRole('link', { name: 'Balcão' })).toBeVisible();

  await portalPage.button('Deactivate …').click();
  await portalPage.dialog.getByLabel('Type the name to confirm').fill('Balcão');
  await portalPage.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(portalPage.button('Deactivate …')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Deactivated', { exact: true })).toBeVisible();
});

test('what a register reports is read in German', async ({ page, portal, portalPage }) => {
  const id = await testCompany(portal);
  const register = await portal.connect(id);
  await register.send('POST', '/state', { ...fine, problems: [full] });
  await portalPage.open(`#/company/${id}/notifications`);
  await portalPage.signIn();
  await expect(page.getByTestId('notification')).toContainText('def');
  const english = await page.getByTestId('notification').innerText();
  await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: 'Meldungen' })).toBeVisible();
  await expect(page.getByTestId('notification')).not.toContainText(english.split('\n')[0]!);

  await register.send('POST', '/state', fine);
  await expect(page.getByText('Alle Kassen sind in Ordnung.')).toBeVisible({ timeout: 20_000 });
  await portalPage.open(`#/company/${await testCompany(portal)}/notifications`);
  await expect(page.getByText('Dieses Unternehmen hat noch keine Kassen.')).toBeVisible();
});

test('receipts are found, read with their proof, and taken away as a file', async ({
  page,
  portal,
  portalPage,
}) => {
  const id = await testCompany(portal);
  const register = await portal.connect(id);
  const esr = {
    T: '12.30',
    Opr: '7',
    OprN: 'Zoé',
    Ctm: { Nam: 'Café Central Lda', TaxId: 'PT510987656' },
    PosA: [{ _: 'Pos', PN: '1', Dsc: 'Tosta mista', TaxG: 'A', Amt: '12.30' }],
    PayA: [{ _: 'Pay', Dsc: 'Numerário', PayG: 'cash', Amt: '12.30' }],
  };
  const cfg =
    '{"_":"Cfg","SQ":1,"RN":"def","D":"2026-11-22T08:00:00","Cfg":{"Cmp":{"Ctry":"PT","TaxId":"PT599999993"}}}';
  const answer = await handIn(register, 1, [cfg, saleLine(2, { esr }), saleLine(3), saleLine(4)]);
  expect(answer.status).toBe(200);
  await portalPage.open(`#/company/${id}/receipts`);
  await portalPage.signIn();
  // The newest ones are there before anybody has searched.
  await expect(page.getByTestId('record')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Any text' }).fill('numerario');
  await portalPage.button('Search').click();
  await expect(page.getByTestId('record')).toHaveCount(1);
  await page.getByLabel('Total').fill('99');
  await portalPage.button('Search').click();
  await expect(page.getByText('Nothing has been found.')).toBeVisible();
  await page.getByLabel('Total').fill('12.30');
  await portalPage.button('Search').click();

  await expect(page.getByTestId('record')).toContainText(/Café Central Lda.*22 Nov 2026, 10:00.*€12.30/s);

  await page.getByRole('link', { name: 'FS 1_1.26/2' }).click();
  await expect(portalPage.title).toHaveText('FS 1_1.26/2');
  await expect(page.getByRole('row', { name: /Tosta mista/ })).toContainText('12.30');
  for (const text of ['€12.30', 'Café Central Lda', 'Zoé (7)'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  const print = page.getByRole('link', { name: 'Print (A4)' });
  const pdf = await page.request.get(new URL((await print.getAttribute('href'))!, page.url()).href);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expect(page.getByText('1–4')).toBeVisible();

  await page.goBack();
  await page.getByLabel('File', { exact: true }).selectOption('jou');
  const download = page.waitForEvent('download');
  await portalPage.button('Download').click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  await portalPage.open(`#/register/${id}/${register.registerId}`);
  await portalPage.button('Check now').click();
  await expect(page.getByText(/4 records in 1 signed batches/)).toBeVisible();
});

test('base data are kept, and wrong ones are marked', async ({ page, portal, portalPage }) => {
  const id = await testCompany(portal);
  await testLocation(portal, id, 'L1', { name: 'Chiado' });
  await portalPage.open(`#/company/${id}/base-data`);
  await portalPage.signIn();
  const label = page.getByLabel('Label (optional)').first();
  await label.fill('much too long a label');
  await portalPage.button('Save').first().click();
  await expect(page.getByText('This may have at most 10 characters.')).toBeVisible();
  await label.fill('Padaria');
  await portalPage.button('Save').first().click();
  await expect(portalPage.note).toContainText('The registers take it over');
  await page.reload();
  await expect(label).toHaveValue('Padaria');

  await page.getByText('L1 · Chiado').last().click();
  await page.getByLabel('Tax region (optional)').fill('X');
  await portalPage.button('Save').nth(1).click();
  await expect(page.getByLabel('Tax region (optional)')).toHaveAttribute('aria-invalid', 'true');
});
