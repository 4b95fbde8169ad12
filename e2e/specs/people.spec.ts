import { obstacles } from '../fixtures/accessible.ts';
import { smallTargets } from '../fixtures/comfort.ts';
import { cafe, sale } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';
import { violationsIn } from '../fixtures/violations.ts';

const PASSWORD = 'Pastel de nata 7';

// The browser tells of every request that is refused.
test.use({ expectedComplaints: [/status of 40[013]/] });

test('people are set up, change places at the till in two touches, and lose their rights at once', async ({
  page,
  service,
}) => {
  await service.configure(cafe());
  await service.register(sale());
  await page.goto(`${service.url}#/people`);
  await expect(page.getByText('Set a password of the manager first')).toBeVisible();
  await service.setPassword(PASSWORD);
  await page.reload();
  await page.getByLabel('Password of this register').fill(PASSWORD);
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog');
  const add = async (name: string, role: string, pin: string) => {
    await page.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Role').selectOption(role);
    await dialog.getByLabel('PIN', { exact: true }).fill(pin);
    await page.keyboard.press('Enter');
  };
  await add('Ana', 'Cashier', '1234');
  await expect(dialog.getByText('This PIN is too easy to guess.')).toBeVisible();
  await dialog.getByLabel('PIN', { exact: true }).fill('2580');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Ana Cashier/ })).toBeVisible();
  await add('Zé', 'Auditor', '73519');
  await expect(page.getByRole('row', { name: /Zé Auditor/ })).toBeVisible();
  expect(await violationsIn(page)).toEqual([]);

  // Two touches, then the PIN: by its digits on the page.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Ana' }).click();
  for (const digit of '2589') await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Name or PIN is wrong.')).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await violationsIn(page)).toEqual([]);
  await page.keyboard.type('2580');
  await page.keyboard.press('Enter');
  const pages = page.getByRole('navigation').getByRole('link');
  await expect(pages).toHaveText([/^Status/, 'Day', 'Receipts', 'Devices']);

  // What she may, and what she may not.
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(page.getByRole('button', { name: 'X report' })).toBeVisible();
  await page.goto(`${service.url}#/settings`);
  await expect(page.getByText('Ana may not use this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Zé' }).click();
  await page.keyboard.type('73519');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Zé may not use this page.')).toBeVisible();
  const ofAuditors = [/^Status/, 'Day', 'Receipts', 'Look after'];
  await expect(pages).toHaveText(ofAuditors);
  await page.getByRole('link', { name: 'Look after' }).click();
  await expect(pages).toHaveText([...ofAuditors, 'Exports', 'Audit trail']);
  await page.getByRole('link', { name: 'Audit trail' }).click();
  await expect(page.getByRole('table')).toContainText('Ana');
  await page.getByRole('link', { name: 'Receipts' }).click();
  await expect(page.getByRole('table')).toContainText('12.30');

  // The manager ends her rights elsewhere: the next click is refused, and the page says so.
  const headers = { Authorization: `Basic ${btoa(`x:${PASSWORD}`)}` };
  const list = await fetch(`${service.url}control/people`, { headers });
  const { people } = (await list.json()) as { people: { id: string; name: string }[] };
  const { id } = people.find(({ name }) => name === 'Zé')!;
  expect((await fetch(`${service.url}control/people/${id}`, { method: 'DELETE', headers })).status).toBe(200);
  await page.getByRole('table').getByRole('button').first().click();
  await expect(page.getByRole('alert')).toContainText('your rights have changed or ended');
  await expect(page.getByRole('button', { name: 'Ana' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zé' })).toBeHidden();
});
