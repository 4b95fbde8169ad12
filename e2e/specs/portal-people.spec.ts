import { testCompany } from '../../service/portal/testing/company.ts';
import { administrator } from '../fixtures/portal.ts';
import { expect, test } from '../fixtures/portal-test.ts';
import { PortalPage } from '../pages/portal-page.ts';

const guest = { ...administrator, name: 'Rui Costa', email: 'rui@example.pt', password: 'Bacalhau 1234' };

test('somebody is invited by mail, accepts and sees what the role allows', async ({
  page,
  browser,
  portal,
  portalPage,
}) => {
  await portalPage.open('#/organization/2/users');
  await portalPage.signIn();
  await portalPage.button('Invite somebody …').click();
  await portalPage.dialog.getByLabel('E-mail address').fill('rui');
  await portalPage.button('Send the invitation').click();
  await expect(portalPage.dialog.getByText('This is no e-mail address.')).toBeVisible();
  await portalPage.dialog.getByLabel('E-mail address').fill(guest.email);
  await portalPage.dialog.getByLabel('Role').selectOption('VIEWER');
  await portalPage.dialog.getByLabel('Language of the mail').selectOption('pt');
  await portalPage.button('Send the invitation').click();
  // There is no mail server here: the inviter is told where the mail lies, and its link.
  const toDeliver = page.getByRole('status').filter({ hasText: guest.email });
  await expect(toDeliver).toContainText('no mail server');
  await expect(page.getByRole('row', { name: /rui@example.pt/ })).toContainText('Viewer');

  await expect.poll(() => portal.mailsTo(guest.email).length).toBe(1);
  const [link = ''] = /http\S+#\/invitation\/\S+/.exec(portal.mailsTo(guest.email)[0]!) ?? [];
  await expect(page.getByTestId('invitation-link')).toHaveText(link);
  const other = await browser.newPage({ locale: 'en-GB' });
  const otherPage = new PortalPage(other, portal);
  await other.goto(link);
  await expect(other.getByText(/Ana Silva has invited you to Kassenhaus Lisboa/)).toBeVisible();
  await otherPage.field('Name').fill(guest.name);
  await otherPage.field('Password').fill(guest.password);
  await otherPage.button('Accept and sign in').click();
  await expect(otherPage.title).toHaveText('Kassenhaus Lisboa');
  await expect(otherPage.button('Save')).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'New company' })).toHaveCount(0);
  await expect(otherPage.group('Access')).toHaveCount(0);
  await otherPage.button('Sign out').click();
  await otherPage.signIn(guest);
  await other.goto(link);
  await other.reload();
  await expect(other.getByText(/This invitation is not valid any more/)).toBeVisible();
  await other.close();

  // The administrator finds the new user without doing anything but looking again.
  await portalPage.group('Organization').click();
  await portalPage.group('Access').click();
  await portalPage.button('Change the role of Rui Costa').click();
  await portalPage.dialog.getByLabel('Role').selectOption('EDITOR');
  await portalPage.button('Save').click();
  await expect(page.getByRole('row', { name: /Rui Costa/ })).toContainText('Editor');
  await portalPage.button('Remove Rui Costa').click();
  await portalPage.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: /Rui Costa/ })).toHaveCount(0);

  await portalPage.section('History').click();
  await expect(page.getByRole('row').filter({ hasText: 'User removed' })).toContainText('Ana Silva');
  await expect(page.getByRole('row').filter({ hasText: 'Invitation accepted' })).toBeVisible();
});

test('removing somebody names the keys and invitations of his, and ends them', async ({
  page,
  browser,
  portal,
  portalPage,
}) => {
  await portal.ask('POST', '/User/Invite', { companyId: 2, emailAddress: guest.email, role: 'EDITOR' });
  await expect.poll(() => portal.mailsTo(guest.email).length).toBe(1);
  const [link = ''] = /http\S+#\/invitation\/\S+/.exec(portal.mailsTo(guest.email)[0]!) ?? [];
  const other = await browser.newPage({ locale: 'en-GB' });
  const otherPage = new PortalPage(other, portal);
  await other.goto(link);
  await otherPage.field('Name').fill(guest.name);
  await otherPage.field('Password').fill(guest.password);
  await otherPage.button('Accept and sign in').click();
  await otherPage.group('Access').click();
  await otherPage.section('Connections').click();
  await otherPage.button('Make a key …').click();
  await otherPage.dialog.getByLabel('Name').fill('Stock of Rui');
  await otherPage.dialog.getByLabel('Role').selectOption('EDITOR');
  await otherPage.button('Make the key').click();
  const key = await other.getByTestId('told-once').locator('code').innerText();
  await otherPage.section('Users').click();
  await otherPage.button('Invite somebody …').click();
  await otherPage.dialog.getByLabel('E-mail address').fill('eva@example.pt');
  await otherPage.button('Send the invitation').click();
  await expect.poll(() => portal.mailsTo('eva@example.pt').length).toBe(1);
  await other.close();

  await portalPage.open('#/organization/2/users');
  await portalPage.signIn();
  await portalPage.button('Change the role of Rui Costa').click();
  await portalPage.dialog.getByLabel('Role').selectOption('VIEWER');
  await expect(portalPage.dialog).toContainText('Stock of Rui');
  await expect(portalPage.dialog).toContainText('eva@example.pt');
  await portalPage.button('Save').click();
  await expect(page.getByRole('row', { name: /eva@example.pt/ })).toContainText('Ended');
  await portalPage.section('Connections').click();
  await expect(page.getByRole('row', { name: /Stock of Rui/ })).toContainText('Its maker may less by now');

  await portalPage.section('Users').click();
  await portalPage.button('Remove Rui Costa').click();
  await portalPage.dialog.getByRole('switch', { name: 'Revoke these keys, too' }).check();
  await portalPage.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: /rui@example.pt/ })).toHaveCount(0);
  expect((await portal.send('GET', '/User/Active', undefined, key)).status).toBe(403);
  const [ended = ''] = /http\S+#\/invitation\/\S+/.exec(portal.mailsTo('eva@example.pt')[0]!) ?? [];
  await page.goto(ended);
  await page.reload();
  await expect(page.getByText(/may not give this role any more/)).toBeVisible();
});

test('an invitation is sent again and withdrawn', async ({ page, portal, portalPage }) => {
  await portal.ask('POST', '/User/Invite', { companyId: 2, emailAddress: guest.email, role: 'VIEWER' });
  await portalPage.open('#/organization/2/users');
  await portalPage.signIn();
  await portalPage.button(`Send again to ${guest.email}`).click();
  await expect.poll(() => portal.mailsTo(guest.email).length).toBe(2);
  await portalPage.button(`Withdraw the invitation of ${guest.email}`).click();
  await portalPage.dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('There are no open invitations.')).toBeVisible();
});

test('a key is told once, works, and does not when it is revoked', async ({ page, portal, portalPage }) => {
  await portalPage.open('#/organization/2/keys');
  await portalPage.signIn();
  await portalPage.button('Make a key …').click();
  await portalPage.button('Make the key').click();
  await expect(portalPage.dialog.getByLabel('Name')).toBeFocused();
  await portalPage.dialog.getByLabel('Name').fill('Till supplier');
  await portalPage.dialog.getByLabel('Role').selectOption('FISCAL');
  await portalPage.button('Make the key').click();
  const key = await page.getByTestId('told-once').locator('code').innerText();
  expect((await portal.send('GET', '/User/Active', undefined, key)).status).toBe(200);

  await page.reload();
  const row = page.getByRole('row', { name: /Till supplier/ });
  await expect(row).toContainText('Fiscal');
  await expect(page.getByText(key)).toHaveCount(0);
  await portalPage.button('Revoke Till supplier').click();
  await portalPage.dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect((await portal.send('GET', '/User/Active', undefined, key)).status).toBe(403);
});

test('a company keeps tills that it does not know from its registers in the cloud', async ({
  page,
  portal,
  portalPage,
}) => {
  const company = await testCompany(portal);
  await portalPage.open(`#/company/${company}/keys`);
  await portalPage.signIn();
  // It changes when the portal has it.
  await page.getByRole('switch', { name: 'Only tills of this list' }).click();
  await expect(page.getByRole('switch', { name: 'Only tills of this list' })).toBeChecked();
  await portalPage.button('Add a till …').click();
  await portalPage.button('Add it').click();
  await expect(portalPage.dialog.getByLabel('Branch id (TL)')).toBeFocused();
  await portalPage.dialog.getByLabel('Branch id (TL)').fill('C1');
  await portalPage.dialog.getByLabel('Terminal (TT)').fill('1');
  await portalPage.button('Add it').click();
  await expect(page.getByRole('row', { name: /C1 \/ 1/ })).toContainText('Never');
  const path = `/Company/${company}/CloudTerminals`;
  expect(await portal.ask('GET', path)).toMatchObject({ closed: true, terminals: [{ TL: 'C1', TT: '1' }] });
  await portalPage.button('Remove C1 / 1').click();
  await portalPage.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No till has got access yet.')).toBeVisible();
});

test('who runs the portal adds registers in the cloud, and tills are spread over them', async ({
  page,
  portal,
  portalPage,
}) => {
  const company = await testCompany(portal);
  await portalPage.open(`#/company/${company}/keys`);
  await portalPage.signIn();
  for (const url of ['https://a.example', 'https://b.example']) {
    await portalPage.button('Add a register …').click();
    await portalPage.dialog.getByLabel('Public address (https://…)').fill('a.example');
    await portalPage.button('Add it').click();
    await expect(portalPage.dialog).toContainText('This is wrong.');
    await portalPage.dialog.getByLabel('Public address (https://…)').fill(url);
    await portalPage.button('Add it').click();
    await expect(page.getByRole('row', { name: url })).toContainText('0 of 100');
  }
  for (const TT of ['1', '2', '3'])
    await portal.ask('POST', `/Company/${company}/CloudTerminals`, { TL: 'C1', TT });
  await page.reload();
  await expect(page.getByRole('row', { name: 'https://a.example' })).toContainText('2 of 100');
  await expect(page.getByRole('row', { name: 'https://b.example' })).toContainText('1 of 100');
  await expect(page.getByRole('row', { name: /C1 \/ 2/ })).toContainText('Register2');
  await expect(portalPage.button('Remove register 1')).toBeDisabled();
  await page.getByRole('switch', { name: 'No new tills for register 2' }).click();
  await expect(page.getByRole('switch', { name: 'No new tills for register 2' })).toBeChecked();
  await portal.ask('DELETE', `/Company/${company}/CloudTerminals?TL=C1&TT=2`);
  await page.reload();
  await expect(page.getByRole('row', { name: 'https://b.example' })).toContainText('0 of 100');
  await portalPage.button('Remove register 2').click();
  await portalPage.dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: 'https://b.example' })).toHaveCount(0);
});
