import { flat, LANGUAGES, treeOf } from '../../build/locales/files.ts';
import { handIn, saleLine } from '../../service/portal/testing/records.ts';
import { obstacles } from '../fixtures/accessible.ts';
import { testCompany, testLocation } from '../../service/portal/testing/company.ts';
import { administrator } from '../fixtures/portal.ts';
import { expect, test } from '../fixtures/portal-test.ts';

const sections = [
  ...['', '/registers', '/notifications', '/receipts', '/base-data', '/licences', '/details', '/contacts'],
  ...['/users', '/keys', '/audit', '/new-location'],
];

for (const colourScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colourScheme}`, () => {
    test.use({ colorScheme: colourScheme });

    test('every part of a company is without obstacles', async ({ page, portal, portalPage }) => {
      const id = await testCompany(portal);
      const location = await testLocation(portal, id, 'L1', { name: 'Chiado' });
      const register = await portal.connect(id, { tl: 'L1' });
      await handIn(register, 1, [saleLine(1)]);
      await portalPage.open();
      expect(await obstacles(page)).toEqual([]);
      await portalPage.signIn();
      for (const section of sections) {
        await portalPage.open(`#/company/${id}${section}`);
        await expect(portalPage.title).toHaveText('Padaria Exemplo');
        await page.waitForLoadState('networkidle');
        expect(await obstacles(page), section).toEqual([]);
      }
      const places = {
        [`#/register/${id}/${register.registerId}`]: 'def',
        [`#/location/${location}`]: 'Chiado',
        '#/organization/2': 'Kassenhaus Lisboa',
        '#/organization/2/prices': 'Kassenhaus Lisboa',
      };
      for (const [place, title] of Object.entries(places)) {
        await portalPage.open(place);
        await expect(portalPage.title).toHaveText(title);
        await page.waitForLoadState('networkidle');
        expect(await obstacles(page), place).toEqual([]);
      }
    });
  });
}

test('everything can be done by keyboard alone', async ({ page, portal, portalPage }) => {
  const id = await testCompany(portal);
  await testLocation(portal, id, 'L1', { name: 'Chiado' });
  await portalPage.open();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type(administrator.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await portalPage.tree.waitFor();

  // Down the tree by arrows: into the organization, to the company, open it, to its location.
  await expect(portalPage.tree.getByRole('link', { name: 'Padaria Exemplo' })).toBeVisible();
  await portalPage.tree.getByRole('link', { name: 'Kassenhaus Lisboa' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(portalPage.tree.getByRole('link', { name: 'Padaria Exemplo' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(portalPage.tree.getByRole('link', { name: 'L1 · Chiado' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(portalPage.tree.getByRole('link', { name: 'Padaria Exemplo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(portalPage.title).toHaveText('Padaria Exemplo');

  await portalPage.group('Company').focus();
  await page.keyboard.press('Enter');
  await portalPage.section('Contacts').focus();
  await page.keyboard.press('Enter');
  await portalPage.button('Add a contact …').focus();
  await page.keyboard.press('Enter');
  await expect(portalPage.dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(portalPage.dialog).toBeHidden();
  await expect(portalPage.button('Add a contact …')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Maria Santos');
  await page.keyboard.press('Tab');
  await page.keyboard.type('maria@example.pt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Maria Santos/ })).toBeVisible();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing is wider than the screen, and the tree makes way', async ({ page, portal, portalPage }) => {
    const id = await testCompany(portal, { name: 'Padaria e Pastelaria Exemplo de Nome Comprido' });
    await testLocation(portal, id, 'L1', { name: 'Chiado' });
    const register = await portal.connect(id, { tl: 'L1' });
    await handIn(register, 1, [saleLine(1)]);
    await portalPage.open();
    await page.getByLabel('E-mail address').fill(administrator.email);
    await portalPage.field('Password').fill(administrator.password);
    await portalPage.button('Sign in').click();
    await expect(portalPage.title).toBeVisible();
    await expect(portalPage.tree).toBeHidden();
    await portalPage.button('Organizations and companies').click();
    await portalPage.tree.getByRole('link', { name: /Padaria/ }).click();
    await expect(portalPage.tree).toBeHidden();
    const places = sections.map((section) => `#/company/${id}${section}`);
    const registerPlace = `#/register/${id}/${register.registerId}`;
    for (const place of [...places, registerPlace, `${registerPlace}/1`]) {
      await portalPage.open(place);
      await expect(portalPage.title).toHaveText(/Padaria|def|FS 1_1.26\/1/);
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, place).toBeLessThanOrEqual(360);
    }
  });
});

test('the page speaks all languages', async ({ page, portalPage }) => {
  await portalPage.open();
  const language = page.locator('header select');
  for (const code of LANGUAGES) {
    const texts = flat(treeOf('portal-page', code));
    await language.selectOption(code);
    await expect(page.getByRole('heading', { name: texts.get('gate.signIn')! })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${code}`));
  }
});
