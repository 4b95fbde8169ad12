import { cafe } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

const PASSWORD = 'Pastel de nata 7';

// The browser tells of every request that is refused.
test.use({ expectedComplaints: [/status of 40[13]/] });

test.beforeEach(async ({ service }) => {
  await service.configure(cafe());
});

test('a manager signs in for a page and out again; the status is for everybody', async ({ page, service }) => {
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

test('without a password nobody is asked, and setting one ends that at once', async ({ page, service }) => {
  await page.goto(`${service.url}#/fiscal`);
  await expect(page.getByRole('heading', { name: /series/i }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await service.setPassword(PASSWORD);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in as manager' })).toBeVisible();
});
