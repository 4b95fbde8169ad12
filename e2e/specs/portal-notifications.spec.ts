import { testCompany } from '../../service/portal/testing/company.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/portal-test.ts';

const fine = { version: '3.0.0', queued: 0, diskUsage: 1.5, problems: [], at: '2026-11-22T10:00:00+00:00' };
const low = { code: 'DISK_LOW', level: 'warning', params: { free: 12 } };
const printer = { code: 'PRINTER_PAPER_OUT', level: 'error', params: {} };

test('notifications of all companies are seen, chosen, and asked for by mail', async ({
  page,
  portal,
  portalPage,
}) => {
  const one = await testCompany(portal, { name: 'Padaria Um' });
  const two = await testCompany(portal, { name: 'Padaria Dois' });
  const register = await portal.connect(one);
  await (await portal.connect(two)).send('POST', '/state', { ...fine, problems: [printer] });
  await register.send('POST', '/state', { ...fine, problems: [low] });
  await portalPage.open('#/notifications');
  await portalPage.signIn();
  const rows = page.getByTestId('notification');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'PRINTER_PAPER_OUT' })).toContainText('Call your till supplier');
  await expect(page.getByRole('heading', { name: 'Padaria Um' })).toBeVisible();

  expect(await obstacles(page)).toEqual([]);

  await page.getByLabel('Level').selectOption('warning');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('only 12 MB are left');
  await page.getByLabel('Company').selectOption(String(one));
  await register.send('POST', '/state', fine);
  await expect(page.getByText('There is nothing of this kind.')).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('State').selectOption('all');
  await expect(rows).toHaveCount(1);

  await page.getByRole('link', { name: 'Get them by e-mail' }).click();
  await page.getByLabel('Mails').selectOption('weekly');
  await page.getByRole('region', { name: 'Notifications by e-mail' }).getByRole('button').click();
  await expect(portalPage.note).toContainText('Your choice is saved.');
  await page.reload();
  await expect(page.getByLabel('Mails')).toHaveValue('weekly');

  await portalPage.open('#/unsubscribe/1.wrong');
  await portalPage.button('End them').click();
  await expect(page.getByText('This link is not complete.')).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
});
