import { administrator } from '../fixtures/portal.ts';
import { countBytes, FIRST_PAGE_BYTES } from '../fixtures/bytes.ts';
import { expect, test } from '../fixtures/portal-test.ts';

test.describe('a new portal', () => {
  test.use({ isSetUp: false });

  test('is set up by whoever is first and knows the code, once', async ({ page, portal, portalPage }) => {
    await portalPage.open();
    await expect(page.getByRole('heading', { name: 'Set up the portal' })).toBeVisible();
    await portalPage.field('Name of your organization').fill(administrator.organizationName);
    await portalPage.field('Name').fill(administrator.name);
    await portalPage.field('E-mail address').fill('no address');
    await portalPage.field('Password').fill('short');
    await portalPage.button('Set up and sign in').click();
    await expect(page.getByText('Fill this in.')).toBeVisible();
    await expect(portalPage.field('Set-up code')).toBeFocused();
    await expect(page.getByText('This is no e-mail address.')).toBeVisible();
    await expect(page.getByText('This must have at least 8 characters.')).toBeVisible();

    await portalPage.field('E-mail address').fill(administrator.email);
    await portalPage.field('Password').fill(administrator.password);
    await portalPage.field('Set-up code').fill('WRONGWRONG22');
    await portalPage.button('Set up and sign in').click();
    await expect(page.getByText('This is wrong.')).toBeVisible();
    await expect(portalPage.field('Set-up code')).toBeFocused();

    await portalPage.field('Set-up code').fill(portal.code);
    await portalPage.button('Set up and sign in').click();
    await expect(portalPage.title).toHaveText(administrator.organizationName);

    await portalPage.button('Sign out').click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test('somebody signs in and finds the place that was asked for', async ({ page, portalPage }) => {
  await portalPage.open('#/organization/2/users');
  await portalPage.button('Sign in').click();
  await expect(portalPage.field('E-mail address')).toBeFocused();
  await expect(page.getByText('Fill this in.')).toHaveCount(2);

  await portalPage.field('E-mail address').fill(administrator.email);
  await portalPage.field('Password').fill('something else');
  await portalPage.button('Sign in').click();
  await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible();
  await expect(portalPage.field('Password')).toHaveValue('');

  await portalPage.signIn();
  await expect(page.getByRole('row', { name: /Ana Silva \(you\)/ })).toBeVisible();
  await expect(page).toHaveTitle('Kassenhaus Lisboa – Tillmark Portal');
});

test('the first page is loaded with few bytes', async ({ page, portalPage }) => {
  const bytes = countBytes(page);
  await portalPage.open();
  await portalPage.signIn();
  await expect(portalPage.title).toHaveText(administrator.organizationName);
  const loaded = await bytes();
  expect(loaded).toBeGreaterThan(100_000);
  expect(loaded).toBeLessThan(FIRST_PAGE_BYTES);
});

test('a session that ends behind a form is renewed, and the form is saved', async ({
  page,
  context,
  portalPage,
}) => {
  await portalPage.open('#/organization/2/details');
  await portalPage.signIn();
  await portalPage.field('City (optional)').fill('Lisboa');
  await context.clearCookies();
  await portalPage.button('Save').click();

  await expect(portalPage.dialog).toContainText('Your session has ended');
  const password = portalPage.dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill(administrator.password);
  await password.press('Enter');
  await expect(portalPage.note).toHaveText('Saved.');
  await expect(portalPage.dialog).toBeHidden();
  await page.reload();
  await expect(portalPage.field('City (optional)')).toHaveValue('Lisboa');
});

test('a forgotten password is replaced by the link of a mail', async ({ page, portal, portalPage }) => {
  await portalPage.open();
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  await portalPage.field('E-mail address').fill(administrator.email);
  await portalPage.button('Send the link').click();
  await expect(page.getByText(`If ${administrator.email} has an account here`)).toBeVisible();

  await expect.poll(() => portal.mailsTo(administrator.email).length).toBe(1);
  const [link = ''] = /http\S+#\/reset\/\S+/.exec(portal.mailsTo(administrator.email)[0]!) ?? [];
  await page.goto(link);
  await portalPage.field('New password').fill('Queijada 12345');
  await portalPage.button('Set the password').click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await portalPage.button('Go on').click();
  await portalPage.signIn({ ...administrator, password: 'Queijada 12345' });

  await page.goto(link);
  await portalPage.field('New password').fill('Queijada 67890');
  await portalPage.button('Set the password').click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('somebody changes name, language and password of the account', async ({ page, portalPage }) => {
  await portalPage.open('#/account');
  await portalPage.signIn();
  await portalPage.field('Name').fill('Ana Sousa');
  await page.getByRole('main').getByLabel('Language').selectOption('de');
  await page.getByRole('region', { name: 'About you' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Ana Sousa' })).toBeVisible();
  await expect(portalPage.title).toHaveText('Ihr Konto');

  await portalPage.field('Bisheriges Passwort').fill('falsch');
  await portalPage.field('Neues Passwort').fill('Queijada 12345');
  await portalPage.button('Passwort ändern').click();
  await expect(page.getByText('Das ist falsch.')).toBeVisible();
  await portalPage.field('Bisheriges Passwort').fill(administrator.password);
  await portalPage.button('Passwort ändern').click();
  await expect(portalPage.note).toHaveText('Ihr Passwort ist geändert.');
});
