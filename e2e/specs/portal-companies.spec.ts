import { testCompany, testLocation } from '../../service/portal/testing/company.ts';
import { expect, test } from '../fixtures/portal-test.ts';

test('a test organization gets a company, which gets two locations by itself', async ({
  page,
  portalPage,
}) => {
  await portalPage.open();
  await portalPage.signIn();
  await page.getByRole('link', { name: 'New organization' }).click();
  await portalPage.button('Create').click();
  await expect(portalPage.field('Name')).toBeFocused();
  await portalPage.field('Name').fill('To try things out');
  await page.getByRole('switch', { name: 'For tests only' }).check();
  await portalPage.button('Create').click();
  await expect(portalPage.title).toHaveText('To try things out');

  await page.getByRole('link', { name: 'New company' }).click();
  await expect(page.getByText('The company gets two test locations by itself.')).toBeVisible();
  await portalPage.field('Name').fill('Padaria Exemplo');
  await portalPage.field('Tax id').fill('PT599999990');
  await portalPage.field('Address').fill('Rua Augusta 1');
  await portalPage.field('Postal code').fill('1100-048');
  await portalPage.field('City').fill('Lisboa');
  await portalPage.field('Country').selectOption('PT');
  await portalPage.button('Create').click();
  await expect(page.getByText(/This is no valid tax id of the country/)).toBeVisible();
  await expect(portalPage.field('Tax id')).toBeFocused();
  await portalPage.field('Tax id').fill('PT599999993');
  await portalPage.button('Create').click();
  await expect(portalPage.title).toHaveText('Padaria Exemplo');
  await expect(portalPage.tree.getByRole('link', { name: /TEST1 · Padaria Exemplo/ })).toBeVisible();
  await expect(portalPage.tree.getByRole('link', { name: /TEST2 · Padaria Exemplo/ })).toBeVisible();

  await page.getByRole('link', { name: 'New location' }).click();
  await portalPage.field('Name').fill('Belém');
  await portalPage.field('Branch id (TL)').fill('TEST1');
  await portalPage.button('Create').click();
  await expect(page.getByText('This is there already.')).toBeVisible();
  await portalPage.field('Branch id (TL)').fill('BEL');
  await portalPage.button('Create').click();
  await expect(portalPage.title).toHaveText('Belém');
  await expect(portalPage.tree.getByRole('link', { name: /BEL · Belém/ })).toBeVisible();
});

test('a company is changed, and found by another name', async ({ page, portal, portalPage }) => {
  await testCompany(portal);
  const id = await testCompany(portal, { name: 'Café Central', taxId: 'PT509876544' });
  await portalPage.open(`#/company/${id}/details`);
  await portalPage.signIn();
  await portalPage.field('Name').fill('');
  await portalPage.button('Save').click();
  await expect(page.getByText('Fill this in.')).toBeVisible();
  await portalPage.field('Name').fill('Café da Praça');
  await portalPage.button('Save').click();
  await expect(portalPage.title).toHaveText('Café da Praça');

  const search = page.getByRole('searchbox', { name: 'Search organizations and companies' });
  await search.fill('praça');
  await expect(portalPage.tree.getByText('Companies: 1')).toBeVisible();
  await expect(portalPage.tree.getByRole('link', { name: 'Café da Praça' })).toBeVisible();
  await search.fill('nobody is called so');
  await expect(portalPage.tree.getByText('Companies: 0')).toBeVisible();
});

test('a change by somebody else is not overwritten unseen', async ({ page, portal, portalPage }) => {
  const id = await testCompany(portal);
  await portalPage.open(`#/company/${id}/details`);
  await portalPage.signIn();
  await portalPage.field('City').fill('Porto');
  const company = await portal.ask<object>('GET', `/api/v2/Public/Company/${id}`);
  await portal.ask('PUT', `/api/v2/Public/Company/${id}`, { ...company, city: 'Braga', state: null });
  // Nothing that was typed is lost without a question either.
  await portalPage.section('Contacts').click();
  await portalPage.button('Cancel').click();
  await expect(portalPage.field('City')).toHaveValue('Porto');
  await portalPage.section('Contacts').click();
  await portalPage.button('Leave without saving').click();
  await page.goBack();
  await expect(portalPage.field('City')).toHaveValue('Braga');
});

test('a company is deactivated at the end of the year, kept after all, then deactivated for good', async ({
  page,
  portal,
  portalPage,
}) => {
  const id = await testCompany(portal);
  await testLocation(portal, id, 'L1', { name: 'Chiado' });
  await portalPage.open(`#/company/${id}/details`);
  await portalPage.signIn();
  const year = String(new Date().getFullYear() + 1);
  await portalPage.button('Deactivate …').click();
  await portalPage.dialog.getByLabel('When').selectOption({ label: `At the end of ${year}` });
  await portalPage.button('Deactivate then').click();
  await expect(portalPage.note).toContainText(`at the end of ${year}`);
  await expect(page.getByText(/Will be deactivated on/)).toBeVisible();
  await portalPage.button('Keep it active after all').click();
  await expect(page.getByText(/Will be deactivated on/)).toBeHidden();

  await portalPage.button('Deactivate …').click();
  await expect(portalPage.dialog).toContainText('All its locations and registers are deactivated, too.');
  await expect(portalPage.dialog).toContainText('This cannot be undone.');
  await portalPage.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(portalPage.dialog.getByText('This is another name.')).toBeVisible();
  await portalPage.dialog.getByLabel('Type the name to confirm').fill('Padaria Exemplo');
  await portalPage.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(portalPage.button('Save')).toHaveCount(0);
  await expect(page.getByText('Nothing can be changed or created here any more.')).toBeVisible();
  await expect(portalPage.tree.getByRole('link', { name: /L1 · Chiado/ })).toContainText('Deactivated');
});

test('a company has contacts, each address once, that can be changed and removed', async ({
  page,
  portal,
  portalPage,
}) => {
  const id = await testCompany(portal);
  await portalPage.open(`#/company/${id}/contacts`);
  await portalPage.signIn();
  for (const attempt of [1, 2]) {
    await portalPage.button('Add a contact …').click();
    await portalPage.dialog.getByLabel('Name').fill('Maria Santos');
    await portalPage.dialog.getByLabel('E-mail address').fill('maria@example.pt');
    await portalPage.dialog.getByLabel('Kind').selectOption('TechnicalContact');
    await portalPage.button('Save').click();
    if (attempt === 2) break;
    await expect(portalPage.dialog).toBeHidden();
    // It moves the button beneath it: pressed in that moment, the button would not be under the pointer any more.
    await expect(page.getByRole('row', { name: /Maria Santos/ })).toBeVisible();
  }
  await expect(portalPage.dialog.getByText('This is there already.')).toBeVisible();
  await expect(portalPage.dialog.getByLabel('E-mail address')).toBeFocused();
  await portalPage.button('Cancel').click();
  await expect(page.getByRole('row', { name: /Maria Santos/ })).toContainText('Technology');

  await portalPage.button('Change Maria Santos').click();
  await portalPage.dialog.getByLabel('Kind').selectOption('InvoiceContact');
  await portalPage.button('Save').click();
  await expect(page.getByText('Maria Santos is saved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Maria Santos/ })).toContainText('Invoices');
  await portalPage.button('Remove Maria Santos').click();
  await portalPage.dialog.getByRole('button', { name: 'Remove …' }).click();
  await expect(page.getByText('There are no contacts yet.')).toBeVisible();
});
