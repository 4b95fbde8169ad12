import { cafe } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

const PASSWORD = 'Pastel de nata 7';

// The browser tells of every request that is refused.
test.use({ expectedComplaints: [/status of 40[0134]/] });

test.beforeEach(async ({ service }) => {
  await service.configure(cafe());
});

test('a manager signs in for a page and out again; the status is for everybody', async ({
  page,
  service,
}) => {
  await service.setPassword(PASSWORD);
  await page.goto(`${service.url}#/fiscal`);
  await expect(page.getByRole('heading', { name: 'Sign in as manager' })).toBeVisible();
  const password = page.getByLabel('Password of this register');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the password.')).toBeVisible();
  await expect(password).toBeFocused();

  await password.fill('errada');
  await password.press('Enter');
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');

  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in as manager' })).toBeHidden();
  await expect(page.getByRole('heading', { name: /series/i }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in as manager' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the status' }).click();
  await expect(page.getByTestId('state-banner')).toBeVisible();
});

test('a page of the service asks for the manager, and comes back after signing in', async ({
  page,
  service,
}) => {
  await service.setPassword(PASSWORD);
  await page.goto(`${service.url}service/config`);
  const password = page.getByLabel('Password of this register');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible();
  await page.goto(`${service.url}setings`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test('sets a password on the page, changes it and removes it again', async ({ page, service }) => {
  await page.goto(`${service.url}#/settings/security`);
  const panel = page.getByRole('region', { name: 'Password of the manager' });
  await panel.getByRole('button', { name: 'Set password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password').fill('short');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The password must have 8 to 200 characters.')).toBeVisible();
  await dialog.getByLabel('New password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('A password is set')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  await panel.getByRole('button', { name: 'Remove password' }).click();
  await dialog.getByLabel('Password so far').fill('errada');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();
  await dialog.getByLabel('Password so far').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByText(/^No password/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
});

test('without a password nobody is asked, and setting one ends that at once', async ({ page, service }) => {
  await page.goto(`${service.url}#/fiscal`);
  await expect(page.getByRole('heading', { name: /series/i }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await service.setPassword(PASSWORD);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in as manager' })).toBeVisible();
});
